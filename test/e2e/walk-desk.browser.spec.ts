import type { Page } from '@playwright/test';
import { mustCall } from '#test/fixtures/console/call-console.ts';
import { expect, test } from '#test/fixtures/console/console-test.ts';
import { requestsAtRest } from '#test/fixtures/page/requests-at-rest.ts';
import { tabFaults, tabWalk } from '#test/fixtures/page/tab-walk.ts';
import { goTo } from '#test/page-models/reading-pages.ts';
import { TablePage } from '#test/page-models/table-page.ts';

test.use({ shared: true });

/** What can be pressed or typed into on the screen and Tab does not come to, but what arrows reach from one that it does. */
const leftOut = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const walked = (window as { ferryWalk?: { readonly stops: Map<Element, unknown> } }).ferryWalk?.stops;
    const pressed = document.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, [role=button]');
    return [...pressed].flatMap((each) => {
      const isThere = each.checkVisibility({ visibilityProperty: true }) && !each.matches(':disabled');
      const byArrows = each.matches('[type=radio]') || each.closest('tbody, [role=menu], [role=listbox]');
      if (!isThere || byArrows || walked?.has(each) || each.closest('[inert], [aria-hidden=true]')) return [];
      return [`${each.tagName.toLowerCase()} "${each.getAttribute('aria-label') ?? each.innerText}"`];
    });
  });

/** Words and fields that a narrow window cuts where nothing scrolls, and a page that is wider than its window. */
const cutOff = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const faults = document.documentElement.scrollWidth > innerWidth ? ['the page is wider than the window'] : [];
    for (const each of document.querySelectorAll<HTMLElement>(
      'main :is(a[href], button, input, select, textarea, h1)',
    )) {
      const { left, right, width } = each.getBoundingClientRect();
      if (width < 8 || !each.checkVisibility({ visibilityProperty: true }) || each.closest('.visually-hidden'))
        continue;
      for (let around = each.parentElement; around; around = around.parentElement) {
        const style = getComputedStyle(around);
        if (style.overflowX === 'auto' || style.overflowX === 'scroll') break;
        const edge = around.getBoundingClientRect();
        const isCut = style.overflowX !== 'visible' && (left < edge.left - 1 || right > edge.right + 1);
        if (isCut && !around.matches('.truncate, td, th')) {
          faults.push(`${each.tagName.toLowerCase()} "${each.innerText.slice(0, 40)}" is cut by ${around.className}`);
          break;
        }
      }
    }
    return faults;
  });

/** What shows its state by a colour alone, once the system has taken all colours but its own. */
const statelessMarks = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('main [aria-pressed=true], main [aria-current], main input:checked')]
      .filter((each) => each.checkVisibility({ visibilityProperty: true }))
      .flatMap((each) => {
        if (each.matches('input[type=checkbox]')) return [];
        const shown = each.matches('.visually-hidden') ? (each.closest('label') ?? each) : each;
        const other = [...(shown.parentElement?.children ?? [])].find(
          (one) => one !== shown && one.tagName === shown.tagName && !one.matches(':has(:checked)'),
        );
        if (!other) return [];
        const look = (one: Element): string => {
          const style = getComputedStyle(one);
          // A tab is marked by its lower edge, a button by all four.
          const edges = (['top', 'right', 'bottom', 'left'] as const).map((side) =>
            style.getPropertyValue(`border-${side}-style`) === 'none'
              ? ''
              : style.getPropertyValue(`border-${side}-color`),
          );
          const { backgroundColor, outlineStyle, textDecorationLine, fontWeight } = style;
          return [...edges, backgroundColor, outlineStyle, textDecorationLine, fontWeight].join();
        };
        return look(shown) === look(other) ? [`${shown.innerText.slice(0, 30)} looks as if it were not chosen`] : [];
      }),
  );

test('C21 C44 C46 C47 C48 C50 the desk by keyboard alone, at 200 % and in forced colours: each control is reached and seen', async ({
  console: { page, pageErrors },
}) => {
  const migrations = new TablePage(page, 'Migrations');
  await expect(migrations.rows).toHaveCount(25);
  interface Listed {
    readonly rows: readonly {
      readonly value: { readonly id: string; readonly companyId: string | null; readonly status: string };
    }[];
  }
  const { rows } = await mustCall<Listed>(page, 'migrations', 'list', { page: 1, pageSize: 25 });
  const company = rows.find(({ value }) => value.companyId !== null)?.value.companyId ?? '';
  await mustCall(page, 'loaded', 'start', { resource: 'migrations', confirmed: true });
  await expect
    .poll(async () => (await mustCall<{ phase: string }>(page, 'loaded', 'state', { resource: 'migrations' })).phase)
    .toBe('complete');
  await requestsAtRest(page);
  await mustCall(page, 'requests', 'pause', { paused: true });
  // Beside the rules stands what they have told.
  const failing = rows.find(({ value }) => value.status === 'WORKING')?.value.id ?? '';
  await mustCall(page, 'sandbox', 'moveMigration', { id: failing, status: 'FAILED' });
  await mustCall(page, 'migrations', 'get', { id: failing });
  const tick = (row: number) => migrations.table.locator('tr[data-row-id]').nth(row).getByRole('checkbox');
  const states: readonly (readonly [string, () => Promise<void>])[] = [
    [
      'attention',
      async () => {
        await goTo(page, '/overview');
        await page.getByRole('region', { name: 'Needs attention' }).getByRole('listitem').first().waitFor();
      },
    ],
    [
      'alerts',
      async () => {
        await goTo(page, '/alerts');
        await page
          .getByRole('button', { name: 'Mark as unread' })
          .or(page.getByRole('button', { name: 'Mark as read' }))
          .first()
          .waitFor();
        await page.getByRole('button', { name: 'New rule' }).click();
        await page.getByRole('form', { name: 'New rule' }).waitFor();
      },
    ],
    [
      'ids',
      async () => {
        await goTo(page, '/migrations/ids');
        await page.getByRole('textbox', { name: 'Ids' }).fill(rows.map(({ value }) => value.id).join('\n'));
        await page.getByRole('button', { name: 'Look up 25 ids' }).click();
        await page.getByText(/looked up at/).waitFor();
      },
    ],
    [
      'company',
      async () => {
        await goTo(page, `/companies/${company}`);
        await page.getByRole('region', { name: 'People' }).getByRole('listitem').first().waitFor();
      },
    ],
    [
      'selection',
      async () => {
        await goTo(page, '/migrations?view=all');
        await tick(1).click();
        await tick(3).click();
        await page.getByRole('toolbar', { name: 'Selected rows' }).waitFor();
      },
    ],
  ];
  for (const [name, open] of states) {
    await test.step(name, async () => {
      await page.setViewportSize({ width: 1280, height: 800 });
      await open();
      for (const [width, height, forcedColors] of [
        [1280, 800, 'none'],
        [640, 400, 'active'],
      ] as const) {
        await page.setViewportSize({ width, height });
        await page.emulateMedia({ forcedColors });
        // What comes in the middle of a walk, as an alert does, moves what is behind it: then it is walked again.
        await expect(async () => {
          const [skip, ...stops] = await tabWalk(page, 'there');
          expect(skip?.name, `${name} at ${width}`).toContain('Skip to the page');
          // Where the sidebar scrolls, its places say nothing of the order; that is the same at every size.
          const faults = stops.flatMap((stop) => stop.faults.map((fault) => `${stop.name} ${fault}`));
          expect(width === 640 ? faults : tabFaults(stops), `${name} at ${width}`).toEqual([]);
          expect(await leftOut(page), `${name} at ${width}`).toEqual([]);
          expect(await cutOff(page), `${name} at ${width}`).toEqual([]);
          expect(await statelessMarks(page), `${name} at ${width}`).toEqual([]);
        }).toPass();
      }
      await page.emulateMedia({ forcedColors: 'none' });
    });
  }
  expect(pageErrors).toEqual([]);
});

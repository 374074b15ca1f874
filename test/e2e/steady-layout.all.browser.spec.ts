import type { Locator, Page } from '@playwright/test';
import { findings } from '#test/fixtures/page/axe.ts';
import { expect, test } from '#test/fixtures/console/console-test.ts';
import { mustCall } from '#test/fixtures/console/call-console.ts';
import { useProfile } from '#test/fixtures/console/fake-service-profile.ts';
import { pushedSinceOpened, shifts, takeStep, watchShifts } from '#test/fixtures/page/layout-shift.ts';
import { migrationOf } from '#test/fixtures/service/fake-service.ts';
import { goTo } from '#test/page-models/reading-pages.ts';
import { LoadedPage } from '#test/page-models/loaded-page.ts';
import { TablePage } from '#test/page-models/table-page.ts';

test.use({ shared: true });

test.afterEach(async ({ console: { page } }) => page.setViewportSize({ width: 1280, height: 800 }));

const bar = (page: Page) => page.getByRole('toolbar', { name: 'Filters' });

/** Elements below the filter bar's first line or beyond its ends. */
const outside = (page: Page): Promise<string[]> =>
  bar(page).evaluate((element) => {
    const whole = element.getBoundingClientRect();
    const parts = [...element.querySelectorAll('button, output, .filter-end')];
    const wrongParts = parts.filter((part) => {
      const { top, bottom, right, width } = part.getBoundingClientRect();
      return width > 0 && (top < whole.top || bottom > whole.bottom || right > whole.right - 8);
    });
    return [whole.height === 44 ? [] : [`${whole.height} high`], wrongParts.map(({ outerHTML }) => outerHTML)].flat();
  });

const statesOfFilters = [
  '',
  'status=["FAILED"]',
  'status=["COMPLETED_WITH_FAILURES"]&created=7d',
  'status=["FAILED","WORKING"]&created=30d&user=["a-very-long-name-of-a-person@a-very-long-domain.example"]',
  'view=all',
  'view=all&status=["FAILED"]&created=7d&group=status',
  'view=all&status=["FAILED","WORKING"]&created=2020-01-01..2026-12-31&group=status&company=[""]&user=["a","b"]',
];

test(
  'the filters stay on one line in every state and at every width, with and without the drawer',
  { tag: '@C32' },
  async ({ console: { page } }) => {
    const migrations = new TablePage(page, 'Migrations');
    await expect(migrations.rows).toHaveCount(25);
    const id = await migrations.rows.first().getAttribute('data-row-id');
    await new LoadedPage(page, 'Migrations').untilComplete();
    for (const width of [1920, 1280, 1100, 900, 640]) {
      await page.setViewportSize({ width, height: 800 });
      for (const state of statesOfFilters) {
        for (const open of ['', `open=${id}`]) {
          await goTo(page, `/migrations?${[state, open].filter(Boolean).join('&')}`);
          await expect(bar(page)).toBeVisible();
          if (open !== '') await expect(migrations.drawer).toBeVisible();
          await expect.poll(() => outside(page), `${width} ${state} ${open}`).toEqual([]);
        }
      }
    }
  },
);

test(
  'the filters stay on one line when the buttons at the end of the line grow',
  { tag: '@C32' },
  async ({ console: { page } }) => {
    const migrations = new TablePage(page, 'Migrations');
    await expect(migrations.rows).toHaveCount(25);
    for (const width of [1920, 1280, 900]) {
      await page.setViewportSize({ width, height: 800 });
      await goTo(page, '/migrations?view=all');
      await expect.poll(() => outside(page)).toEqual([]);
      // The buttons become wider than the space after the last chip.
      await bar(page)
        .locator('.filter-end')
        .evaluate((end) => {
          const others = [...(end.parentElement?.children ?? [])].filter((other) => other !== end);
          const taken = Math.max(...others.map((other) => other.getBoundingClientRect().right));
          const room = end.getBoundingClientRect().left - taken;
          (end.lastElementChild as HTMLElement).style.marginLeft = `${room + 30}px`;
        });
      await expect.poll(() => outside(page), `${width}`).toEqual([]);
      await bar(page)
        .locator('.filter-end > :last-child')
        .evaluate((last) => last.removeAttribute('style'));
      await goTo(page, '/migrations');
    }
  },
);

test(
  'filters without a chip are selected, shown and cleared with one button',
  { tag: '@C32' },
  async ({ console: { page } }) => {
    const migrations = new TablePage(page, 'Migrations');
    await expect(migrations.rows).toHaveCount(25);
    await migrations.rows.nth(2).press('Enter');
    await expect(migrations.drawer).toBeVisible();
    const button = bar(page).getByRole('button', { name: /^Filter/ });
    await button.press('Enter');
    await expect(page.getByRole('menuitem', { name: 'Status' })).toBeFocused();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitemcheckbox', { name: 'Failed' }).press('Space');
    await page.keyboard.press('Escape');
    await expect(bar(page).getByRole('button', { name: /^(Status Failed|Filter, 1 set)$/ })).toBeVisible();
    await expect(button).toBeFocused();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'Created' }).click();
    await page.getByText('Last 30 days').click();
    await page.keyboard.press('Escape');
    await expect(bar(page).getByRole('button', { name: 'Filter, 2 set' })).toBeFocused();
    await page.keyboard.press('Enter');
    // Doesn't check which item has the focus, because the pointer is over the menu and focuses the item under it.
    await expect(page.getByRole('menuitem', { name: 'Clear all filters' })).toBeVisible();
    expect(await findings(page)).toEqual([]);
    await page.getByRole('menuitem', { name: 'Clear all filters' }).click();
    await expect(bar(page).getByRole('button', { name: 'Filter', exact: true })).toBeFocused();
    await expect(migrations.rows).toHaveCount(25);
  },
);

test(
  'nothing moves vertically while rows are filtered, loaded or opened, and nothing moves without input',
  { tag: '@C32' },
  async ({ console: { page } }) => {
    const migrations = new TablePage(page, 'Migrations');
    // A long load shows its banner above the rows, so the test starts after it.
    await new LoadedPage(page, 'Migrations').untilComplete();
    await page.reload();
    await expect(migrations.rows).toHaveCount(25);
    await expect(page.getByText('You are looking at the built-in Sandbox.')).toBeVisible();
    await page.evaluate(() => document.fonts.ready);
    expect(await pushedSinceOpened(page)).toEqual([]);
    await watchShifts(page);
    await takeStep(page, async () => {
      await page.getByRole('toolbar', { name: 'Filters' }).getByRole('button', { name: 'Status', exact: true }).click();
      await page.getByRole('menuitemcheckbox', { name: 'Complete', exact: true }).click();
      await page.keyboard.press('Escape');
      await expect(page.getByRole('button', { name: 'Status Complete' })).toBeFocused();
    });
    await takeStep(page, async () => {
      // Loaded rows are already filtered, and their header has a button with this name too.
      await bar(page).getByRole('button', { name: 'Created', exact: true }).click();
      await page.getByText('Last 30 days').click();
      await page.keyboard.press('Escape');
      await expect(bar(page).getByRole('button', { name: /^Created last 30 days/ })).toBeFocused();
    });
    await takeStep(page, async () => {
      await migrations.rows.first().click();
      await expect(migrations.drawer.getByRole('region', { name: 'JSON' })).toBeVisible();
    });
    await takeStep(page, async () => {
      await page.keyboard.press('j');
      await expect(migrations.rows.nth(1)).toBeFocused();
      await expect(migrations.drawer.getByRole('region', { name: 'JSON' })).toBeVisible();
    });
    await takeStep(page, async () => {
      await page.keyboard.press('Escape');
      await expect(migrations.drawer).toBeHidden();
    });
    await takeStep(page, async () => {
      await page.getByRole('button', { name: 'Clear all' }).click();
      await expect(page.getByRole('button', { name: 'Status Complete' })).toHaveCount(0);
      await expect(migrations.rows).toHaveCount(25);
    });
    const read = async () => {
      const { lines } = await mustCall<{ lines: readonly { path: string }[] }>(page, 'requests', 'list', {});
      return lines.filter(({ path }) => path === '/api/v1/migrations?page=1&page_size=25').length;
    };
    const before = await read();
    await takeStep(page, async () => {
      await page.getByRole('button', { name: 'Refresh', exact: true }).click();
      await expect.poll(read).toBeGreaterThan(before);
      await expect(migrations.rows).toHaveCount(25);
    });
    await takeStep(page, async () => {
      await page.getByRole('button', { name: /^Load all/ }).click();
      await expect(page.getByRole('button', { name: 'Show pages' })).toBeVisible();
    });
    await expect(migrations.rows.first()).toBeVisible();
    const { upOrDown, unasked, moved } = await shifts(page);
    expect(upOrDown).toEqual([]);
    expect(unasked, moved.join(', ')).toBe(0);
  },
);

test(
  'J, K and the arrow keys move to the rows of a page right after it opens',
  { tag: '@C34' },
  async ({ console: { page } }) => {
    const migrations = new TablePage(page, 'Migrations');
    await page.reload();
    await expect(migrations.rows).toHaveCount(25);
    await page.keyboard.press('j');
    await expect(migrations.rows.nth(0)).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('j');
    await expect(migrations.rows.nth(2)).toBeFocused();
    await page.getByRole('button', { name: 'Refresh', exact: true }).focus();
    await page.keyboard.press('ArrowUp');
    await expect(migrations.rows.nth(2)).not.toBeFocused();
    await page.keyboard.press('k');
    await expect(migrations.rows.nth(2)).toBeFocused();
    await page.reload();
    await expect(migrations.rows).toHaveCount(25);
    await page.keyboard.press('ArrowDown');
    await expect(migrations.rows.nth(0)).toBeFocused();
  },
);

test(
  'a dialog focuses its primary action, unless that action is destructive',
  { tag: '@C21' },
  async ({ console: { page } }) => {
    await goTo(page, '/migrations');
    await page.getByRole('button', { name: 'Export' }).click();
    await expect(page.getByRole('dialog').getByRole('button', { name: 'Export' })).toBeFocused();
    await page.keyboard.press('Escape');
    await goTo(page, '/sandbox');
    await page.getByRole('button', { name: 'Reset data' }).click();
    await expect(page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' })).toBeFocused();
    await page.keyboard.press('Escape');
  },
);

test(
  'Welcome focuses the base URL when the user opens it to connect',
  { tag: '@C21' },
  async ({ console: { page } }) => {
    await goTo(page, '/migrations');
    await page.getByRole('button', { name: /^Connect/ }).click();
    await expect(page.getByRole('textbox', { name: 'Base URL' })).toBeFocused();
    await goTo(page, '/migrations');
  },
);

test(
  'a stale list next to a drawer keeps a wide search field and Company column',
  { tag: '@C10' },
  async ({ console: { page }, fakeService }) => {
    const path = '/api/v1/migrations';
    fakeService.answer(path, {
      body: { results: [migrationOf(1), migrationOf(2)], page: { size: 25, total: 2 } },
    });
    fakeService.answer(`${path}/${migrationOf(1).id}`, { body: migrationOf(1) });
    await useProfile(page, fakeService.url);
    const migrations = new TablePage(page, 'Migrations');
    await migrations.open();
    await migrations.rows.first().press('Enter');
    await expect(page.getByRole('complementary', { name: 'Migration', exact: true })).toBeVisible();
    fakeService.answer(path, (request) => void request.socket.destroy());
    await page.keyboard.press('F5');
    const main = page.getByRole('main');
    await expect(main.getByText('No connection to the service.').first()).toBeVisible();
    const widthOf = async (part: Locator) => (await part.boundingBox())?.width ?? 0;
    expect(await widthOf(main.getByRole('search'))).toBeGreaterThan(140);
    expect(await widthOf(main.getByRole('columnheader', { name: 'Company' }))).toBeGreaterThan(150);
  },
);

test.describe('with a controlled clock', () => {
  // Playwright can't restore a page's real clock.
  test.use({ shared: false });

  test('a toast closes after 6 s, or earlier with its page', { tag: '@C36' }, async ({ console: { page } }) => {
    const migrations = new TablePage(page, 'Migrations');
    await goTo(page, '/migrations');
    await expect(migrations.rows.first()).toBeVisible();
    await page.clock.install();
    const toast = page.locator('.toast');
    await migrations.rows.first().focus();
    await page.keyboard.press('c');
    await expect(toast).toBeVisible();
    await page.clock.runFor(6000);
    await expect(toast).toBeHidden();
    await page.keyboard.press('c');
    await expect(toast).toBeVisible();
    await page.clock.runFor(2000);
    await goTo(page, '/companies');
    await expect(toast).toBeHidden();
  });
});

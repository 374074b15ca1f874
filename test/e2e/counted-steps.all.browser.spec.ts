import { mustCall } from '#test/fixtures/console/call-console.ts';
import { expect, test } from '#test/fixtures/console/console-test.ts';
import { copiedText, keepCopies } from '#test/fixtures/page/kept-copies.ts';
import type { OpenConsole } from '#test/fixtures/console/open-console.ts';
import { writtenLines } from '#test/fixtures/console/written-lines.ts';
import { CountedHands } from '#test/page-models/counted-hands.ts';
import { LoadedPage } from '#test/page-models/loaded-page.ts';
import { Palette } from '#test/page-models/palette.ts';
import { TablePage } from '#test/page-models/table-page.ts';

test.use({ shared: true });

interface Listed {
  readonly id: string;
  readonly createdByUserId: string | null;
  readonly companyName: string | null;
}

/** Opens a new window and waits until the Sandbox's rows have loaded automatically. */
const opened = async ({ page }: OpenConsole): Promise<TablePage> => {
  const migrations = new TablePage(page, 'Migrations');
  await expect(migrations.rows).toHaveCount(25);
  await new LoadedPage(page, 'Migrations').untilComplete();
  return migrations;
};

const rowsOf = async ({ page }: OpenConsole, query: object): Promise<readonly Listed[]> =>
  (
    await mustCall<{ rows: readonly Listed[] }>(page, 'loaded', 'window', {
      resource: 'migrations',
      query,
      offset: 0,
      limit: 200,
    })
  ).rows;

test(
  'copying a stuck migration as a ticket, starting from an email, takes at most four keys plus the typed email',
  { tag: ['@C45', '@C49'] },
  async ({ console: open }) => {
    await opened(open);
    await keepCopies(open.page);
    const stuck = await rowsOf(open, { attention: ['stuck'] });
    const all = await rowsOf(open, {});
    const started = (user: string | null) => all.filter(({ createdByUserId }) => createdByUserId === user).length;
    const one = stuck.find(
      ({ createdByUserId }) => createdByUserId?.includes('@') === true && started(createdByUserId) <= 2,
    );
    expect(one).toBeDefined();
    const hands = new CountedHands(open);
    const palette = new Palette(open.page);
    await hands.press('ControlOrMeta+k');
    await expect(palette.field).toBeFocused();
    await hands.type(one?.createdByUserId ?? '');
    const line = palette
      .group('Migrations')
      .getByRole('option')
      .filter({ hasText: one?.id.slice(0, 8) ?? '' });
    await expect(line).toBeVisible();
    // The search has finished, so no later result can push the line down.
    await expect(palette.dialog.getByText('All 250 migrations in Sandbox searched')).toBeVisible();
    await expect(palette.dialog.getByRole('listbox')).not.toHaveAttribute('aria-busy');
    while ((await line.getAttribute('aria-selected')) !== 'true' && hands.keys < 9) {
      const reached = (await palette.field.getAttribute('aria-activedescendant')) ?? '';
      await hands.press('ArrowDown');
      await expect(palette.field).not.toHaveAttribute('aria-activedescendant', reached);
    }
    await expect(line).toHaveAttribute('aria-selected', 'true');
    await hands.press('Shift+Enter');
    await expect.poll(() => copiedText(open.page)).toContain(one?.id);
    expect(await copiedText(open.page)).toContain('Cause: ');
    expect(hands.clicks).toBe(0);
    expect(hands.keys).toBeLessThanOrEqual(4);
  },
);

test(
  'exporting the failed migrations of the last 7 days by company as CSV takes at most five steps',
  { tag: ['@C15', '@C38'] },
  async ({ console: open }) => {
    const migrations = await opened(open);
    const { page } = open;
    const hands = new CountedHands(open);
    const [, ...lines] = await writtenLines(open, async () => {
      await hands.press('/');
      await hands.type('status:failed created:7d ');
      await expect(page.getByRole('button', { name: 'Status Failed' })).toBeVisible();
      await hands.click(migrations.table.getByRole('button', { name: 'Company', exact: true }));
      await expect(migrations.table.getByRole('columnheader', { name: 'Company' })).toHaveAttribute(
        'aria-sort',
        'ascending',
      );
      await hands.click(page.getByRole('button', { name: 'Export', exact: true }));
      await hands.click(
        page.getByRole('dialog', { name: 'Export migrations' }).getByRole('button', { name: 'Export' }),
      );
    });
    expect(lines.length).toBeGreaterThan(1);
    await expect(migrations.rows.first()).toHaveAttribute('data-row-id', lines[0]?.slice(0, 36) ?? '');
    for (const line of lines) expect(line).toContain('FAILED');
    expect(hands.steps).toBeLessThanOrEqual(5);
  },
);

test(
  'exporting a list of twenty pasted IDs takes at most three steps',
  { tag: ['@C46', '@C15'] },
  async ({ console: open }) => {
    await opened(open);
    const { page } = open;
    const ids = (await rowsOf(open, {})).slice(30, 50).map(({ id }) => id);
    const hands = new CountedHands(open);
    const [, ...lines] = await writtenLines(open, async () => {
      await hands.paste(ids.map((id) => `"${id}",`).join('\n'));
      await expect(page.getByText(/^20 looked up at /)).toBeVisible();
      await hands.click(page.getByRole('button', { name: 'Export', exact: true }));
      await hands.click(page.getByRole('menuitem', { name: 'CSV' }));
    });
    expect(lines.map((line) => line.slice(0, 36))).toEqual(ids);
    expect(hands.steps).toBeLessThanOrEqual(3);
  },
);

test(
  'listing the stuck migrations of a company takes at most three steps, and those changed since yesterday two',
  { tag: ['@C32', '@C44'] },
  async ({ console: open }) => {
    await opened(open);
    const { page } = open;
    const stuckRows = await rowsOf(open, { attention: ['stuck'] });
    const stuck = stuckRows.find(({ companyName }) => companyName !== null);
    const matched = async (query: object) => (await rowsOf(open, query)).length;
    const company = new CountedHands(open);
    await company.press('/');
    await company.type(`is:stuck company:"${stuck?.companyName}"`);
    await company.press('Enter');
    await expect(page.getByRole('button', { name: `Company ${stuck?.companyName}`, exact: true })).toBeVisible();
    await expect(new TablePage(page, 'Migrations').rows.first()).toContainText(stuck?.companyName ?? '');
    expect(company.steps).toBeLessThanOrEqual(3);
    await page.getByRole('button', { name: 'Clear all' }).click();
    const changed = new CountedHands(open);
    await changed.press('/');
    await changed.type('since:yesterday');
    await changed.press('Enter');
    await expect(page.getByRole('button', { name: 'Changed since yesterday', exact: true })).toBeVisible();
    const since = new Date(new Date().setHours(-24, 0, 0, 0)).toISOString();
    await expect(page.locator('.filter-scope')).toContainText(`${await matched({ changedFrom: since })} of 250`);
    expect(changed.steps).toBeLessThanOrEqual(2);
  },
);

test('the cause of a failure is one click away', { tag: ['@X34', '@C44'] }, async ({ console: open }) => {
  const migrations = await opened(open);
  const hands = new CountedHands(open);
  await hands.click(migrations.rows.filter({ hasText: 'Failed' }).first());
  const meaning = migrations.drawer.getByRole('region', { name: 'Meaning' });
  await expect(meaning.getByRole('heading', { name: 'Cause' })).toBeVisible();
  await expect(meaning.getByRole('listitem').first()).toBeVisible();
  expect(hands.steps).toBe(1);
});

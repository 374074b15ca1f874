import type { Locator } from '@playwright/test';
import { findings } from '#test/fixtures/page/axe.ts';
import { mustCall } from '#test/fixtures/console/call-console.ts';
import { expect, test } from '#test/fixtures/console/console-test.ts';
import { useProfile } from '#test/fixtures/console/stand-in-profile.ts';
import { migrationOf, startStandIn } from '#test/fixtures/service/stand-in-service.ts';
import { LoadedPage } from '#test/page-models/loaded-page.ts';
import { OverviewPage } from '#test/page-models/overview-page.ts';
import { Palette } from '#test/page-models/palette.ts';
import { TablePage } from '#test/page-models/table-page.ts';

test.use({ shared: true });

const numberIn = (text: string | undefined): number => Number((text ?? '').replaceAll(/[^\d]/g, ''));

/** The numbers of the table by status, whose sum is the number in the line that names their source. */
async function expectWholeCounts(overview: OverviewPage, source: RegExp): Promise<Map<string, number>> {
  await expect(overview.source).toHaveText(source);
  const rows = numberIn(source.exec(await overview.source.innerText())?.[1]);
  const counts = await overview.counts();
  expect(Array.from(counts.values()).reduce((sum, count) => sum + count, 0)).toBe(rows);
  // The bar has a part for each status that is there.
  await expect(overview.barParts).toHaveCount(Array.from(counts.values()).filter((count) => count > 0).length);
  return counts;
}

const nameOfStatus = async (line: Locator): Promise<string> =>
  (await line.locator('.attention-status > .truncate').innerText()).trim();

test('C40 C44 the overview of the Sandbox: whole counts, and ways to the rows behind them', async ({
  console: open,
}) => {
  const { page } = open;
  const overview = new OverviewPage(page);
  const migrations = new TablePage(page, 'Migrations');
  // So few are loaded by themselves, once their list has come.
  await expect(migrations.rows).toHaveCount(25);
  await overview.open();
  const counts = await expectWholeCounts(overview, /^All ([\d,]+) migrations, loaded at/);
  expect(counts.size).toBe(8);
  await expect(overview.providers).toContainText('through the company');
  expect(await findings(page)).toEqual([]);

  // What is handled leaves the queue, and comes back by Undo.
  const kind = (name: string) => overview.problems.locator('.segments label').filter({ hasText: name });
  const all = kind('All ');
  const total = numberIn(await all.innerText());
  await overview.problems.getByRole('button', { name: 'Handled' }).first().click();
  // A toast stays while the pointer is on it.
  const undo = page.locator('.toast-region').getByRole('button', { name: 'Undo' });
  await undo.hover();
  await expect(all).toHaveText(`All ${total - 1}`);
  await undo.click();
  await expect(all).toHaveText(`All ${total}`);
  await kind('Failed ').click();
  await expect(overview.problems.getByRole('listitem').first()).toContainText('Failed');
  await all.click();

  // A line that needs attention leads to its migration, and a status to as many rows as it says.
  const problem = overview.problems.getByRole('listitem').first();
  const status = await nameOfStatus(problem);
  await problem.getByRole('link').click();
  await expect(migrations.drawer.locator('.pill')).toHaveText(status);
  await overview.open();
  await overview.statuses.getByRole('link', { name: 'Complete', exact: true }).click();
  await expect(page.locator('.filter-scope')).toContainText(`${counts.get('Complete')} of`);
  expect(open.pageErrors).toEqual([]);
});

test('C44 the view of what needs attention: from the Overview, the palette and the list of views; handled ones leave it', async ({
  console: open,
}) => {
  const { page } = open;
  const overview = new OverviewPage(page);
  const loaded = new LoadedPage(page, 'Migrations');
  await loaded.untilComplete();
  await overview.open();
  const all = overview.problems.locator('.segments label').filter({ hasText: 'All ' });
  const total = numberIn(await all.innerText());
  await overview.problems.getByRole('link', { name: 'Open as a list' }).click();
  const chip = page.getByRole('button', { name: 'Needs attention Any reason' });
  await expect(chip).toBeVisible();
  await expect(loaded.count(total)).toBeVisible();
  expect(await findings(page)).toEqual([]);

  // The one that is stuck for longest stands first; the menu of reasons says how many each has.
  const listed = await mustCall<{ rows: readonly { readonly id: string; readonly since: string }[] }>(
    page,
    'loaded',
    'window',
    { resource: 'migrations', query: { attention: ['stuck'] }, offset: 0, limit: 200 },
  );
  const sinces = listed.rows.map(({ since }) => since);
  expect(sinces).toEqual([...sinces].sort());
  expect(sinces.length).toBeGreaterThan(1);
  await expect(loaded.row(0)).toHaveAttribute('data-row-id', listed.rows[0]?.id ?? '');
  await chip.click();
  await expect(page.getByRole('menuitemcheckbox', { name: 'Stuck' })).toContainText(String(sinces.length));
  await page.keyboard.press('Escape');

  // What is handled leaves it, stands in the list of handled ones, and comes back by Undo.
  await loaded.row(0).click();
  const { drawer } = new TablePage(page, 'Migrations');
  await expect(drawer.locator('.pill')).toBeVisible();
  await page.keyboard.press('h');
  await expect(loaded.count(total - 1)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(drawer).toHaveCount(0);
  await overview.open();
  await overview.problems.getByRole('link', { name: 'Handled 1' }).click();
  await expect(loaded.count(1)).toBeVisible();
  await page.goBack();
  await overview.problems.getByRole('link', { name: `Show all ${total - 1}` }).click();
  await expect(loaded.count(total - 1)).toBeVisible();
  await page.getByRole('button', { name: 'Clear Needs attention' }).click();
  await expect(chip).toHaveCount(0);

  const palette = new Palette(page);
  await palette.open();
  await page.keyboard.type('needs att');
  await expect(palette.group('Views').getByRole('option', { name: 'Needs attention' })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(loaded.count(total - 1)).toBeVisible();
  await page.getByRole('button', { name: 'Saved views' }).click();
  await expect(page.getByRole('menuitemradio', { name: 'Needs attention' })).toHaveAttribute('aria-checked', 'true');
  await page.getByRole('menuitemradio', { name: 'All migrations' }).click();
  await expect(new TablePage(page, 'Migrations').rows).toHaveCount(25);
  await page.getByRole('button', { name: 'Saved views' }).click();
  await expect(page.getByRole('menuitemradio', { name: 'All migrations' })).toHaveAttribute('aria-checked', 'true');
  await page.getByRole('menuitemradio', { name: 'Needs attention' }).click();
  await expect(loaded.count(total - 1)).toBeVisible();

  // One reason alone, in the words of the Overview.
  await chip.click();
  for (const name of ['Stuck', 'Waiting for the user', 'Completed with failures'])
    await page.getByRole('menuitemcheckbox', { name }).click();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Needs attention Failed' })).toBeVisible();
  const statuses = async () => [...new Set(await new TablePage(page, 'Migrations').cells('Status'))];
  await expect.poll(statuses).toEqual(['Failed']);
  expect(open.pageErrors).toEqual([]);
});

test('C40 before anything is loaded: the counts of a sample, named as one, with a status that nobody documented', async ({
  console: { page },
}) => {
  const standIn = await startStandIn();
  try {
    const results = [migrationOf(1), migrationOf(2, { status: 'FAILED' }), migrationOf(3, { status: 'REVERTING' })];
    standIn.answer('/api/v1/migrations', { body: { results, page: { size: 100, total: 12_040 } } });
    await useProfile(page, standIn.url);
    const overview = new OverviewPage(page);
    await overview.open();
    const counts = await expectWholeCounts(overview, /newest (3) of 12,040 migrations, read at/);
    expect([counts.get('Complete'), counts.get('Failed'), counts.get('REVERTING')]).toEqual([1, 1, 1]);
    await expect(overview.problems.getByRole('listitem')).toHaveCount(1);
    const bad = page.getByRole('region', { name: 'Health' }).getByText('Bad', { exact: true });
    await expect(bad).toHaveCount(0);
  } finally {
    await standIn.close();
  }
});

import type { Locator } from '@playwright/test';
import { findings } from '#test/fixtures/page/axe.ts';
import { expect, test } from '#test/fixtures/console/console-test.ts';
import { useProfile } from '#test/fixtures/console/fake-service-profile.ts';
import { migrationOf, startFakeService } from '#test/fixtures/service/fake-service.ts';
import { OverviewPage } from '#test/page-models/overview-page.ts';
import { TablePage } from '#test/page-models/table-page.ts';

test.use({ shared: true });

const numberIn = (text: string | undefined): number => Number((text ?? '').replaceAll(/[^\d]/g, ''));

/** Checks that the table's counts add up to the number in the source line, and returns the counts by status. */
async function expectWholeCounts(overview: OverviewPage, source: RegExp): Promise<Map<string, number>> {
  await expect(overview.source).toHaveText(source);
  const rows = numberIn(source.exec(await overview.source.innerText())?.[1]);
  const counts = await overview.counts();
  expect(Array.from(counts.values()).reduce((sum, count) => sum + count, 0)).toBe(rows);
  // The bar has a segment for each status that has migrations.
  await expect(overview.barParts).toHaveCount(Array.from(counts.values()).filter((count) => count > 0).length);
  // Even one migration of thousands is visible.
  await overview.barParts.last().evaluate((part) => part.style.setProperty('flex-grow', '999999'));
  for (const part of await overview.barParts.all()) expect((await part.boundingBox())?.width).toBeGreaterThanOrEqual(4);
  return counts;
}

const nameOfStatus = async (line: Locator): Promise<string> =>
  (await line.locator('.attention-status > .truncate').innerText()).trim();

test(
  'the Sandbox’s overview shows complete counts that link to their rows',
  { tag: ['@C40', '@C44'] },
  async ({ console: open }) => {
    const { page } = open;
    const overview = new OverviewPage(page);
    const migrations = new TablePage(page, 'Migrations');
    // Small lists load automatically.
    await expect(migrations.rows).toHaveCount(25);
    await overview.open();
    const counts = await expectWholeCounts(overview, /^All ([\d,]+) migrations, loaded at/);
    expect(counts.size).toBe(8);
    await expect(overview.providers).toContainText('source of each company');
    expect(await findings(page)).toEqual([]);

    // A handled migration leaves the queue, and Undo returns it.
    const kind = (name: string) => overview.problems.locator('.segments label').filter({ hasText: name });
    const all = kind('All ');
    const total = numberIn(await all.innerText());
    await overview.problems.getByRole('button', { name: 'Handled' }).first().click();
    // The toast stays while the pointer rests on it.
    const undo = page.locator('.toast-region').getByRole('button', { name: 'Undo' });
    await undo.hover();
    await expect(all).toHaveText(`All ${total - 1}`);
    await undo.click();
    await expect(all).toHaveText(`All ${total}`);
    await kind('Failed ').click();
    await expect(overview.problems.getByRole('listitem').first()).toContainText('Failed');
    await all.click();

    // An attention entry links to its migration, and a status to exactly its counted rows.
    const problem = overview.problems.getByRole('listitem').first();
    const status = await nameOfStatus(problem);
    await problem.getByRole('link').click();
    await expect(migrations.drawer.locator('.pill')).toHaveText(status);
    await overview.open();
    await overview.statuses.getByRole('link', { name: 'Complete', exact: true }).click();
    await expect(page.locator('.filter-scope')).toContainText(`${counts.get('Complete')} of`);
    expect(open.pageErrors).toEqual([]);
  },
);

test(
  'before a load, the counts are labelled as a sample and include an undocumented status',
  { tag: '@C40' },
  async ({ console: { page } }) => {
    const fakeService = await startFakeService();
    try {
      const results = [migrationOf(1), migrationOf(2, { status: 'FAILED' }), migrationOf(3, { status: 'REVERTING' })];
      fakeService.answer('/api/v1/migrations', { body: { results, page: { size: 100, total: 12_040 } } });
      await useProfile(page, fakeService.url);
      const overview = new OverviewPage(page);
      await overview.open();
      const counts = await expectWholeCounts(overview, /newest (3) of 12,040 migrations, loaded at/);
      expect([counts.get('Complete'), counts.get('Failed'), counts.get('REVERTING')]).toEqual([1, 1, 1]);
      await expect(overview.problems.getByRole('listitem')).toHaveCount(1);
      const bad = page.getByRole('region', { name: 'Health' }).getByText('Bad', { exact: true });
      await expect(bad).toHaveCount(0);

      // A load that fails before the first row shows its error next to the button that started it.
      fakeService.answer('/api/v1/migrations', { status: 404, body: {} });
      await page.getByRole('button', { name: 'Load all 12,040' }).click();
      await expect(page.getByText('No rows are loaded.')).toBeVisible();
    } finally {
      await fakeService.close();
    }
  },
);

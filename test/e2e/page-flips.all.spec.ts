import { mustCall } from '#test/fixtures/console/call-console.ts';
import { expect, test } from '#test/fixtures/console/console-test.ts';
import { flipAndObserve } from '#test/fixtures/page/flip-observer.ts';
import { TablePage } from '#test/page-models/table-page.ts';

test.use({ shared: true });

interface Page {
  readonly rows: readonly { readonly value: { readonly id: string } }[];
}

test(
  'paging changes rows, label, selection and ARIA state together',
  { tag: ['@C6', '@C47'] },
  async ({ console: { page } }) => {
    const migrations = new TablePage(page, 'Migrations');
    const ids: string[] = [];
    for (const number of [1, 2, 3]) {
      const { rows } = await mustCall<Page>(page, 'migrations', 'list', { page: number, pageSize: 100 });
      ids.push(...rows.map(({ value }) => value.id));
    }
    expect(new Set(ids).size).toBe(250);

    // Two rows of the first page, one of them out of view, and the whole second page.
    await expect(migrations.range('Rows 1–25 of 250')).toBeVisible();
    for (const at of [2, 23]) await migrations.rows.nth(at).getByRole('checkbox').click();
    await migrations.nextPage.press('Enter');
    await expect(migrations.range('Rows 26–50 of 250')).toBeVisible();
    await page.getByRole('checkbox', { name: 'Select all rows' }).click();
    await expect(page.getByRole('toolbar', { name: 'Selected rows' })).toContainText('27 selected');
    const selected = [2, 23, ...Array.from({ length: 25 }, (_row, at) => 25 + at)].map((at) => ids[at] ?? '');

    const flips = 200;
    const report = await page.evaluate(flipAndObserve, { truth: { ids, selected }, flips });
    expect(report.contradictions).toEqual([]);
    expect(report.labels).toHaveLength(flips + 1);
    expect(new Set(report.labels).size).toBe(10);
    expect(report.mutations).toBeGreaterThan(flips * 25);
  },
);

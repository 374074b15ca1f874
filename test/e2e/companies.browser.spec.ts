import { expect, test } from '#test/fixtures/console/console-test.ts';
import { TablePage } from '#test/page-models/table-page.ts';

test.use({ shared: true });

test(
  'the list of companies has pages, a total, and the columns of each row',
  { tag: '@C7' },
  async ({ console: open }) => {
    const companies = new TablePage(open.page, 'Companies');
    await companies.open();
    await expect(companies.range('Rows 1–25 of 40')).toBeVisible();
    await expect(companies.rows).toHaveCount(25);
    const here = open.page.getByRole('navigation').locator('[aria-current="page"]');
    await expect(here).toHaveText(/^Companies/);
    for (const head of ['Company', 'Provider', "Provider's company ID", 'Company ID', 'Created']) {
      await expect(companies.table.getByRole('columnheader', { name: head, exact: true })).toBeVisible();
    }
    await companies.nextPage.click();
    await expect(companies.range('Rows 26–40 of 40')).toBeVisible();
    await expect(companies.rows).toHaveCount(15);
    await expect(companies.nextPage).toBeDisabled();
    expect(open.pageErrors).toEqual([]);
  },
);

test('a migration shows the name of its company', { tag: '@C31b' }, async ({ console: open }) => {
  const companies = new TablePage(open.page, 'Companies');
  await companies.open();
  await companies.chooseRowsPerPage(100);
  await expect(companies.rows).toHaveCount(40);
  const names = new Set(await companies.cells('Company'));
  expect(names.size).toBeGreaterThan(30);
  const migrations = new TablePage(open.page, 'Migrations');
  await migrations.open();
  await expect(migrations.rows).toHaveCount(25);
  await expect
    .poll(async () => (await migrations.cells('Company')).filter((text) => names.has(text)).length)
    .toBeGreaterThan(10);
  const unnamed = async () => (await migrations.cells('Company')).filter((text) => text !== '—' && !names.has(text));
  await expect.poll(unnamed).toEqual([]);
});

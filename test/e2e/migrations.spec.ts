import { expect, test } from '#test/fixtures/console/console-test.ts';
import { TablePage } from '#test/page-models/table-page.ts';

test(
  'a first start shows the migrations of the Sandbox, whose 250 rows can be paged by keyboard',
  { tag: '@C6' },
  async ({ console: open }) => {
    const migrations = new TablePage(open.page, 'Migrations');
    await expect(migrations.range('Rows 1–25 of 250')).toBeVisible();
    const visited = new Set<string>();
    for (let page = 1; ; page += 1) {
      const first = (page - 1) * 25 + 1;
      for (const id of await migrations.ids(`Rows ${first}–${first + 24} of 250`)) visited.add(id);
      if (page === 10) break;
      await migrations.nextPage.press('Enter');
    }
    expect(visited.size).toBe(250);
    await expect(migrations.nextPage).toBeDisabled();
    await expect(migrations.lastPage).toBeDisabled();
    await migrations.previousPage.press('Enter');
    await expect(migrations.range('Rows 201–225 of 250')).toBeVisible();
    await migrations.firstPage.press('Enter');
    await expect(migrations.range('Rows 1–25 of 250')).toBeVisible();
    await expect(migrations.previousPage).toBeDisabled();
    await migrations.lastPage.press('Enter');
    await expect(migrations.range('Rows 226–250 of 250')).toBeVisible();
    expect(open.pageErrors).toEqual([]);
  },
);

test.describe(() => {
  test.use({ shared: true });

  test(
    'page and page size are in the route, and reload and Back restore them',
    { tag: '@C14' },
    async ({ console: open }) => {
      const migrations = new TablePage(open.page, 'Migrations');
      await expect(migrations.range('Rows 1–25 of 250')).toBeVisible();
      await migrations.chooseRowsPerPage(50);
      await expect(migrations.range('Rows 1–50 of 250')).toBeVisible();
      await migrations.nextPage.press('Enter');
      await expect(migrations.range('Rows 51–100 of 250')).toBeVisible();
      await open.page.reload();
      await expect(migrations.range('Rows 51–100 of 250')).toBeVisible();
      await open.page.goBack();
      await expect(migrations.range('Rows 1–50 of 250')).toBeVisible();
    },
  );

  test('every row shows its status as a label with an icon', { tag: '@C9' }, async ({ console: open }) => {
    const migrations = new TablePage(open.page, 'Migrations');
    await expect(migrations.rows).toHaveCount(25);
    await migrations.chooseRowsPerPage(100);
    await expect(migrations.rows).toHaveCount(100);
    const labels =
      /^(Not ready|Not started|Working|Pending user input|Complete|Completed with failures|Failed|Login abandoned)$/;
    // A "stuck" mark may follow the status.
    const statuses = migrations.rows.locator('.col-status .status');
    await expect(statuses).toHaveCount(100);
    for (const text of await statuses.allInnerTexts()) expect(text.trim()).toMatch(labels);
    await expect(statuses.locator('svg')).toHaveCount(100);
  });
});

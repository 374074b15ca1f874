import { expect, test } from '#test/fixtures/console/console-test.ts';
import { TablePage } from '#test/page-models/table-page.ts';

test.use({ shared: true });

test(
  'one call returns a page of 100 migrations with names and first observations',
  { tag: ['@C31b', '@W9'] },
  async ({ console: { page } }) => {
    const migrations = new TablePage(page, 'Migrations');
    await migrations.open();
    const named = async () => (await migrations.cells('Company')).filter((name) => name.includes(' ')).length;
    await expect.poll(named).toBeGreaterThan(10);
    let calls: string[] = [];
    page.on('request', (request) => {
      const call = /\/calls\/(.+)$/.exec(request.url())?.[1];
      if (call && /^(migrations|companies|timeline)\//.test(call)) calls.push(call);
    });
    const show = async (route: string, range: string, companies: number) => {
      await page.evaluate((hash) => (location.hash = hash), `#/migrations?${route}`);
      await expect(migrations.range(range)).toBeVisible();
      await expect.poll(named).toBeGreaterThan(companies);
    };
    await show('page=1&size=10', 'Rows 1–10 of 250', 5);
    calls = [];
    await show('page=2&size=100', 'Rows 101–200 of 250', 50);
    // If the page looked up details of its rows, those calls would come before the next page's rows.
    await show('page=3&size=100', 'Rows 201–250 of 250', 25);
    expect(calls.length).toBeGreaterThan(0);
    expect(calls.filter((call) => call !== 'migrations/list')).toEqual([]);
  },
);

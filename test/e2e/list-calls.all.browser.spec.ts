import { expect, test } from '#test/fixtures/console/console-test.ts';
import { TablePage } from '#test/page-models/table-page.ts';

test.use({ shared: true });

/** By this time, the page would have sent any further requests about its rows. */
const idleMs = 2_500;

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
    // The console prefetches the page after the second. A busy data process delays its events.
    await expect(async () => {
      await page.evaluate(() => (location.hash = '#/migrations?page=1&size=10'));
      await expect(migrations.range('Rows 1–10 of 250')).toBeVisible();
      await page.waitForTimeout(idleMs);
      calls = [];
      await page.evaluate(() => (location.hash = '#/migrations?page=2&size=100'));
      await expect(migrations.range('Rows 101–200 of 250')).toBeVisible();
      expect(await named()).toBeGreaterThan(50);
      await page.waitForTimeout(idleMs);
      expect(calls.filter((call) => call !== 'migrations/list')).toEqual([]);
    }).toPass();
  },
);

import { expect, test } from '#test/fixtures/console-test.ts';
import { TablePage } from '#test/page-models/table-page.ts';

test.use({ shared: true });

const waitForIdle = 1_500;

test('C31b W9 a page of 100 migrations comes with names and first sights by one call', async ({
  console: { page },
}) => {
  const migrations = new TablePage(page, 'Migrations');
  await migrations.open();
  const named = async () => (await migrations.cells('Company')).filter((name) => name.includes(' ')).length;
  await expect.poll(named, { timeout: 20_000 }).toBeGreaterThan(10);
  const calls: string[] = [];
  page.on('request', (request) => {
    const call = /\/calls\/(.+)$/.exec(request.url())?.[1];
    if (call && /^(migrations|companies|timeline)\//.test(call)) calls.push(call);
  });
  // The last page, behind which nothing is read ahead.
  await page.evaluate(() => (location.hash = '#/migrations?page=3&size=100'));
  await expect(migrations.range('Rows 201–250 of 250')).toBeVisible();
  expect(await named()).toBeGreaterThan(20);
  await page.evaluate(() => (location.hash = '#/migrations?page=2&size=100'));
  await expect(migrations.range('Rows 101–200 of 250')).toBeVisible();
  expect(await named()).toBeGreaterThan(50);
  // What else a page could ask, it asks soon.
  await page.waitForTimeout(waitForIdle);
  expect(calls).toEqual(['migrations/list', 'migrations/list']);
});

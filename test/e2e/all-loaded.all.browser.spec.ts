import { findings } from '#test/fixtures/page/axe.ts';
import { expect, test } from '#test/fixtures/console/console-test.ts';
import { useProfile } from '#test/fixtures/console/fake-service-profile.ts';
import { migrationOf } from '#test/fixtures/service/fake-service.ts';
import { LoadedPage } from '#test/page-models/loaded-page.ts';
import { TablePage } from '#test/page-models/table-page.ts';

test.use({ shared: true });

test(
  'all loaded rows are searched, sorted, grouped and filtered, and Back and reload restore the view',
  { tag: '@C33' },
  async ({ console: open }) => {
    const { page } = open;
    const loaded = new LoadedPage(page, 'Migrations');
    await loaded.show(/^Load all 250$/);
    await expect(loaded.count(250)).toBeVisible();
    await expect(loaded.foot).toContainText(/loaded \d\d:\d\d/);
    expect(await findings(page)).toEqual([]);

    // The End key shows the last row, although the document contains only a few of the rows.
    await loaded.rows.first().focus();
    await page.keyboard.press('End');
    await expect(loaded.row(249)).toBeFocused();
    expect(await loaded.rows.count()).toBeLessThan(40);
    await page.keyboard.press('Home');
    await expect(loaded.row(0)).toBeFocused();

    await loaded.table.getByRole('button', { name: 'Created' }).click();
    await expect(loaded.head('Created')).toHaveAttribute('aria-sort', 'ascending');
    await page.reload();
    await expect(loaded.head('Created')).toHaveAttribute('aria-sort', 'ascending');
    await expect(loaded.count(250)).toBeVisible();

    await page.getByRole('button', { name: 'Status', exact: true }).first().click();
    await page.getByRole('menuitemcheckbox', { name: /^Failed/ }).click();
    await page.keyboard.press('Escape');
    await expect(page.locator('.filter-scope')).toContainText(/\d+ of 250 rows match/);
    await page.goBack();
    await expect(loaded.count(250)).toBeVisible();

    await page.getByRole('button', { name: 'Group by' }).click();
    await page.getByRole('menuitemradio', { name: 'status' }).click();
    const group = loaded.rows.filter({ hasText: 'Complete' }).first();
    await expect(group.getByRole('button')).toHaveAttribute('aria-expanded', 'false');
    await expect(loaded.foot).toContainText('groups of 250 rows');
    expect(await findings(page)).toEqual([]);
    await group.focus();
    await page.keyboard.press('Enter');
    await expect(group.getByRole('button')).toHaveAttribute('aria-expanded', 'true');
    await page.keyboard.press('ArrowDown');
    await expect(page.locator('tr[data-row-id]:focus')).toContainText('Complete');
    await page.getByRole('button', { name: 'Clear Group by' }).click();
    await page.getByRole('button', { name: 'Show pages' }).click();
    await expect(page.getByText('Rows 1–25 of 250')).toBeVisible();
    expect(open.pageErrors).toEqual([]);
  },
);

test(
  'a load of all rows starts without confirmation, pauses, continues, fails and retries',
  { tag: ['@C33', '@F11'] },
  async ({ console: open, fakeService }) => {
    const { page } = open;
    const total = 12_040;
    let fails = false;
    // The load must not finish before the test presses Pause.
    const loadPaused = Promise.withResolvers<undefined>();
    fakeService.answer('/api/v1/migrations', (request, reply) => {
      const query = new URL(request.url ?? '', fakeService.url).searchParams;
      const [number, size] = [Number(query.get('page')), Number(query.get('page_size'))];
      if (fails && number > 1) {
        reply.writeHead(403, { 'Content-Type': 'application/json' }).end('{"type":"api_error","message":"too many"}');
        return;
      }
      const first = (number - 1) * size;
      const results = Array.from({ length: Math.max(0, Math.min(size, total - first)) }, (_row, index) =>
        migrationOf(first + index + 1),
      );
      const body = JSON.stringify({ results, page: { size, total } });
      const send = () => reply.writeHead(200, { 'Content-Type': 'application/json' }).end(body);
      if (size < 100 || number <= 20) setTimeout(send, size === 100 ? 40 : 0);
      else void loadPaused.promise.then(send);
    });
    await useProfile(page, fakeService.url);
    const loaded = new LoadedPage(page, 'Migrations');
    await page.getByRole('button', { name: 'Load all 12,040' }).click();

    const strip = page.getByRole('region', { name: 'Loading all' });
    await expect(strip).toContainText(/Loading [\d,]+ of 12,040/);
    await strip.getByRole('button', { name: 'Pause' }).click();
    loadPaused.resolve(undefined);
    await expect(strip).toContainText(/Paused at \d\d:\d\d\. [\d,]+ of 12,040 loaded\./);
    await expect(loaded.rows.first()).toBeVisible();
    expect(await findings(page)).toEqual([]);
    fails = true;
    await strip.getByRole('button', { name: 'Resume' }).click();
    const problem = page.locator('.banner', { hasText: 'of 12,040 rows are loaded and stay available' });
    await expect(problem).toBeVisible();
    fails = false;
    await problem.getByRole('button', { name: 'Retry' }).click();
    await expect(loaded.foot).toContainText('of 12,040');
    await expect(strip).toHaveCount(0);
    await expect(loaded.foot).toContainText(/loaded \d\d:\d\d/);
  },
);

test(
  'script payloads, long names and right-to-left strings stay plain in the list of all rows',
  { tag: ['@C9', '@T12'] },
  async ({ console: open, fakeService }) => {
    const { page } = open;
    const payload = '<img src=x onerror="document.title=\'owned\'">';
    const users = [payload, 'مرحبا بالعالم@example.com', '🚢'.repeat(40), 'a'.repeat(900), ''];
    const results = users.map((user, index) =>
      migrationOf(index + 1, { created_by_user_id: user, status: index === 0 ? payload : 'COMPLETE' }),
    );
    fakeService.answer('/api/v1/migrations', { body: { results, page: { size: 25, total: users.length } } });
    await useProfile(page, fakeService.url);
    const loaded = new LoadedPage(page, 'Migrations');
    await loaded.show(/^Load all 5$/);
    await expect(loaded.rows).toHaveCount(5);
    await expect(loaded.table.getByText(payload, { exact: true }).first()).toBeVisible();
    const heights = await loaded.rows.evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().height));
    expect(new Set(heights)).toEqual(new Set([36]));
    const fits = await page.locator('.virtual-scroll').evaluate((list) => list.scrollWidth <= list.clientWidth);
    expect(fits).toBe(true);
    expect(await page.title()).not.toBe('owned');
  },
);

test(
  'companies are filtered by provider, and a company links to its migrations',
  { tag: '@C31b' },
  async ({ console: open }) => {
    const { page } = open;
    const companies = new LoadedPage(page, 'Companies');
    await new TablePage(page, 'Companies').open();
    await companies.show(/^Load all 40$/);
    await expect(companies.count(40)).toBeVisible();
    await page.getByRole('button', { name: 'Provider', exact: true }).first().click();
    await page.getByRole('menuitemcheckbox').first().click();
    await page.keyboard.press('Escape');
    await expect(page.locator('.filter-scope')).toContainText(/\d+ of 40 rows match/);
    const name = (await companies.rows.first().locator('.col-company').innerText()).trim();
    await companies.rows.first().focus();
    await page.keyboard.press('Shift+F10');
    await page.getByRole('menuitem', { name: /Show migrations/ }).click();
    const migrations = new LoadedPage(page, 'Migrations');
    await expect(page.getByRole('button', { name: `Company ${name}` })).toBeVisible();
    await expect(migrations.table.locator('td.col-company').first()).toHaveText(name, { useInnerText: true });
  },
);

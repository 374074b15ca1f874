import { mustCall } from '#test/fixtures/console/call-console.ts';
import { expect, test } from '#test/fixtures/console/console-test.ts';
import { requestsAtRest } from '#test/fixtures/page/requests-at-rest.ts';
import { tabFaults, tabWalk } from '#test/fixtures/page/tab-walk.ts';
import { goTo } from '#test/page-models/reading-pages.ts';
import { TablePage } from '#test/page-models/table-page.ts';

test.use({ shared: true });

test(
  'Tab moves through every page in visual order with visible focus, and Shift+Tab in reverse',
  { tag: '@C21' },
  async ({ console: { page } }) => {
    const migrations = new TablePage(page, 'Migrations');
    const companies = new TablePage(page, 'Companies');
    await expect(migrations.rows).toHaveCount(25);
    // Automatic updates would move rows and buttons during the test.
    await requestsAtRest(page);
    await mustCall(page, 'requests', 'pause', { paused: true });
    const pages = [
      ['/companies', companies.rows.nth(24)],
      ['/overview', page.getByRole('table', { name: 'Migrations by status' })],
      ['/settings?section=data', page.getByRole('heading', { name: 'Observed timeline' })],
      ['/requests', page.getByRole('table', { name: 'Requests' })],
      ['/migrations', migrations.rows.nth(24)],
      // The drawer opens next to the list of the previous entry.
      ['drawer', migrations.drawer.getByRole('region', { name: 'JSON' })],
    ] as const;
    for (const [route, there] of pages) {
      await test.step(route, async () => {
        await (route === 'drawer' ? migrations.rows.nth(2).press('Enter') : goTo(page, route));
        await there.waitFor();
        const [skip, ...stops] = await tabWalk(page, 'there');
        expect(skip?.name).toContain('Skip to main content');
        expect(stops.length).toBeGreaterThan(15);
        expect(tabFaults(stops)).toEqual([]);
        const back = (await tabWalk(page, 'back')).map(({ name }) => name);
        // oxlint-disable-next-line unicorn/no-array-reverse
        expect(back.reverse()).toEqual([skip, ...stops].map((stop) => stop?.name));
      });
    }
  },
);

import { expect, test } from '@playwright/test';
import { ensureBuild } from '#build/launch/ensure-build.ts';
import { dashboardScreens } from '#test/fixtures/dashboard/dashboard-screens.ts';
import { dashboardSizes, openDashboardScreen } from '#test/fixtures/dashboard/open-dashboard-screen.ts';
import { findingsHere } from '#test/fixtures/page/axe.ts';
import { chromiumOptions } from '#test/fixtures/page/chromium.ts';
import { tabFaults, tabWalk } from '#test/fixtures/page/tab-walk.ts';

const over = '[role=dialog], [role=alertdialog]';
/** Pages whose layout differs on a phone; another test covers webhooks. */
const phoneScreens: readonly string[] = [
  'dashboard-keys',
  'dashboard-people',
  'dashboard-sessions',
  'dashboard-audit',
  'dashboard-account',
  'dashboard-organizations',
];

test.use({ launchOptions: chromiumOptions() });
test.beforeAll(async () => {
  test.setTimeout(300_000);
  await ensureBuild();
});

test(
  'dashboard: axe finds nothing, nothing is wider than the window, and every control works by keyboard in forced colors',
  { tag: '@X24' },
  async ({ browser }) => {
    test.setTimeout(900_000);
    for (const screen of dashboardScreens) {
      await test.step(screen.name, async () => {
        const page = await openDashboardScreen(browser, screen, { viewport: { width: 1440, height: 900 } });
        expect(await findingsHere(page), '1440').toEqual([]);
        for (const size of dashboardSizes) {
          await page.setViewportSize(size);
          const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
          expect(wide, `${size.width}`).toBeLessThanOrEqual(0);
        }
        if (phoneScreens.includes(screen.name)) {
          await page.setViewportSize({ width: 375, height: 812 });
          expect(await findingsHere(page), '375').toEqual([]);
        }

        await page.setViewportSize({ width: 900, height: 700 });
        await page.emulateMedia({ forcedColors: 'active' });
        const isOver = (await page.locator(over).count()) > 0;
        // From here on, the browser shows focus rings, because the keyboard is used instead of the mouse.
        await page.keyboard.press('Tab');
        const stops = await tabWalk(page, isOver ? 'within' : 'there');
        expect(stops.length).toBeGreaterThan(1);
        expect(tabFaults(stops)).toEqual([]);
        await page.context().close();
      });
    }
  },
);

test(
  'dashboard: the Sessions page shows an IPv6 address in full at every size',
  { tag: '@X24' },
  async ({ browser }) => {
    const screen = dashboardScreens.find(({ name }) => name === 'dashboard-sessions');
    if (screen === undefined) throw new Error('The pictures lack the Sessions page.');
    const page = await openDashboardScreen(browser, screen, { viewport: dashboardSizes[0] });
    const address = page.getByRole('cell', { name: '2001:db8:4f2a:91c7:8a2e:370:7334:fe01' });
    for (const size of dashboardSizes) {
      await page.setViewportSize(size);
      const isCut = await address.evaluate(
        (cell) => cell.scrollWidth > cell.clientWidth || cell.scrollHeight > cell.clientHeight,
      );
      expect(isCut, `${size.width}`).toBe(false);
    }
    await page.context().close();
  },
);

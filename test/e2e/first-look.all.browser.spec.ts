import type { Page } from '@playwright/test';
import { mustCall } from '#test/fixtures/console/call-console.ts';
import { expect, test } from '#test/fixtures/console/console-test.ts';
import { TablePage } from '#test/page-models/table-page.ts';

test.use({ shared: true });

/** Whether all stylesheets have loaded. The parser may finish before they have. */
const hasStyles = (): boolean => {
  const styles = [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')];
  return document.readyState !== 'loading' && styles.length > 0 && styles.every(({ sheet }) => sheet !== null);
};

/** Opens a page before its own program has loaded. The returned function lets the program load, or fail to load. */
async function openWithoutProgram(page: Page, comes = true): Promise<() => void> {
  let continueLoading: () => void = () => undefined;
  const pending = new Promise<void>((resolve) => (continueLoading = resolve));
  await page.route('**/assets/shell-*.js', async (route) => {
    await pending;
    await (comes ? route.fallback() : route.abort());
  });
  await page.reload({ waitUntil: 'commit' });
  await expect(page.locator('[data-first-look]')).toBeAttached();
  await expect.poll(() => page.evaluate(hasStyles)).toBe(true);
  // Layout makes the browser request the fonts.
  await page.evaluate(async () => {
    document.body.getBoundingClientRect();
    await document.fonts.ready;
  });
  return continueLoading;
}

/** Positions and labels of the sidebar's parts. */
const sidebar = (page: Page): Promise<unknown> =>
  page.evaluate(() =>
    [...document.querySelectorAll('.switcher, .go-to, .nav a, .nav-group-label, .connection, .panel')].map((part) => {
      const { x, y, width, height } = part.getBoundingClientRect();
      // Only these parts' text is compared: in the others, text that is added later has its own line and moves nothing.
      const words = part.matches('.nav a, .nav-group-label')
        ? part.querySelector('.nav-label, :scope')?.textContent
        : '';
      return [part.classList[0], words, x, y, width, height].join(' ');
    }),
  );

for (const [width, height] of [
  [1280, 800],
  [900, 600],
] as const) {
  test(
    `at ${width}x${height} the shell is painted before the page’s script has loaded, and doesn’t move`,
    { tag: '@C32' },
    async ({ console: { page } }) => {
      await page.setViewportSize({ width, height });
      const continueLoading = await openWithoutProgram(page);
      const first = page.locator('[data-first-look]');
      await expect(first.getByText('Migrations')).toBeAttached();
      const before = await sidebar(page);
      // The controls can't be used yet, so screen readers must not find them.
      await expect(page.getByRole('link')).toHaveCount(0);
      await expect(first).toHaveAttribute('inert');
      continueLoading();
      await expect(new TablePage(page, 'Migrations').rows).toHaveCount(25);
      await expect(first).toHaveCount(0);
      expect(await sidebar(page)).toEqual(before);
      await page.setViewportSize({ width: 1280, height: 800 });
    },
  );
}

test(
  'the first paint uses the theme from the settings, not the system theme',
  { tag: '@C21' },
  async ({ console: { page } }) => {
    await expect(new TablePage(page, 'Migrations').rows).toHaveCount(25);
    const painted = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    for (const theme of ['dark', 'light'] as const) {
      await mustCall(page, 'settings', 'change', { theme });
      await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
      await page.emulateMedia({ colorScheme: theme === 'dark' ? 'light' : 'dark' });
      const real = await painted();
      const continueLoading = await openWithoutProgram(page);
      await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
      expect(await painted()).toBe(real);
      continueLoading();
      await expect(new TablePage(page, 'Migrations').rows).toHaveCount(25);
    }
    await page.emulateMedia({ colorScheme: null });
  },
);

test(
  'the Welcome page shows no shell before its script has loaded, because it has no sidebar',
  { tag: '@C32' },
  async ({ console: { page } }) => {
    await page.evaluate(() => (location.hash = '/welcome'));
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const continueLoading = await openWithoutProgram(page);
    await expect(page.locator('[data-first-look]')).toBeHidden();
    continueLoading();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  },
);

test('no shell looks usable if the page’s script doesn’t load', { tag: '@C32' }, async ({ console: { page } }) => {
  const continueLoading = await openWithoutProgram(page, false);
  continueLoading();
  await expect(page.locator('#root')).toBeEmpty();
  await page.unroute('**/assets/shell-*.js');
  await page.reload();
  await expect(new TablePage(page, 'Migrations').rows).toHaveCount(25);
});

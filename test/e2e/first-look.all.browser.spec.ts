import type { Page } from '@playwright/test';
import { mustCall } from '#test/fixtures/console/call-console.ts';
import { expect, test } from '#test/fixtures/console/console-test.ts';
import { TablePage } from '#test/page-models/table-page.ts';

test.use({ shared: true });

/** The parser continues while the styles load; they block only the paint. */
const hasStyles = (): boolean => {
  const styles = [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')];
  return document.readyState !== 'loading' && styles.length > 0 && styles.every(({ sheet }) => sheet !== null);
};

/** What a page shows before its own program has come; `goOn` lets that come, or its load fail. */
async function openWithoutProgram(page: Page, comes = true): Promise<() => void> {
  let goOn: () => void = () => undefined;
  const pending = new Promise<void>((resolve) => (goOn = resolve));
  await page.route('**/assets/shell-*.js', async (route) => {
    await pending;
    await (comes ? route.fallback() : route.abort());
  });
  await page.reload({ waitUntil: 'commit' });
  await expect(page.locator('[data-first-look]')).toBeAttached();
  await expect.poll(() => page.evaluate(hasStyles)).toBe(true);
  // Layout triggers the request for the fonts.
  await page.evaluate(async () => {
    document.body.getBoundingClientRect();
    await document.fonts.ready;
  });
  return goOn;
}

/** Positions and labels of the parts of the sidebar. */
const sidebar = (page: Page): Promise<unknown> =>
  page.evaluate(() =>
    [...document.querySelectorAll('.switcher, .go-to, .nav a, .nav-group-label, .connection, .panel')].map((part) => {
      const { x, y, width, height } = part.getBoundingClientRect();
      // A part on a separate line may gain text later; positions stay.
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
    `at ${width}x${height} the shell is painted before the page's program has come, and stays in its place`,
    { tag: '@C32' },
    async ({ console: { page } }) => {
      await page.setViewportSize({ width, height });
      const goOn = await openWithoutProgram(page);
      const first = page.locator('[data-first-look]');
      await expect(first.getByText('Migrations')).toBeAttached();
      const before = await sidebar(page);
      // Screen readers get nothing that can't be used yet.
      await expect(page.getByRole('link')).toHaveCount(0);
      await expect(first).toHaveAttribute('inert');
      goOn();
      await expect(new TablePage(page, 'Migrations').rows).toHaveCount(25);
      await expect(first).toHaveCount(0);
      expect(await sidebar(page)).toEqual(before);
      await page.setViewportSize({ width: 1280, height: 800 });
    },
  );
}

test(
  'the first look uses the theme of the settings, not the system theme',
  { tag: '@C21' },
  async ({ console: { page } }) => {
    await expect(new TablePage(page, 'Migrations').rows).toHaveCount(25);
    const painted = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    for (const theme of ['dark', 'light'] as const) {
      await mustCall(page, 'settings', 'change', { theme });
      await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
      await page.emulateMedia({ colorScheme: theme === 'dark' ? 'light' : 'dark' });
      const real = await painted();
      const goOn = await openWithoutProgram(page);
      await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
      expect(await painted()).toBe(real);
      goOn();
      await expect(new TablePage(page, 'Migrations').rows).toHaveCount(25);
    }
    await page.emulateMedia({ colorScheme: null });
  },
);

test('the Welcome page, which has no sidebar, has no first look', { tag: '@C32' }, async ({ console: { page } }) => {
  await page.evaluate(() => (location.hash = '/welcome'));
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const goOn = await openWithoutProgram(page);
  await expect(page.locator('[data-first-look]')).toBeHidden();
  goOn();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

test(
  'a page whose program does not come shows no shell that looks as if it worked',
  { tag: '@C32' },
  async ({ console: { page } }) => {
    const goOn = await openWithoutProgram(page, false);
    goOn();
    await expect(page.locator('#root')).toBeEmpty();
    await page.unroute('**/assets/shell-*.js');
    await page.reload();
    await expect(new TablePage(page, 'Migrations').rows).toHaveCount(25);
  },
);

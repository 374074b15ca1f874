import { expect, test } from '#test/fixtures/console/console-test.ts';
import { Palette } from '#test/page-models/palette.ts';
import { TablePage } from '#test/page-models/table-page.ts';

test.use({ shared: true });

test(
  'keys typed right after the first Ctrl+K reach the palette, even if its code arrives late',
  { tag: '@C37' },
  async ({ console: { page, pageErrors } }) => {
    const migrations = new TablePage(page, 'Migrations');
    await expect(migrations.rows).toHaveCount(25);
    let release = (): void => undefined;
    const go = new Promise<void>((resolve) => (release = resolve));
    await page.route('**/command-palette-*.js', async (route) => {
      await go;
      await route.continue();
    });
    await migrations.rows.first().focus();
    const request = page.waitForRequest('**/command-palette-*.js');
    await page.keyboard.press('ControlOrMeta+k');
    await request;
    // If the page got these keys, F would move to the filters, J to the next row, and Enter would open a row.
    await page.keyboard.type('fajo');
    await page.keyboard.press('Backspace');
    await page.keyboard.press('Enter');
    const opening = page.getByText('Opening…');
    await expect(opening).toBeVisible();
    release();
    const palette = new Palette(page);
    await expect(palette.field).toBeFocused();
    await expect(palette.field).toHaveValue('faj');
    await expect(opening).toHaveCount(0);
    await page.keyboard.type('k');
    await expect(palette.field).toHaveValue('fajk');
    await page.keyboard.press('Escape');
    await expect(palette.dialog).toHaveCount(0);
    await expect(migrations.drawer).toHaveCount(0);
    await expect(migrations.rows.first()).toBeFocused();
    // At the second opening, the palette's code has loaded, and no earlier key is replayed.
    await palette.open();
    await expect(palette.field).toHaveValue('');
    expect(pageErrors).toEqual([]);
  },
);

test('a palette closed before its code arrives does not open', { tag: '@C37' }, async ({ console: { page } }) => {
  const migrations = new TablePage(page, 'Migrations');
  await expect(migrations.rows).toHaveCount(25);
  let release = (): void => undefined;
  const go = new Promise<void>((resolve) => (release = resolve));
  let notify = (): void => undefined;
  const sent = new Promise<void>((resolve) => (notify = resolve));
  await page.route('**/command-palette-*.js', async (route) => {
    await go;
    await route.continue();
    notify();
  });
  await migrations.rows.first().focus();
  await page.keyboard.press('ControlOrMeta+k');
  await page.keyboard.type('jj');
  await page.keyboard.press('Escape');
  release();
  await sent;
  // The keys act on the page again.
  await page.keyboard.press('j');
  await expect(migrations.rows.nth(1)).toBeFocused();
  const palette = new Palette(page);
  await expect(palette.dialog).toHaveCount(0);
  // Keys typed into the cancelled palette are discarded.
  await palette.open();
  await expect(palette.field).toHaveValue('');
});

test(
  'the next Ctrl+K loads the palette again after its code failed to load',
  { tag: '@C37' },
  async ({ console: { page } }) => {
    const migrations = new TablePage(page, 'Migrations');
    await expect(migrations.rows).toHaveCount(25);
    let release = (): void => undefined;
    const go = new Promise<void>((resolve) => (release = resolve));
    await page.route(
      '**/command-palette-*.js',
      async (route) => {
        await go;
        await route.abort();
      },
      { times: 1 },
    );
    await migrations.rows.first().focus();
    await page.keyboard.press('ControlOrMeta+k');
    const opening = page.getByText('Opening…');
    await expect(opening).toBeVisible();
    release();
    await expect(opening).toHaveCount(0);
    // The keys act on the unchanged page again.
    await page.keyboard.press('j');
    await expect(migrations.rows.nth(1)).toBeFocused();
    const palette = new Palette(page);
    await palette.open();
    await expect(palette.field).toHaveValue('');
  },
);

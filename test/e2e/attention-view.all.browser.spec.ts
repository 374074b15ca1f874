import { findings } from '#test/fixtures/page/axe.ts';
import { mustCall } from '#test/fixtures/console/call-console.ts';
import { expect, test } from '#test/fixtures/console/console-test.ts';
import { LoadedPage } from '#test/page-models/loaded-page.ts';
import { OverviewPage } from '#test/page-models/overview-page.ts';
import { Palette } from '#test/page-models/palette.ts';
import { TablePage } from '#test/page-models/table-page.ts';

test.use({ shared: true });

const numberIn = (text: string | undefined): number => Number((text ?? '').replaceAll(/[^\d]/g, ''));

test(
  'Needs attention opens from the Overview, the palette and the list of views, and handled rows leave it',
  { tag: '@C44' },
  async ({ console: open }) => {
    const { page } = open;
    const overview = new OverviewPage(page);
    const loaded = new LoadedPage(page, 'Migrations');
    await loaded.untilComplete();
    await overview.open();
    const all = overview.problems.locator('.segments label').filter({ hasText: 'All ' });
    const total = numberIn(await all.innerText());
    await overview.problems.getByRole('link', { name: 'Open as list' }).click();
    const chip = page.getByRole('button', { name: 'Needs attention Any reason' });
    await expect(chip).toBeVisible();
    await expect(loaded.count(total)).toBeVisible();
    expect(await findings(page)).toEqual([]);

    // The longest stuck migration comes first; the menu shows how many rows each reason has.
    const listed = await mustCall<{ rows: readonly { readonly id: string; readonly since: string }[] }>(
      page,
      'loaded',
      'window',
      { resource: 'migrations', query: { attention: ['stuck'] }, offset: 0, limit: 200 },
    );
    const sinceTimes = listed.rows.map(({ since }) => since);
    expect(sinceTimes).toEqual([...sinceTimes].sort());
    expect(sinceTimes.length).toBeGreaterThan(1);
    await expect(loaded.row(0)).toHaveAttribute('data-row-id', listed.rows[0]?.id ?? '');
    await chip.click();
    await expect(page.getByRole('menuitemcheckbox', { name: 'Stuck' })).toContainText(String(sinceTimes.length));
    await page.keyboard.press('Escape');

    // A handled migration moves to the list of handled ones; Undo returns it.
    await loaded.row(0).click();
    const { drawer } = new TablePage(page, 'Migrations');
    await expect(drawer.locator('.pill')).toBeVisible();
    await page.keyboard.press('h');
    await expect(loaded.count(total - 1)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(drawer).toHaveCount(0);
    await overview.open();
    await overview.problems.getByRole('link', { name: 'Handled 1' }).click();
    await expect(loaded.count(1)).toBeVisible();
    await page.goBack();
    await overview.problems.getByRole('link', { name: `Show all ${total - 1}` }).click();
    await expect(loaded.count(total - 1)).toBeVisible();
    await page.getByRole('button', { name: 'Clear Needs attention' }).click();
    await expect(chip).toHaveCount(0);

    const palette = new Palette(page);
    await palette.open();
    await page.keyboard.type('needs att');
    await expect(palette.group('Views').getByRole('option', { name: 'Needs attention' })).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(loaded.count(total - 1)).toBeVisible();
    await page.getByRole('button', { name: 'Saved views' }).click();
    await expect(page.getByRole('menuitemradio', { name: 'Needs attention' })).toHaveAttribute('aria-checked', 'true');
    await page.getByRole('menuitemradio', { name: 'All migrations' }).click();
    await expect(new TablePage(page, 'Migrations').rows).toHaveCount(25);
    await page.getByRole('button', { name: 'Saved views' }).click();
    await expect(page.getByRole('menuitemradio', { name: 'All migrations' })).toHaveAttribute('aria-checked', 'true');
    await page.getByRole('menuitemradio', { name: 'Needs attention' }).click();
    await expect(loaded.count(total - 1)).toBeVisible();

    // Leaves only the reason Failed in the filter. The reasons have the same labels as on the Overview.
    await chip.click();
    for (const name of ['Stuck', 'Waiting for the end user', 'Completed with failures'])
      await page.getByRole('menuitemcheckbox', { name }).click();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: 'Needs attention Failed' })).toBeVisible();
    const statuses = async () => [...new Set(await new TablePage(page, 'Migrations').cells('Status'))];
    await expect.poll(statuses).toEqual(['Failed']);
    expect(open.pageErrors).toEqual([]);
  },
);

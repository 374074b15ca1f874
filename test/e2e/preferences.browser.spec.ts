import { mustCall } from '#test/fixtures/console/call-console.ts';
import { expect, test } from '#test/fixtures/console/console-test.ts';
import { SettingsPage } from '#test/page-models/settings-page.ts';
import { TablePage } from '#test/page-models/table-page.ts';

test.use({ shared: true });

/** Chooses an option by keyboard: arrow keys move a group's selection. */
async function choose(settings: SettingsPage, group: string, choice: string): Promise<void> {
  const radio = settings.page
    .getByRole('radiogroup', { name: group })
    .getByRole('radio', { name: choice, exact: true });
  await radio.focus();
  await settings.page.keyboard.press('Space');
  await expect(radio).toBeChecked();
}

test(
  'preferences work by keyboard: time zone, time format, rows per page, stuck time and watch',
  { tag: ['@C39', '@W9'] },
  async ({ console: open }) => {
    const { page } = open;
    const migrations = new TablePage(page, 'Migrations');
    await expect(migrations.rows).toHaveCount(25);
    const settings = new SettingsPage(page);
    await settings.open();
    await settings.show('Appearance');
    await choose(settings, 'Time zone', 'UTC');
    await choose(settings, 'Times in tables', 'Absolute');
    await settings.show('Data and refresh');
    await choose(settings, 'Rows per page', '10');
    await choose(settings, 'Watched migrations', '5 min');
    await choose(settings, 'Load automatically', 'Off');
    const workingField = page.getByRole('region', { name: 'Stuck migrations' }).getByLabel('Working');
    await workingField.fill('many');
    await expect(page.getByText('A number from 0.1 to 2,000.')).toBeVisible();
    await workingField.fill('1,5');
    await workingField.press('Enter');
    await expect
      .poll(() => mustCall(page, 'settings', 'get', {}))
      .toMatchObject({
        preferences: {
          timeZone: 'utc',
          times: 'absolute',
          pageSize: 10,
          watchSeconds: 300,
          loadAllBySelf: false,
          stuckHours: { WORKING: 1.5, NOT_STARTED: 24 },
        },
      });

    await migrations.open();
    await expect(migrations.rows).toHaveCount(10);
    const [created = ''] = await migrations.cells('Created');
    const stamp = await migrations.rows.first().locator('time').getAttribute('datetime');
    expect(created).toContain(stamp?.slice(11, 19) ?? 'no time');
    expect(created).toMatch(/^\d{1,2} [A-Z][a-z]{2}, /);
    await expect(page).not.toHaveURL(/size=/);
    await migrations.chooseRowsPerPage(25);
    await expect(page).toHaveURL(/size=25/);
    await page.reload();
    await expect(migrations.rows).toHaveCount(25);

    await settings.open();
    await settings.show('Data and refresh');
    const erase = page.getByRole('button', { name: 'Erase the timeline' });
    await expect(page.getByText(/entries for Sandbox\./)).toBeVisible();
    await erase.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Erase', exact: true }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByText(/^Erased [\d,]+ entries$/)).toBeVisible();
    expect(open.pageErrors).toEqual([]);
  },
);

test('an uncaught error in a page appears in the diagnostics', { tag: ['@C22', '@F25'] }, async ({ console: open }) => {
  const { page } = open;
  await expect(new TablePage(page, 'Migrations').rows).toHaveCount(25);
  await page.evaluate(() => setTimeout(() => Promise.reject(new Error('planted in the page'))));
  await expect
    .poll(async () => (await mustCall<{ text: string }>(page, 'diagnostics', 'text', {})).text)
    .toContain('page: Error: planted in the page');
});

test(
  'an ID without a migration does not count as failed in the Requests badge',
  { tag: '@C37' },
  async ({ console: open }) => {
    const { page } = open;
    await expect(new TablePage(page, 'Migrations').rows).toHaveCount(25);
    await page.getByRole('searchbox').or(page.getByLabel(/^Find/)).first().fill('00000000-0000-4000-8000-00000000dead');
    await page.keyboard.press('Enter');
    await expect(page.getByText(/No migration with this ID/).first()).toBeVisible();
    const link = page.getByRole('navigation', { name: 'Console pages' }).getByRole('link', { name: /^Requests/ });
    await expect(link).toHaveText('Requests');
  },
);

import { findings } from '#test/fixtures/page/axe.ts';
import { expect, test } from '#test/fixtures/console/console-test.ts';
import { useProfile } from '#test/fixtures/console/fake-service-profile.ts';
import { startFakeService } from '#test/fixtures/service/fake-service.ts';
import { RequestsPage } from '#test/page-models/requests-page.ts';
import { SettingsPage } from '#test/page-models/settings-page.ts';
import { TablePage } from '#test/page-models/table-page.ts';
import { WelcomePage } from '#test/page-models/welcome-page.ts';

test.use({ shared: true });

test('axe finds nothing on any page in either theme', { tag: '@C21' }, async ({ console: open }) => {
  const { page } = open;
  const migrations = new TablePage(page, 'Migrations');
  await expect(migrations.rows).toHaveCount(25);
  expect(await findings(page)).toEqual([]);
  await migrations.rows.nth(2).click();
  await expect(migrations.drawer).toBeVisible();
  expect(await findings(page)).toEqual([]);
  const companies = new TablePage(page, 'Companies');
  await companies.open();
  await expect(companies.rows).toHaveCount(25);
  expect(await findings(page)).toEqual([]);
  await page.getByRole('link', { name: 'Settings' }).click();
  await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible();
  expect(await findings(page)).toEqual([]);
  await page.getByRole('link', { name: /^Alerts/ }).click();
  await page.getByRole('button', { name: 'New rule' }).click();
  const rule = page.getByRole('form', { name: 'New rule' });
  await rule.getByLabel('When a migration').selectOption({ label: 'waits for the end user for…' });
  await rule.getByLabel('Longer than').fill('no number');
  await expect(page.getByRole('region', { name: 'Rules' }).getByRole('listitem').first()).toBeVisible();
  expect(await findings(page)).toEqual([]);
  await page.getByRole('link', { name: 'Link tokens' }).click();
  await page.getByRole('button', { name: 'Create a link token' }).click();
  await expect(page.getByText('Shown only once')).toBeVisible();
  expect(await findings(page)).toEqual([]);
  await page.getByRole('link', { name: 'Modal lab' }).click();
  await page.getByText('Listening for events').waitFor();
  await page.getByRole('button', { name: 'New token and open' }).click();
  await expect(page.getByRole('log').getByText('migration_modal')).toBeVisible();
  expect(await findings(page)).toEqual([]);
});

test(
  'axe finds nothing on Welcome, Settings, Requests and the prompt for a key in either theme',
  { tag: '@C21' },
  async ({ console: open }) => {
    const { page } = open;
    await new WelcomePage(page).open();
    expect(await findings(page)).toEqual([]);
    await page.getByRole('link', { name: 'Self-check' }).click();
    await expect(page.getByText(/(problems found|attention)\. Checked at/)).toBeVisible();
    expect(await findings(page)).toEqual([]);
    const settings = new SettingsPage(page);
    for (const part of ['All profiles', 'Network', 'Appearance', 'Data and refresh', 'Log and support', 'About']) {
      await settings.show(part);
      expect(await findings(page)).toEqual([]);
    }
    const fakeService = await startFakeService();
    try {
      await useProfile(page, fakeService.url);
      await settings.show('Profile and key');
      await expect(settings.keyCard).toContainText('ends ····0000');
      expect(await findings(page)).toEqual([]);
      await page.getByRole('button', { name: 'Remove profile' }).click();
      await expect(page.getByRole('alertdialog')).toBeVisible();
      expect(await findings(page)).toEqual([]);
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Profile', exact: true }).click();
      await expect(page.getByRole('menu', { name: 'Profiles' })).toBeVisible();
      expect(await findings(page)).toEqual([]);
      await page.keyboard.press('Escape');
      const requests = new RequestsPage(page);
      await requests.open();
      await requests.rowOf('/migrations').first().click();
      await expect(requests.drawer).toContainText('Request headers');
      expect(await findings(page)).toEqual([]);
      fakeService.answer('*', { status: 401, body: { type: 'api_error', message: 'no' } });
      await new TablePage(page, 'Migrations').open();
      await page.keyboard.press('F5');
      await expect(page.getByRole('region', { name: 'Key needed' })).toBeVisible();
      expect(await findings(page)).toEqual([]);
    } finally {
      await fakeService.close();
    }
  },
);

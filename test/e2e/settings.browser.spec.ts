import { pageHolds, profileNames } from '#test/fixtures/console/connect-console.ts';
import { expect, test } from '#test/fixtures/console/console-test.ts';
import { SettingsPage } from '#test/page-models/settings-page.ts';

const key = 'ferry_test_settings_canary_4f2a';

test.use({ shared: true });

test(
  'a profile is added, gets a session key, is tested, renamed and removed by keyboard',
  { tag: ['@C2', '@C3', '@C5', '@T5'] },
  async ({ console: open, fakeService }) => {
    const { page } = open;
    fakeService.answer('/healthz', { body: { status: 'ok', version: '1.0.0' } });
    const settings = new SettingsPage(page);
    await settings.open();
    await settings.addNew('Brightwater', fakeService.url);
    await expect(settings.keyCard).toContainText('No keychain available');
    await settings.key.fill(key);
    await settings.keyCard.getByRole('button', { name: 'Keep for this session' }).press('Enter');
    await expect(settings.keyCard).toContainText('Stored for this session, ends ····4f2a');
    await expect(settings.keyCard).toContainText('0 days old');
    expect(await pageHolds(page, key)).toBe(false);

    await settings.testConnection.press('Enter');
    await expect(page.getByText(/Responded in \d+ ms\. Service version 1\.0\.0\./)).toBeVisible();

    await settings.name.fill('Brightwater Ltd');
    await settings.save.press('Enter');
    await expect(page.getByText(/Saved at/)).toBeVisible();
    expect(await profileNames(page)).toEqual(['Sandbox', 'Brightwater Ltd']);

    await page.getByRole('button', { name: 'Remove profile' }).press('Enter');
    const dialog = page.getByRole('alertdialog', { name: 'Remove Brightwater Ltd?' });
    await expect(dialog).toContainText('the key ····4f2a');
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await page.getByRole('button', { name: 'Remove profile' }).press('Enter');
    await dialog.getByRole('button', { name: 'Remove', exact: true }).press('Enter');
    await expect(dialog).toHaveCount(0);
    expect(await profileNames(page)).toEqual(['Sandbox']);
  },
);

test(
  'changing the base URL removes the key, and the console says so before and after',
  { tag: '@C5' },
  async ({ console: open, fakeService }) => {
    const { page } = open;
    const settings = new SettingsPage(page);
    await settings.open();
    await settings.addNew('Brightwater', fakeService.url);
    await settings.key.fill(key);
    await settings.keyCard.getByRole('button', { name: 'Keep for this session' }).click();
    await expect(settings.keyCard).toContainText('ends ····4f2a');
    await settings.baseAddress.fill('https://other.example');
    await expect(settings.baseAddress).toHaveAccessibleDescription(/enter the key again/);
    await settings.save.click();
    await expect(settings.keyCard.getByLabel('API key', { exact: true })).toBeVisible();
    await expect(settings.keyCard).not.toContainText('4f2a');
  },
);

test(
  'an invalid URL and a name in use show an error at their field',
  { tag: ['@C5', '@T9'] },
  async ({ console: open }) => {
    const settings = new SettingsPage(open.page);
    await settings.open();
    await settings.addNew('Sandbox', 'https://ferry.example');
    await expect(settings.name).toHaveAccessibleDescription(/A profile named Sandbox already exists/);
    await settings.name.fill('Brightwater');
    await settings.baseAddress.fill('http://ferry.example');
    await settings.save.click();
    await expect(settings.baseAddress).toHaveAccessibleDescription(/http:\/\/ is allowed only on loopback addresses/);
  },
);

test('profiles are exported and imported without keys', { tag: '@C43' }, async ({ console: open, fakeService }) => {
  const { page } = open;
  const settings = new SettingsPage(page);
  await settings.open();
  await settings.addNew('Brightwater', fakeService.url);
  await settings.key.fill(key);
  await settings.keyCard.getByRole('button', { name: 'Keep for this session' }).click();
  await expect(settings.keyCard).toContainText('ends ····4f2a');
  await settings.show('All profiles');
  await page.getByRole('button', { name: 'Export all' }).click();
  const exportedDialog = page.getByRole('dialog').getByRole('group', { name: 'Exported profiles' });
  await expect(exportedDialog).toContainText('Brightwater');
  const text = await exportedDialog.innerText();
  expect(text).not.toContain(key);
  expect(text).not.toMatch(/\b4f2a\b/);
  await page.getByRole('button', { name: 'Close', exact: true }).click();
  const buffer = Buffer.from(text.replace('Brightwater', 'Northwind'));
  await page.getByLabel('Profiles file').setInputFiles({ name: 'p.json', mimeType: 'application/json', buffer });
  await expect(page.getByRole('heading', { name: 'Profile', exact: true })).toBeVisible();
  await expect(settings.name).toHaveValue('Northwind');
  await expect(settings.keyCard.getByLabel('API key', { exact: true })).toBeVisible();
});

test(
  'the Settings page shows the self-check and versions, and copies the diagnostics',
  { tag: ['@W8', '@C22', '@C23'] },
  async ({ console: open }) => {
    const { page } = open;
    const settings = new SettingsPage(page);
    await settings.open();
    await settings.show('Self-check');
    await expect(page.getByText(/(problems found|needs? attention)\. Checked at/)).toBeVisible();
    await expect(page.getByRole('listitem').filter({ hasText: 'Proxy' })).toBeVisible();
    await settings.show('About');
    await expect(page.getByText('Console', { exact: true })).toBeVisible();
    await expect(page.getByText(/In this browser\./)).toBeVisible();
    const links = 'Links starting with ferry:// open the desktop console if it is installed';
    await expect(page.getByText(links)).toBeVisible();
    await settings.show('Log and support');
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('button', { name: 'Copy diagnostics' }).click();
    await expect(page.getByText('Copied the diagnostics', { exact: true })).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('Versions');
  },
);

test('the theme is stored in the settings, not in the page', { tag: ['@C20', '@C21'] }, async ({ console: open }) => {
  const { page } = open;
  const settings = new SettingsPage(page);
  await settings.open();
  await settings.show('Appearance');
  const root = page.locator('html');
  await page.getByRole('radiogroup', { name: 'Appearance' }).getByText('Dark').click();
  await expect(root).toHaveAttribute('data-theme', 'dark');
  await expect(page.getByText(/Saved at/)).toBeVisible();
  await page.evaluate(() => localStorage.clear());
  await page.reload();
  await expect(root).toHaveAttribute('data-theme', 'dark');
});

test(
  'at 200 % zoom, the links to the Settings sections are one line above the section',
  { tag: ['@C21', '@C32'] },
  async ({ console: { page } }) => {
    await page.setViewportSize({ width: 640, height: 400 });
    const settings = new SettingsPage(page);
    await settings.open();
    await settings.show('Appearance');
    const parts = page.getByRole('navigation', { name: 'Settings sections' });
    const shownLocator = page.locator('.settings-body');
    await expect.poll(async () => (await parts.boundingBox())?.height).toBeLessThan(60);
    await expect.poll(async () => (await shownLocator.boundingBox())?.width).toBeGreaterThan(500);
    await expect(parts.getByRole('link', { name: 'Appearance' })).toBeInViewport();
    await page.setViewportSize({ width: 1280, height: 800 });
  },
);

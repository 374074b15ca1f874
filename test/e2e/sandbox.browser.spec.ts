import { findings } from '#test/fixtures/page/axe.ts';
import { mustCall } from '#test/fixtures/console/call-console.ts';
import { expect, test } from '#test/fixtures/console/console-test.ts';
import { requestsAtRest } from '#test/fixtures/page/requests-at-rest.ts';
import { useProfile } from '#test/fixtures/console/fake-service-profile.ts';
import { startFakeService } from '#test/fixtures/service/fake-service.ts';
import { pngImage } from '#service/testing/png-image.ts';
import { SandboxPage } from '#test/page-models/sandbox-page.ts';
import { TablePage } from '#test/page-models/table-page.ts';

test.use({ shared: true });

// Resets the service to its first start for the next test.
test.afterEach(async ({ console: { page } }) => {
  await mustCall(page, 'profiles', 'switch', { id: 'sandbox' });
  await mustCall(page, 'sandbox', 'reset', { seed: 1, migrations: 250, companies: 40 });
});

test(
  'a fault, a pause and a clock change take effect, show on every page, and are reset with one button',
  { tag: '@W4' },
  async ({ console: { page, pageErrors } }) => {
    const migrations = new TablePage(page, 'Migrations');
    await expect(migrations.rows).toHaveCount(25);
    const sandbox = new SandboxPage(page);
    await expect(sandbox.strip).toHaveCount(0);
    await sandbox.open();
    await sandbox.card('Clock').getByRole('button', { name: '+1 h' }).click();
    await expect(sandbox.card('Clock')).toContainText('1 h ahead');
    await requestsAtRest(page);
    await sandbox.addPresetFault('Key rejected, once');
    await sandbox.addPresetFault('Pause the next response');
    await expect(sandbox.faults).toHaveCount(2);
    await expect(sandbox.strip).toContainText('2 faults, clock 1 h ahead');
    expect(await findings(page)).toEqual([]);

    await sandbox.faults
      .first()
      .getByRole('button', { name: /^Remove/ })
      .click();
    await expect(sandbox.faults).toHaveCount(1);
    await migrations.open();
    // Calls the list directly: Refresh would cancel the pending read and its paused response.
    const pending = mustCall(page, 'companies', 'list', { page: 1, pageSize: 25 });
    await expect(sandbox.strip).toContainText('1 paused response');
    await sandbox.open();
    await sandbox.faults.getByRole('button', { name: 'Resume' }).click();
    await expect(sandbox.faults).toHaveCount(0);
    await pending;

    await new TablePage(page, 'Companies').open();
    await sandbox.strip.getByRole('button', { name: 'Back to normal' }).click();
    await expect(sandbox.strip).toHaveCount(0);
    const view = await mustCall<{ state: { offset_ms: number } }>(page, 'sandbox', 'state', {});
    expect(view.state.offset_ms).toBe(0);
    expect(pageErrors).toEqual([]);
  },
);

test(
  'by keyboard, the user chooses a scenario, moves a migration, and resets the data after a confirmation',
  { tag: '@W4' },
  async ({ console: { page } }) => {
    const migrations = new TablePage(page, 'Migrations');
    await expect(migrations.rows).toHaveCount(25);
    const sandbox = new SandboxPage(page);
    await page.getByRole('navigation').getByRole('link', { name: 'Sandbox', exact: true }).focus();
    await page.keyboard.press('Enter');
    await sandbox.card('Next modals').getByRole('radio', { name: /^Good/ }).focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Tab');
    await page.keyboard.type('2');
    await page.keyboard.press('Enter');
    await expect(sandbox.card('Next modals')).toContainText(
      'In each of the next 2 modals: the copy completes after 8 s with failures',
    );

    const move = sandbox.card('Change a status');
    await move
      .getByRole('button', { name: /, working$/ })
      .first()
      .focus();
    await page.keyboard.press('Enter');
    await move.getByRole('button', { name: 'Failed', exact: true }).focus();
    await page.keyboard.press('Enter');
    await expect(move).toContainText('This status is final.');

    const data = sandbox.card('Data');
    await data.getByLabel('Migrations').fill('100001');
    await expect(data).toContainText('a whole number from 0 to 100,000');
    await data.getByLabel('Migrations').fill('12');
    await data.getByRole('button', { name: 'Reset data' }).focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('alertdialog');
    await expect(dialog).toContainText("This can't be undone.");
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect(data.getByRole('button', { name: 'Reset data' })).toBeFocused();
    await page.keyboard.press('Enter');
    await dialog.getByRole('button', { name: 'Reset', exact: true }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByText('Data reset: seed 1, 12 migrations, 40 companies')).toBeVisible();
    await migrations.open();
    await expect(migrations.rows).toHaveCount(12);
  },
);

test(
  'on another profile, the Sandbox page names the profile and offers to switch to the Sandbox',
  { tag: '@W4' },
  async ({ console: { page } }) => {
    const fakeService = await startFakeService();
    try {
      await useProfile(page, fakeService.url);
      const sandbox = new SandboxPage(page);
      await sandbox.open();
      await expect(page.getByRole('heading', { name: 'Brightwater is not the Sandbox' })).toBeVisible();
      expect(await findings(page)).toEqual([]);
      await page.getByRole('button', { name: 'Switch to the Sandbox' }).click();
      await expect(sandbox.card('Clock')).toBeVisible();
    } finally {
      await fakeService.close();
    }
  },
);

test(
  'the user sets the port, creates, copies and revokes a key for an app, and adds a fault with a body and a header',
  { tag: '@C54' },
  async ({ console: { page } }) => {
    const sandbox = new SandboxPage(page);
    await sandbox.open();
    const connect = sandbox.card('Connect your app');
    const { url } = await mustCall<{ url: string }>(page, 'connectApp', 'address', {});
    await expect(connect).toContainText(`curl -X POST ${url}/api/v1/link-token`);
    await connect.getByRole('button', { name: 'Keep this port' }).click();
    await expect(connect).toContainText('The port stays the same at every start.');
    await connect.getByLabel('Port').fill('80');
    await expect(connect).toContainText('a whole number from 1024 to 65,535');
    await connect.getByRole('button', { name: 'Use any free port' }).click();
    await expect(connect).toContainText('The port may change at the next start.');

    await connect.getByLabel('Purpose').fill('Shop backend');
    await connect.getByRole('button', { name: 'Create key' }).click();
    // The test's console has no keychain, so storing a key needs an explicit choice.
    await expect(connect.getByRole('alert')).toContainText('No keychain available');
    await connect.getByRole('button', { name: 'Keep for this session' }).click();
    const dialog = page.getByRole('dialog', { name: 'Save this key now' });
    const key = (await dialog.getByRole('code').textContent()) ?? '';
    expect(key).toMatch(/^ferry_test_/);
    const reach = async () => (await fetch(`${url}/healthz`, { headers: { authorization: `Bearer ${key}` } })).status;
    expect(await reach()).toBe(200);
    expect(await findings(page)).toEqual([]);
    await dialog.getByRole('button', { name: "I've saved it" }).click();
    const stored = connect.getByRole('list', { name: 'Sandbox API keys' }).getByRole('listitem');
    await expect(stored).toHaveCount(1);
    await expect(stored).toContainText(`····${key.slice(-4)}`);
    await expect(page.getByText(key)).toHaveCount(0);
    await stored.getByRole('button', { name: 'Revoke' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
    await expect(stored).toHaveCount(0);
    expect(await reach()).toBe(401);

    const faults = sandbox.card('Faults');
    await faults.getByLabel('Path').fill('/api/v1/companies');
    await faults.getByLabel('Value').fill('418');
    await faults.getByLabel('Response headers').fill('no colon');
    await expect(faults).toContainText('"no colon" isn\'t a header');
    await faults.getByLabel('Response headers').fill('X-Teapot: short and stout');
    await faults.getByLabel('Response body').fill('{"message": "a teapot"}');
    await faults.getByRole('button', { name: 'Add fault' }).click();
    await expect(sandbox.faults.first()).toContainText('Status 418, different body, header X-Teapot');
    const view = await mustCall<{ state: { rules: object[] } }>(page, 'sandbox', 'state', {});
    expect(view.state.rules).toMatchObject([
      { effect: { status: 418, body: '{"message": "a teapot"}', headers: { 'X-Teapot': 'short and stout' } } },
    ]);
    expect(await findings(page)).toEqual([]);
  },
);

test(
  'the brand of the modals is saved, cleared and reset, and errors show at their field',
  { tag: '@W4' },
  async ({ console: { page } }) => {
    const sandbox = new SandboxPage(page);
    await sandbox.open();
    const card = sandbox.card('Brand');
    const readStored = () => mustCall<{ name: string | null; logo: string | null }>(page, 'sandbox', 'brand', {});
    await expect(card).toContainText("Ferry's default");
    await expect(card.getByRole('figure', { name: 'Modal preview for Brightwater, dark' })).toBeVisible();
    const accent = card.getByLabel('Accent color', { exact: true });
    await accent.fill('FFCC00');
    await expect(card).toContainText(
      'The accent #ffcc00 has a contrast of 1.5 with white and needs 4.5. Choose a darker color.',
    );
    await expect(card.getByRole('button', { name: 'Save brand' })).toHaveAttribute('aria-disabled', 'true');
    await accent.fill('#3D3BA6');
    await expect(card).toContainText('The contrast with white is 8.8 and must be at least 4.5.');
    const file = card.getByLabel('Logo file');
    const choose = (buffer: Buffer) => file.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer });
    await choose(Buffer.from('<svg onload="alert(1)"/>'));
    await expect(card.getByRole('alert')).toHaveText('The logo must be a PNG image.');
    await choose(pngImage(16));
    await expect(card.getByRole('alert')).toHaveText(
      'The logo is 16 x 16 pixels. Each side must be 32 to 1024 pixels.',
    );
    // The file's header is valid, so only the service can detect the fault.
    await choose(pngImage().subarray(0, 60));
    await expect(card.getByRole('alert')).toHaveCount(0);
    await card.getByLabel('Name').fill('  Tide & Co ');
    await card.getByRole('button', { name: 'Save brand' }).click();
    await expect(card.getByRole('alert')).toHaveText("The logo isn't a complete PNG image.");
    await expect(card.getByLabel('Name')).toHaveValue('  Tide & Co ');
    expect(await readStored()).toMatchObject({ name: null, logo: null });
    await choose(pngImage());
    expect(await findings(page)).toEqual([]);
    await card.getByRole('button', { name: 'Save brand' }).click();
    await expect(card).toContainText('Your brand');
    const brand = { name: 'Tide & Co', accent: '#3d3ba6', logo: pngImage().toString('base64') };
    expect(await readStored()).toMatchObject(brand);
    await expect(card.getByRole('button', { name: 'Discard' })).toHaveCount(0);
    await card.getByRole('button', { name: 'Clear brand' }).click();
    // The toast stays while the pointer rests on it.
    await page.getByRole('button', { name: 'Undo' }).hover();
    await expect(card).toContainText("Ferry's default");
    expect(await readStored()).toMatchObject({ name: null, accent: null, logo: null });
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(card).toContainText('Your brand');
    expect(await readStored()).toMatchObject(brand);
    await mustCall(page, 'sandbox', 'setBrand', { name: null, accent: null, logo: null });
    // The page shows changes that were made elsewhere, such as in another window.
    await expect(card).toContainText("Ferry's default");
  },
);

import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, type Page, test as base } from '@playwright/test';
import { type Keyring, startKeyring } from '#test/faults/keychain/keyring.ts';
import { startElectronHost } from '#test/fixtures/console/electron-host.ts';
import { migrationOf, startFakeService, type FakeService } from '#test/fixtures/service/fake-service.ts';
import { SettingsPage } from '#test/page-models/settings-page.ts';
import { TablePage } from '#test/page-models/table-page.ts';
import { removeFolder } from '#test/fixtures/system/remove-folder.ts';
import { WelcomePage } from '#test/page-models/welcome-page.ts';

const key = 'ferry_test_keyring_0001_4f2a';

interface Desktop {
  readonly fakeService: FakeService;
  /** Starts the console once on this keyring, until its window closes. */
  readonly run: (ring: Keyring, work: (page: Page) => Promise<void>) => Promise<void>;
}

const test = base.extend<{ desktop: Desktop }>({
  // eslint-disable-next-line no-empty-pattern -- Playwright reads the fixtures' names from this pattern
  desktop: async ({}, use) => {
    const userData = mkdtempSync(path.join(tmpdir(), 'ferry-e2e-'));
    const fakeService = await startFakeService();
    fakeService.answer('/api/v1/migrations', { body: { results: [migrationOf(1)], page: { size: 25, total: 1 } } });
    const before = process.env['DBUS_SESSION_BUS_ADDRESS'];
    const run: Desktop['run'] = async (ring, work) => {
      process.env['DBUS_SESSION_BUS_ADDRESS'] = ring.env['DBUS_SESSION_BUS_ADDRESS'];
      const electron = await startElectronHost(userData);
      try {
        await work(await electron.firstWindow());
      } finally {
        await electron.close();
      }
    };
    await use({ fakeService, run });
    if (before === undefined) delete process.env['DBUS_SESSION_BUS_ADDRESS'];
    else process.env['DBUS_SESSION_BUS_ADDRESS'] = before;
    await fakeService.close();
    await removeFolder(userData);
  },
});

async function connect(page: Page, baseURL: string): Promise<void> {
  const welcome = new WelcomePage(page);
  await welcome.open();
  await welcome.baseAddress.fill(baseURL);
  await welcome.key.fill(key);
  await page.keyboard.press('Enter');
}

test(
  'the pages store a key in a real keyring, and the next start reads it and keeps it while the keyring is locked',
  { tag: ['@C1', '@C2', '@T5'] },
  async ({ desktop: { run, fakeService } }) => {
    const ring = await startKeyring();
    try {
      await ring.start('password');
      await run(ring, async (page) => {
        await connect(page, fakeService.url);
        await expect(new TablePage(page, 'Migrations').rows).toHaveCount(1);
        const settings = new SettingsPage(page);
        await settings.open();
        await expect(settings.keyCard).toContainText('Stored in the keychain, ends ····4f2a');
      });
      const sentCount = fakeService.requests.length;
      await run(ring, async (page) => {
        await expect(new TablePage(page, 'Migrations').rows).toHaveCount(1);
        expect(fakeService.requests.slice(sentCount)).toContain('GET /api/v1/migrations?page=1&page_size=25');
      });
      await ring.stop();
      await ring.start(null);
      const before = fakeService.requests.length;
      await run(ring, async (page) => {
        await expect(page.getByText('Keychain is locked').first()).toBeVisible();
        const settings = new SettingsPage(page);
        await settings.open();
        await expect(settings.keyCard).toContainText('The key is safe. Unlock the keychain');
        expect(fakeService.requests.slice(before)).toEqual([]);
      });
      await ring.stop();
      await ring.start('password');
      await run(ring, async (page) => {
        await expect(new TablePage(page, 'Migrations').rows).toHaveCount(1);
      });
    } finally {
      await ring.close();
    }
  },
);

test(
  'a keychain that denies access loses nothing, the form says what happened, and a session key works',
  { tag: ['@C2', '@C3', '@T5'] },
  async ({ desktop: { run, fakeService } }) => {
    const ring = await startKeyring({ denied: true });
    try {
      await ring.start('password');
      await run(ring, async (page) => {
        await connect(page, fakeService.url);
        const welcome = new WelcomePage(page);
        await expect(page.getByText(/Keychain access denied/).last()).toBeVisible();
        await expect(welcome.key).toHaveValue(key);
        await welcome.keepForSession.click();
        await expect(new TablePage(page, 'Migrations').rows).toHaveCount(1);
        const settings = new SettingsPage(page);
        await settings.open();
        await expect(settings.keyCard).toContainText('4f2a');
      });
    } finally {
      await ring.close();
    }
  },
);

import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium, expect, test } from '@playwright/test';
import { claimFolder } from '#main/hosts/folder-claim.ts';
import { startBrowserHost } from '#test/fixtures/console/browser-host.ts';
import { chromiumOptions } from '#test/fixtures/page/chromium.ts';
import { removeFolder } from '#test/fixtures/system/remove-folder.ts';
import { SettingsPage } from '#test/page-models/settings-page.ts';

const dayMs = 24 * 60 * 60 * 1000;
const baseURL = 'http://127.0.0.1:9';

/** Settings of a console whose key is some days old and missing from the keychain. */
const settingsOf = (days: number) => ({
  version: 1,
  activeProfileId: 'old-key',
  profiles: [
    {
      id: 'old-key',
      name: 'Brightwater',
      environment: 'production',
      baseURL,
      colour: '#41549E',
      caFile: null,
      companiesPageSizeParameter: 'page_size',
    },
  ],
  expectedKeys: [
    {
      profileId: 'old-key',
      origin: baseURL,
      lastFour: '4f2a',
      prefix: 'ferry_live_',
      storedAt: new Date(Date.now() - days * dayMs - 60_000).toISOString(),
    },
  ],
  preferences: {},
});

test(
  'a key that is 80 days old shows a reminder, and a key missing from the keychain shows a prompt',
  { tag: ['@C2', '@C42'] },
  async () => {
    const userData = await mkdtemp(path.join(tmpdir(), 'ferry-e2e-'));
    expect(claimFolder(userData)).toBeNull();
    await writeFile(path.join(userData, 'settings.json'), JSON.stringify(settingsOf(80)));
    const host = await startBrowserHost(userData, '--keychain', 'memory');
    const browser = await chromium.launch(chromiumOptions());
    try {
      const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
      await page.goto(host.ready.url);
      await expect(page.getByText('The key is 80 days old. Rotate it within 10 days.')).toBeVisible();
      await page.getByRole('button', { name: 'Replace key' }).click();
      const settings = new SettingsPage(page);
      await expect(settings.keyCard).toContainText('The key is missing');
      await expect(settings.key).toBeVisible();
      await page.getByRole('button', { name: 'Close this reminder' }).click();
      await expect(page.getByText('The key is 80 days old.')).toHaveCount(0);
    } finally {
      await browser.close();
      await host.stop();
      await removeFolder(userData);
    }
  },
);

import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium, expect, test } from '@playwright/test';
import { claimFolder } from '#main/hosts/folder-claim.ts';
import { startBrowserHost } from '#test/fixtures/console/browser-host.ts';
import { chromiumOptions } from '#test/fixtures/page/chromium.ts';
import { removeFolder } from '#test/fixtures/system/remove-folder.ts';
import { TablePage } from '#test/page-models/table-page.ts';

test(
  'a message about damaged settings shows above every page until the user dismisses it',
  { tag: ['@C20', '@F9'] },
  async () => {
    const userData = await mkdtemp(path.join(tmpdir(), 'ferry-e2e-'));
    expect(claimFolder(userData)).toBeNull();
    await writeFile(path.join(userData, 'settings.json'), '{"version":');
    const host = await startBrowserHost(userData, '--keychain', 'memory');
    const browser = await chromium.launch(chromiumOptions());
    try {
      const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
      await page.goto(host.ready.url);
      const message = page.getByText('Settings damaged.');
      await expect(message).toBeVisible();
      await new TablePage(page, 'Companies').open();
      await expect(message).toBeVisible();
      await page.getByRole('button', { name: 'Got it' }).click();
      await expect(message).toHaveCount(0);
      await page.reload();
      await expect(new TablePage(page, 'Companies').rows.first()).toBeVisible();
      await expect(message).toHaveCount(0);
    } finally {
      await browser.close();
      await host.stop();
      await removeFolder(userData);
    }
  },
);

import { readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { strFromU8, unzipSync } from 'fflate';
import { findings } from '#test/fixtures/page/axe.ts';
import { expect, test } from '#test/fixtures/console/console-test.ts';
import { TablePage } from '#test/page-models/table-page.ts';

test.use({ shared: true });

test(
  'a migration’s support bundle is previewed by keyboard and saved as a readable zip',
  { tag: '@W5' },
  async ({ console: { page, electron } }) => {
    const migrations = new TablePage(page, 'Migrations');
    await expect(migrations.rows).toHaveCount(25);
    const id = (await migrations.rows.nth(2).getAttribute('data-row-id')) ?? '';
    await migrations.rows.nth(2).focus();
    // On a slow device, the menu returns the focus only after the dialog has opened.
    await page.evaluate(() => {
      const { requestAnimationFrame } = window;
      window.requestAnimationFrame = (act) => window.setTimeout(() => requestAnimationFrame(act), 300);
      window.addEventListener('ferry-fast', () => Object.assign(window, { requestAnimationFrame }), { once: true });
    });
    await page.keyboard.press('Shift+F10');
    await page.getByRole('menuitem', { name: 'Support bundle…' }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog', { name: 'Support bundle' })).toContainText(`Migration ${id}`);
    await page.keyboard.press('Escape');
    await expect(migrations.rows.nth(2)).toBeFocused();
    await page.evaluate(() => window.dispatchEvent(new Event('ferry-fast')));
    await migrations.rows.nth(2).click();
    await migrations.drawer.getByRole('button', { name: 'More for this migration' }).click();
    await page.getByRole('menuitem', { name: 'Support bundle…' }).focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Support bundle' });
    const files = dialog.getByRole('list', { name: 'Files in the bundle' });
    await expect(dialog.getByRole('group', { name: 'README.txt' })).toContainText(`Migration ${id}`);
    await files.getByRole('button', { name: /^migration\.json/ }).focus();
    await page.keyboard.press('Enter');
    await expect(dialog.getByRole('group', { name: 'migration.json' })).toContainText('user-1');
    expect(await findings(page)).toEqual([]);
    await dialog.getByRole('checkbox', { name: /^Include user IDs/ }).check();
    await expect(dialog.getByRole('group', { name: 'migration.json' })).not.toContainText('user-1');

    const file = path.join(tmpdir(), `ferry-bundle-${crypto.randomUUID()}.zip`);
    if (electron) {
      await electron.evaluate(({ dialog: system }, filePath) => {
        system.showSaveDialog = () => Promise.resolve({ canceled: false, filePath });
      }, file);
    }
    const downloaded = electron ? null : page.waitForEvent('download');
    await dialog.getByRole('button', { name: /^Save zip/ }).click();
    await expect(dialog).toHaveCount(0);
    await (await downloaded)?.saveAs(file);
    try {
      const unpacked = unzipSync(await readFile(file));
      expect(Object.keys(unpacked)[0]).toBe('README.txt');
      expect(strFromU8(unpacked['migration.json'] ?? new Uint8Array())).toContain(id);
    } finally {
      await rm(file, { force: true });
    }
  },
);

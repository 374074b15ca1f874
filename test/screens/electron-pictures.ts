import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startElectronHost } from '#test/fixtures/console/electron-host.ts';
import { keepPicture } from './keep-picture.ts';
import { type Theme, themes } from './picture-sizes.ts';

async function takeWindow(theme: Theme): Promise<Buffer> {
  const userData = await mkdtemp(path.join(tmpdir(), 'ferry-screens-'));
  try {
    const electron = await startElectronHost(userData);
    try {
      const page = await electron.firstWindow();
      // Playwright emulates a light system unless it is told otherwise, whatever Electron's own theme is.
      await page.emulateMedia({ colorScheme: theme });
      await page.locator(`html[data-theme="${theme}"]`).waitFor();
      await page.getByRole('table', { name: 'Migrations' }).locator('tbody').getByRole('row').first().waitFor();
      await page.evaluate(() => document.fonts.ready.then(() => undefined));
      // A virtual display has its pointer in the middle, over a row.
      await page.mouse.move(0, 0);
      // Company names come by an event of their own, just after the rows.
      await page.waitForTimeout(500);
      return await page.screenshot({ animations: 'disabled', caret: 'hide' });
    } finally {
      await electron.close();
    }
  } finally {
    await rm(userData, { recursive: true, force: true });
  }
}

/** The console's window in Electron, once per theme: `electron-light.png` and `electron-dark.png`. */
export async function takeElectronPictures(folder: string): Promise<string[]> {
  const files: string[] = [];
  for (const theme of themes) files.push(await keepPicture(folder, `electron-${theme}.png`, await takeWindow(theme)));
  return files;
}

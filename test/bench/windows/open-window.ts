import path from 'node:path';
import { _electron, chromium, type ElectronApplication, type Page } from '@playwright/test';
import { resolveTestElectron } from '#test/electron-runtime/resolve-test-electron.ts';
import { chromiumOptions } from '#test/fixtures/page/chromium.ts';
import { startUntilReady } from '#test/fixtures/system/ready-line.ts';

/** An open console window: its page, and in Electron a connection to its main process. */
export interface BenchWindow {
  readonly name: string;
  readonly page: Page;
  readonly electron: ElectronApplication | null;
  readonly close: () => Promise<void>;
}

const viewport = { width: 1280, height: 800 };

async function openElectron(app: string, userData: string): Promise<BenchWindow> {
  const { executable, distPath, label } = await resolveTestElectron();
  const electron = await _electron.launch({
    executablePath: executable,
    args: [app, ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), '--user-data', userData],
    cwd: app,
    env: { ...(process.env as Record<string, string>), ELECTRON_OVERRIDE_DIST_PATH: distPath },
  });
  const page = await electron.firstWindow();
  return { name: label, page, electron, close: () => electron.close() };
}

async function openBrowser(app: string, userData: string): Promise<BenchWindow> {
  const program = path.join(app, 'out', 'browser-host', 'main.mjs');
  const host = await startUntilReady<{ url: string }>(process.execPath, [
    program,
    '--no-open',
    '--user-data',
    userData,
  ]);
  const browser = await chromium.launch(chromiumOptions());
  const page = await browser.newPage({ viewport });
  await page.goto(host.ready.url);
  return {
    name: 'browser host',
    page,
    electron: null,
    close: async () => {
      await browser.close();
      await host.stop();
    },
  };
}

/** Opens an app folder's console in a window, by host name. */
export const windowOpeners = { Electron: openElectron, 'browser host': openBrowser } as const;

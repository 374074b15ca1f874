import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { ElectronApplication } from '@playwright/test';
import { afterEach, expect, test } from 'vitest';
import { atRest } from '#test/fixtures/page/at-rest.ts';
import { type ConsoleHandle, openElectronHost } from '#test/fixtures/console/console-handle.ts';
import { hangMs, startElectronHost } from '#test/fixtures/console/electron-host.ts';
import { projectRoot } from '#build/launch/base/project-root.ts';
import { resolveTestElectron } from '#test/electron-runtime/resolve-test-electron.ts';

let consoleHandle: ConsoleHandle | undefined;
afterEach(() => consoleHandle?.close());

const open = async (...flags: string[]) => {
  consoleHandle = await openElectronHost(...flags);
  const { electron, page, userData } = consoleHandle;
  if (!electron || !page) throw new Error('no Electron');
  return { electron, page, userData, opened: consoleHandle };
};

/** Runs code in the page through the main process: after a crash Playwright has lost its connection to the page. */
const inPage = (electron: ElectronApplication, code: string): Promise<unknown> =>
  electron.evaluate(
    ({ webContents }, script) => webContents.getAllWebContents()[0]?.executeJavaScript(script) as Promise<unknown>,
    code,
  );
const addressOf = (electron: ElectronApplication) =>
  electron.evaluate(({ webContents }) => webContents.getAllWebContents()[0]?.getURL() ?? '');
const isRead = (electron: ElectronApplication) =>
  inPage(electron, `document.readyState === 'complete' && document.body.innerText.trim() !== ''`).catch(() => false);

/** Crashes the renderer process and waits for its replacement. */
async function crash(electron: ElectronApplication): Promise<void> {
  const before = await electron.evaluate(({ webContents }) => {
    const [contents] = webContents.getAllWebContents();
    const pid = contents?.getOSProcessId();
    // Crashes only after `evaluate` has answered, because the crash would otherwise make this call fail.
    setTimeout(() => contents?.forcefullyCrashRenderer(), 20);
    return pid;
  });
  const now = () => electron.evaluate(({ webContents }) => webContents.getAllWebContents()[0]?.getOSProcessId() ?? 0);
  await expect.poll(async () => [0, before].includes(await now())).toBe(false);
  await expect.poll(() => isRead(electron)).toBe(true);
}

/** True once the app has drawn its own navigation. The static shell before it doesn't count. */
const isDrawn = `document.querySelectorAll('.shell:not([data-first-look]) nav a').length > 3`;

test(
  'a crashed page reloads twice, and at the third crash the safe page without scripts appears',
  { tags: '@F18' },
  async () => {
    const { electron, page, userData } = await open();
    await page.getByRole('table', { name: 'Migrations' }).waitFor();
    for (const round of [1, 2]) {
      await crash(electron);
      expect(await addressOf(electron), `round ${round}`).toMatch(/^app:\/\/console\/#/);
      expect(await inPage(electron, `ferryBridge.call('console', 'state', 'a', {}).then(({ ok }) => ok)`)).toBe(true);
    }
    await crash(electron);
    expect(await addressOf(electron)).toBe('app://console/safe-page');
    expect(await inPage(electron, `document.querySelector('h1').textContent`)).toBe('The page stopped working');
    await inPage(electron, `document.querySelector('a').click()`);
    await expect.poll(() => addressOf(electron)).toMatch(/^app:\/\/console\/#/);
    expect(readFileSync(path.join(userData, 'logs', 'ferry.log'), 'utf8')).toMatch(
      /error the page's process ended: .* next: safe-page/,
    );
  },
);

test('the window reopens at its last position if that display still exists', { tags: '@C23' }, async () => {
  const first = await open();
  await first.electron.evaluate(({ BrowserWindow }) => {
    BrowserWindow.getAllWindows()[0]?.setBounds({ x: 60, y: 50, width: 900, height: 640 });
  });
  const file = path.join(first.userData, 'window-state.json');
  const readStored = () => {
    try {
      return (JSON.parse(readFileSync(file, 'utf8')) as { bounds: { width: number } }).bounds.width;
    } catch {
      return 0;
    }
  };
  await expect.poll(readStored).toBe(900);
  await first.electron.close();
  const boundsAfterStart = async (): Promise<unknown> => {
    const electron = await startElectronHost(first.userData);
    await electron.firstWindow({ timeout: hangMs });
    const bounds = await electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.getBounds());
    await electron.close();
    return bounds;
  };
  expect(await boundsAfterStart()).toMatchObject({ x: 60, y: 50, width: 900, height: 640 });
  const deleted = { bounds: { x: 9_000, y: 9_000, width: 900, height: 640 }, maximized: false, fullScreen: false };
  writeFileSync(file, JSON.stringify(deleted));
  expect(await boundsAfterStart()).toMatchObject({ x: 190, y: 192, width: 900, height: 640 });
  writeFileSync(file, '{"bounds":');
  expect(await boundsAfterStart()).toMatchObject({ width: 1280 });
});

test(
  'a second start with a deep link focuses the first window and opens the drawer, without side effects',
  { tags: '@C38' },
  async () => {
    const { electron, page, userData, opened } = await open();
    const listing = await opened.call('migrations', 'list', { page: 1, pageSize: 10 });
    const { rows } = (listing.ok ? listing.value : { rows: [] }) as { rows: { value: { id: string } }[] };
    const id = rows[3]?.value.id ?? '';
    await page.getByRole('table', { name: 'Migrations' }).waitFor();
    const { executable, distPath } = await resolveTestElectron();
    const start = async (link: string): Promise<number | null> => {
      const rootFlags = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
      const second = spawn(executable, [projectRoot, ...rootFlags, '--user-data', userData, link], {
        env: { ...process.env, ELECTRON_OVERRIDE_DIST_PATH: distPath },
        stdio: 'ignore',
      });
      return new Promise((resolve) => second.once('close', resolve));
    };
    expect(await start(`ferry://migrations/${id}?key=x`)).toBe(0);
    await page.getByRole('alertdialog', { name: "This link can't be opened" }).waitFor();
    const view = 'ferry://migrations?status=FAILED&profile=Sandbox&environment=sandbox';
    expect(await start(view)).toBe(0);
    await page.getByRole('button', { name: 'Status Failed' }).waitFor();
    await page.getByRole('alertdialog').waitFor({ state: 'detached' });
    expect(await start(`ferry://migrations/${id}`)).toBe(0);
    await expect.poll(() => page.url()).toBe(`app://console/#/migrations?open=${id}`);
    await page.getByText(id).first().waitFor();
    expect(await electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1);
  },
);

test('the first start accepts a deep link, too', { tags: '@C38' }, async () => {
  const id = '00000000-0000-4000-8000-000000000000';
  const { page } = await open(`ferry://migrations?open=${id}&profile=Sandbox&environment=sandbox`);
  await expect.poll(() => page.url()).toBe(`app://console/#/migrations?open=${id}`);
});

test(
  'the menu has the usual shortcuts, refreshes data without a reload, and copies diagnostics',
  { tags: '@C23' },
  async () => {
    const { electron, page, opened } = await open();
    await page.getByRole('table', { name: 'Migrations' }).waitFor();
    const keys = await electron.evaluate(({ Menu }) => {
      const all = (items: Electron.MenuItem[]): string[] =>
        items.flatMap((item) => [
          ...((item.role ?? item.id) ? [`${item.role ?? item.id} ${String(item.accelerator ?? '')}`] : []),
          ...(item.submenu ? all(item.submenu.items) : []),
        ]);
      return all(Menu.getApplicationMenu()?.items ?? []);
    });
    expect(keys).toEqual(expect.arrayContaining(['refresh F5', 'refresh-too CmdOrCtrl+R', 'reload CmdOrCtrl+Shift+R']));
    expect(keys.map((key) => key.split(' ')[0]?.toLowerCase())).toEqual(
      expect.arrayContaining(['quit', 'undo', 'copy', 'paste', 'selectall', 'resetzoom', 'zoomin', 'zoomout', 'about']),
    );
    await page.evaluate(() => Object.assign(window, { stillHere: true }));
    const reads = async () => {
      const outcome = await opened.call('requests', 'list', {});
      return outcome.ok ? (outcome.value as { lines: unknown[] }).lines.length : 0;
    };
    const before = await reads();
    const click = (id: string) =>
      electron.evaluate(({ Menu }, item) => Menu.getApplicationMenu()?.getMenuItemById(item)?.click(), id);
    await click('refresh');
    await expect.poll(reads).toBeGreaterThan(before);
    expect(await page.evaluate(() => 'stillHere' in window)).toBe(true);
    await click('copy-diagnostics');
    await expect.poll(() => electron.evaluate(({ clipboard }) => clipboard.readText())).toContain('Versions');
  },
);

test(
  'an unknown console URL shows the console, whether the page, the user or main requests it',
  { tags: '@F21' },
  async () => {
    const { electron, page, opened } = await open();
    await page.getByRole('table', { name: 'Migrations' }).waitFor();
    const addresses = [
      '/nope',
      '/nope?x=1#/migrations',
      '/assets/nope.js',
      '/%6Eope',
      '/%E0%A4%A',
      '/%00',
      '//nope',
      '/index.html/..%2f..%2fetc%2fpasswd',
      'APP://CONSOLE/nope',
      'app://other/',
      'data:text/html,<p>x',
      'view-source:app://console/',
    ];
    for (const address of addresses) {
      await page.evaluate((to) => location.assign(to), address).catch(() => undefined);
      await atRest(electron, [page], () => opened.call('console', 'state', {}));
      const isShown = () => inPage(electron, isDrawn).catch(() => false);
      await expect.poll(isShown, { message: address }).toBe(true);
    }
    // A missing script gets a 404. If it got the console's HTML, that would run as a script.
    expect(await inPage(electron, `fetch('/assets/nope.js').then(({ status }) => status)`)).toBe(404);
    expect(await inPage(electron, `fetch('/%E0%A4%A').then(({ status }) => status)`)).toBe(404);
    // `pushState` changes only the address, so the reload requests an unknown path.
    await inPage(electron, `history.pushState(null, '', '/nope')`);
    await electron.evaluate(({ webContents }) => webContents.getAllWebContents()[0]?.reload());
    await expect.poll(() => addressOf(electron)).toMatch(/^app:\/\/console\/#/);
    await expect.poll(() => isRead(electron)).toBe(true);
    // Main starts the navigation, as the Go back command does.
    const load = (address: string) =>
      electron.evaluate(
        ({ webContents }, to) =>
          webContents
            .getAllWebContents()[0]
            ?.loadURL(to)
            .catch(() => undefined),
        address,
      );
    await load('app://other/nope');
    await expect.poll(() => addressOf(electron)).toMatch(/^app:\/\/console\/#/);
    await expect.poll(() => isRead(electron)).toBe(true);
  },
);

test('a page whose script doesn’t load is reloaded', { tags: '@F22' }, async () => {
  const { electron, page } = await open();
  await page.getByRole('table', { name: 'Migrations' }).waitFor();
  // Makes the document look as it does before its script has run.
  await inPage(electron, `window.before = true; document.querySelector('.shell').setAttribute('data-first-look', '')`);
  const isReloaded = () => inPage(electron, `!('before' in window) && ${isDrawn}`).catch(() => false);
  await expect.poll(isReloaded).toBe(true);
});

test(
  'a page that empties itself and blocks its reload recovers twice a minute, and then the safe page appears',
  { tags: '@F22' },
  async () => {
    const { electron, page, userData } = await open();
    await page.getByRole('table', { name: 'Migrations' }).waitFor();
    const isShown = () => inPage(electron, isDrawn).catch(() => false);
    // Chromium lets a page block navigation only after a user gesture.
    await page.mouse.click(300, 5);
    await inPage(
      electron,
      `addEventListener('beforeunload', (event) => { event.preventDefault(); event.returnValue = 'x'; });
     document.documentElement.remove()`,
    );
    expect(await isShown()).toBe(false);
    await expect.poll(isShown).toBe(true);

    const log = () => readFileSync(path.join(userData, 'logs', 'ferry.log'), 'utf8');
    expect(log()).not.toContain('loading the page failed');
    await inPage(electron, `location.href = 'about:blank'`);
    await expect.poll(log).toContain('the page navigated to an unknown address; next: reload');
    // Each attempt cancels a load in progress.
    for (const from = performance.now(); performance.now() - from < 1_000;) {
      await page.evaluate(`location.href = 'https://attacker.example/'`).catch(() => undefined);
    }
    // A cancelled load may leave the page empty. Then the third recovery within a minute shows the safe page.
    const isShownAgain = async () => {
      if ((await addressOf(electron)).endsWith('/safe-page')) {
        await inPage(electron, `document.querySelector('a')?.click()`).catch(() => undefined);
      }
      return isShown();
    };
    await expect.poll(isShownAgain, { interval: 500 }).toBe(true);
    await expect.poll(() => addressOf(electron)).toMatch(/^app:\/\/console\/#/);

    // Cancels the load of the safe page six times, more often than main checks whether a page is alive.
    await electron.evaluate(({ webContents }) => {
      const [contents] = webContents.getAllWebContents();
      let cuts = 6;
      contents?.on('did-start-navigation', ({ url }) => {
        if (!url.endsWith('/safe-page') || cuts === 0) return;
        cuts -= 1;
        // Like a real page, this can't cancel the load once the safe page has replaced the page.
        setImmediate(() => {
          if (contents.getURL().endsWith('/safe-page')) return;
          Object.assign(globalThis, { cutsMade: 6 - cuts });
          contents.stop();
        });
      });
    });
    // The guard shows the safe page at the third recovery within a minute. On a busy machine, earlier recoveries may be
    // more than a minute ago, so the test accepts up to four.
    const returns = () => log().match(/the page was empty; next: \S+/g) ?? [];
    for (let next = ''; !next.endsWith('safe-page');) {
      const before = returns().length;
      expect(before, 'returns to the console').toBeLessThan(4);
      // Empties the page again if a pending load has restored it.
      const emptied = async () => {
        if (returns().length === before && (await Promise.race([isShown(), wait(2_000, false)]))) {
          await inPage(electron, `document.open(); 0`);
        }
        return returns().length;
      };
      await expect.poll(emptied).toBeGreaterThan(before);
      next = returns().at(-1) ?? '';
      await expect.poll(() => next.endsWith('safe-page') || isShown()).toBe(true);
    }
    await expect.poll(() => addressOf(electron)).toBe('app://console/safe-page');
    // The address changes before the content appears.
    const heading = () => inPage(electron, `document.querySelector('h1').textContent`).catch(() => null);
    // A load that neither finishes nor fails is retried after 13 s, and more than one may be cancelled midway.
    await expect.poll(heading).toBe('The page stopped working');
    expect(log()).toMatch(/error the page was empty; next: safe-page/);
    // A safe page that arrives before its load is cancelled counts as loaded.
    const cutsMade = await electron.evaluate(() => Number((globalThis as { cutsMade?: number }).cutsMade ?? 0));
    expect(log()).toContain(cutsMade < 5 ? 'next: safe-page' : 'loading the page failed, attempt 5');
  },
);

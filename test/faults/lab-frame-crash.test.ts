import { spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { type Browser, chromium, type Page } from '@playwright/test';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startBrowserHost } from '#test/fixtures/console/browser-host.ts';
import { chromiumOptions } from '#test/fixtures/page/chromium.ts';
import { hangMs } from '#test/fixtures/console/electron-host.ts';
import { removeFolder } from '#test/fixtures/system/remove-folder.ts';
import { eventually } from '#test/fixtures/timing/eventually.ts';
import { ended } from '#test/fixtures/system/session-bus.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'ferry-frame-'));
const cleanups: (() => Promise<unknown>)[] = [];
let link = '';
let debuggerAt = '';

/** Starts a browser that keeps running after its debuggers disconnect. */
async function startChromium(): Promise<string> {
  const { executablePath = '', args = [] } = chromiumOptions({ isWhole: true });
  const flags = [
    '--headless=new',
    '--window-size=1280,900',
    '--remote-debugging-port=0',
    `--user-data-dir=${path.join(folder, 'browser')}`,
  ];
  const browser = spawn(executablePath, [...args, ...flags], { stdio: ['ignore', 'ignore', 'pipe'] });
  cleanups.push(() => {
    browser.kill();
    return ended(browser);
  });
  const address = await new Promise<string>((resolve) => {
    createInterface({ input: browser.stderr }).on('line', (line) => {
      const at = /DevTools listening on (\S+)/.exec(line)?.[1];
      if (at !== undefined) resolve(at);
    });
  });
  // A debugger that connects while the first page is being created may wait forever.
  const list = `http://${new URL(address).host}/json/list`;
  await eventually(async () =>
    expect(await (await fetch(list)).json()).toContainEqual(expect.objectContaining({ type: 'page' })),
  );
  return address;
}

beforeAll(async () => {
  const host = await startBrowserHost(path.join(folder, 'console'), '--keychain', 'memory');
  cleanups.push(host.stop);
  link = host.ready.url;
  debuggerAt = await startChromium();
});
afterAll(async () => {
  for (const close of cleanups.toReversed()) await close();
  await removeFolder(folder);
});

/**
 * Opens a new debugger connection. Playwright treats a crash in any frame as a crash of the page, so a connection can't
 * be used after a crash.
 */
async function withDebugger(work: (page: Page, browser: Browser) => Promise<void>): Promise<void> {
  const browser = await chromium.connectOverCDP(debuggerAt, { timeout: hangMs });
  const context = browser.contexts()[0];
  if (!context) throw new Error('The browser has no context.');
  context.setDefaultTimeout(hangMs);
  await work(context.pages()[0] ?? (await context.newPage()), browser);
  await browser.close();
}

test(
  'a crash of the lab’s frame in the browser host ends only the frame, and the page reports it and recovers',
  { tags: ['@C16', '@F17'] },
  async () => {
    await withDebugger(async (page) => {
      await page.goto(link);
      await page.getByRole('link', { name: 'Modal lab' }).click();
      await page.getByText('Listening for events').waitFor();
      const frame = page.frames().find((each) => each.url().includes('/lab/'));
      if (!frame) throw new Error('There is no frame.');
      const session = await page.context().newCDPSession(frame);
      const crashed = page.waitForEvent('crash');
      session.send('Page.crash').catch(() => undefined);
      await crashed;
    });
    await withDebugger(async (page) => {
      const lab = page.getByRole('region', { name: 'Lab preview' });
      await lab.getByText("The lab's page isn't responding").waitFor();
      await lab.getByText("The modal is stuck, crashed or didn't load.").waitFor();
      // The rest of the page still works.
      await page.getByRole('button', { name: 'New user' }).click();
      await lab.getByRole('button', { name: 'Reload lab page' }).last().click();
      await page.getByText('Listening for events').waitFor();
      await page.getByRole('main').getByRole('button', { name: 'New token and open', exact: true }).first().click();
      await page.getByRole('log').getByText('migration_modal.opened').waitFor();
      expect(await lab.getByText("isn't responding").count()).toBe(0);
    });
  },
);

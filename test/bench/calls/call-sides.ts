import path from 'node:path';
import { _electron, chromium, type Page } from '@playwright/test';
import { resolveTestElectron } from '#test/electron-runtime/resolve-test-electron.ts';
import { chromiumOptions } from '#test/fixtures/page/chromium.ts';
import { startUntilReady } from '#test/fixtures/system/ready-line.ts';
import { bundleForPage } from '../bundle-program.ts';
import type * as ListCalls from '../page/list-calls.ts';
import { type BareCall, timeNodeCalls } from './bare-http-call.ts';
import { startBareRelay } from './bare-relay.ts';
import { makeSandboxKey } from './console-key.ts';

/** Milliseconds per call, over this many sequential calls. */
type TimeCalls = (times: number) => Promise<number>;

/** The list call of an open console, and the same call without the console. */
export interface CallSides {
  readonly name: string;
  /** From the renderer's call to the typed rows. */
  readonly console: TimeCalls;
  /** From the host's main process, with its plain HTTP transport. */
  readonly bare: TimeCalls;
  /**
   * From page to plain relay to service: the same hops without Ferry. Only for hosts in which a page can call a relay.
   */
  readonly relay?: TimeCalls;
  readonly close: () => Promise<void>;
}

declare const listCalls: typeof ListCalls;

const script = (): Promise<string> =>
  bundleForPage(path.join(import.meta.dirname, '..', 'page', 'list-calls.ts'), 'listCalls');

/** Loads the console's client into the page, and finds the URL and headers of the equivalent bare call. */
async function prepare(page: Page, userData: string): Promise<{ timeConsole: TimeCalls; call: BareCall }> {
  await page.getByRole('table', { name: 'Migrations' }).getByRole('row').nth(1).waitFor();
  await page.evaluate(await script());
  const address = await page.evaluate(() => listCalls.serviceAddress());
  const headers = { Authorization: `Bearer ${await makeSandboxKey(userData)}`, Accept: 'application/json' };
  return {
    timeConsole: (times) => page.evaluate((count) => listCalls.timeListCalls(count), times),
    call: { url: `${address}/api/v1/migrations?page=1&page_size=25`, headers },
  };
}

/** Opens an app folder's console in Electron. */
export async function electronSides(app: string, userData: string): Promise<CallSides> {
  const { executable, distPath, label } = await resolveTestElectron();
  const electron = await _electron.launch({
    executablePath: executable,
    args: [app, ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), '--user-data', userData],
    cwd: app,
    env: { ...(process.env as Record<string, string>), ELECTRON_OVERRIDE_DIST_PATH: distPath },
  });
  const { timeConsole, call } = await prepare(await electron.firstWindow(), userData);
  return {
    name: label,
    console: timeConsole,
    bare: (times) =>
      electron.evaluate(
        async ({ session }, { url, headers, count }) => {
          const transport = session.fromPartition('bare-calls', { cache: false });
          const startedAt = performance.now();
          for (let done = 0; done < count; done += 1) {
            const reply = await transport.fetch(url, { headers, credentials: 'omit', cache: 'no-store' });
            JSON.parse(await reply.text());
          }
          return (performance.now() - startedAt) / count;
        },
        { url: call.url, headers: { ...call.headers }, count: times },
      ),
    close: () => electron.close(),
  };
}

/** Opens an app folder's console in a Chromium with the browser host. */
export async function browserSides(app: string, userData: string): Promise<CallSides> {
  const program = path.join(app, 'out', 'browser-host', 'main.mjs');
  const host = await startUntilReady<{ url: string }>(process.execPath, [
    program,
    '--no-open',
    '--user-data',
    userData,
  ]);
  const browser = await chromium.launch(chromiumOptions());
  const page = await browser.newPage();
  await page.goto(host.ready.url);
  const { timeConsole, call } = await prepare(page, userData);
  const bareRelay = await startBareRelay(call);
  const relayPage = await browser.newPage();
  await relayPage.goto(bareRelay.url);
  return {
    name: 'browser host',
    console: timeConsole,
    bare: (times) => timeNodeCalls(call, times),
    relay: (times) =>
      relayPage.evaluate(async (count) => {
        const startedAt = performance.now();
        for (let done = 0; done < count; done += 1) await (await fetch('/list', { method: 'POST', body: '{}' })).json();
        return (performance.now() - startedAt) / count;
      }, times),
    close: async () => {
      await browser.close();
      bareRelay.close();
      await host.stop();
    },
  };
}

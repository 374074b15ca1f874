import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { atRest } from '#test/fixtures/page/at-rest.ts';
import { type ConsoleHandle, openElectronHost } from '#test/fixtures/console/console-handle.ts';
import { askForPermissions } from '#test/fixtures/page/permission-probe.ts';

let consoleHandle: ConsoleHandle;
let otherServer: Server;
let origin = '';
let observed: string[] = [];

beforeAll(async () => {
  otherServer = createServer((request, reply) => {
    observed.push(`${request.method} ${request.url}`);
    reply.writeHead(200, { 'Content-Type': 'text/html', 'Content-Disposition': 'attachment' }).end('<p>elsewhere</p>');
  });
  await new Promise<void>((resolve) => otherServer.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(otherServer.address() as AddressInfo).port}`;
  consoleHandle = await openElectronHost();
});
beforeEach(() => (observed = []));
afterAll(async () => {
  await consoleHandle.close();
  otherServer.close();
});

const parts = () => {
  if (!consoleHandle.electron || !consoleHandle.page) throw new Error('no Electron');
  return { app: consoleHandle.electron, page: consoleHandle.page };
};

const settle = () => atRest(parts().app, [parts().page], () => consoleHandle.call('console', 'state', {}));

/** What a hostile page in place of the console's could try; each as code that runs in the page. */
const attempts = (): Readonly<Record<string, string>> => {
  const addresses = [
    `${origin}/a`,
    'https://attacker.example/',
    'file:///etc/passwd',
    'data:text/html,<p>x</p>',
    'app://other/index.html',
    'app://console.attacker.example/',
    'ftp://attacker.example/',
    'about:blank',
    'chrome://gpu',
    'view-source:app://console/',
    'devtools://devtools/bundled/inspector.html',
    'mailto:a@b.example',
  ];
  const each = (name: string, code: (address: string) => string) =>
    addresses.map((address): [string, string] => [`${name} ${address}`, code(JSON.stringify(address))]);
  return Object.fromEntries([
    ...each('location', (address) => `location.href = ${address}`),
    ...each('popup', (address) => `window.open(${address})`),
    ...each('link', (address) => `Object.assign(document.createElement('a'), { href: ${address} }).click()`),
    ...each(
      'new tab',
      (address) => `Object.assign(document.createElement('a'), { href: ${address}, target: '_blank' }).click()`,
    ),
    ...each(
      'frame',
      (address) => `document.body.append(Object.assign(document.createElement('iframe'), { src: ${address} }))`,
    ),
    ...each(
      'form',
      (address) =>
        `{ const form = Object.assign(document.createElement('form'), { action: ${address}, method: 'post' });
           document.body.append(form); form.submit(); }`,
    ),
  ]);
};

test('hostile navigations, popups, frames and forms from the page all fail', { tags: '@T10' }, async () => {
  const { app, page } = parts();
  await app.evaluate(({ shell }) => {
    const found: string[] = [];
    Object.assign(globalThis, { openedLinks: found });
    shell.openExternal = async (link: string) => void found.push(link);
  });
  const tried = Object.entries(attempts());
  expect(tried.length).toBeGreaterThanOrEqual(60);
  // Evaluated in the page: a locator would wait for a navigation that was refused.
  const isTrue = (code: string) => () => page.evaluate(code).catch(() => false);
  const isShown = isTrue(
    `(document.querySelector('.shell:not([data-first-look]) nav')?.getClientRects().length ?? 0) > 0`,
  );
  const isSafePage = isTrue(`location.pathname === '/safe-page'`);
  const isBack = async () => (await isShown()) === true || (await isSafePage()) === true;
  for (const [name, code] of tried) {
    await page.evaluate(`try { ${code} } catch {}`).catch(() => undefined);
    // An emptied page is restored: twice to the console, then to the safe page.
    if (!name.includes('about:blank')) continue;
    await settle();
    await expect.poll(isBack).toBe(true);
  }
  const isShownAgain = async () => {
    // The link may leave the page before the call returns.
    if (await isSafePage()) await page.evaluate(() => document.querySelector('a')?.click()).catch(() => undefined);
    return isShown();
  };
  await settle();
  // The safe page may load late, after the console was briefly visible, and end a call.
  const stateOnceShown = async () => ((await isShownAgain()) === true ? callState() : undefined);
  const callState = () => consoleHandle.call('console', 'state', {}).catch(() => undefined);
  await expect.poll(stateOnceShown).toMatchObject({ ok: true });
  expect(page.url().replace(/#.*/, '')).toBe('app://console/');
  expect(await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1);
  expect(await app.evaluate(() => (globalThis as { openedLinks?: string[] }).openedLinks)).toEqual([]);
  expect(observed).toEqual([]);
});

test("a webview can't attach", { tags: '@T10' }, async () => {
  const { app, page } = parts();
  await page.evaluate((src) => {
    document.body.append(Object.assign(document.createElement('webview'), { src, partition: 'x' }));
  }, `${origin}/guest`);
  await settle();
  expect(await app.evaluate(({ webContents }) => webContents.getAllWebContents().length)).toBe(1);
  expect(observed).toEqual([]);
});

test('the only permission that a page gets is clipboard writing', { tags: '@T10' }, async () => {
  const { page } = parts();
  const answers = await page.evaluate(askForPermissions);
  expect(Object.values(answers)).not.toContain('given');
  expect(answers).toMatchObject({ place: 'denied', notification: 'denied', read: 'NotAllowedError' });
});

test('a download is blocked before it starts', { tags: '@T10' }, async () => {
  const { app, page } = parts();
  await app.evaluate(({ session }) => {
    const found: string[] = [];
    Object.assign(globalThis, { downloads: found });
    session.defaultSession.on('will-download', (event) => found.push(event.defaultPrevented ? 'refused' : 'taken'));
  });
  await page.evaluate(() => {
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob(['x']));
    link.download = 'x.txt';
    link.click();
  });
  const downloads = () => app.evaluate(() => (globalThis as { downloads?: string[] }).downloads);
  await expect.poll(downloads).toEqual(['refused']);
});

test('the policy of the window blocks eval, inline scripts and strings as code', { tags: '@T12' }, async () => {
  const { page } = parts();
  const found = await page.evaluate(async () => {
    // Code from the debugger may use eval; code that it schedules may not.
    await new Promise((resolve) => setTimeout(resolve, 50));
    const attempt = (run: () => unknown): string => {
      try {
        run();
        return 'done';
      } catch (error) {
        return error instanceof Error ? error.name : 'failed';
      }
    };
    const script = document.createElement('script');
    return {
      // oxlint-disable-next-line no-eval
      eval: attempt(() => (0, eval)('1 + 1')),
      // oxlint-disable-next-line no-implied-eval
      function: attempt(() => new Function('return 1')()),
      html: attempt(() => {
        document.createElement('div').innerHTML = '<img src=x onerror="window.ran = 1">';
      }),
      script: attempt(() => {
        script.text = 'window.ran = 2';
        document.body.append(script);
      }),
      ran: 'ran' in window,
    };
  });
  expect(found).toMatchObject({
    eval: 'EvalError',
    function: 'EvalError',
    html: 'TypeError',
    script: 'TypeError',
    ran: false,
  });
});

test('the page can’t access the network directly', { tags: '@T12' }, async () => {
  const { page } = parts();
  const outcome = await page.evaluate(
    (address) =>
      fetch(address, { mode: 'no-cors' }).then(
        () => 'sent',
        () => 'refused',
      ),
    `${origin}/fetch`,
  );
  expect(outcome).toBe('refused');
  expect(observed).toEqual([]);
});

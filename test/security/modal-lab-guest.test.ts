import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { atRest } from '#test/fixtures/page/at-rest.ts';
import { type ConsoleHandle, openElectronHost } from '#test/fixtures/console/console-handle.ts';
import { askForPermissions } from '#test/fixtures/page/permission-probe.ts';

let consoleHandle: ConsoleHandle;
let otherServer: Server;
let origin = '';
const observed: string[] = [];

beforeAll(async () => {
  otherServer = createServer((request, reply) => {
    observed.push(`${request.method} ${request.url}`);
    reply.writeHead(200, { 'Content-Type': 'text/html' }).end('<p>elsewhere</p>');
  });
  await new Promise<void>((resolve) => otherServer.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(otherServer.address() as AddressInfo).port}`;
  consoleHandle = await openElectronHost();
  await parts().page.getByRole('link', { name: 'Modal lab' }).click();
  await parts().page.getByText('Listening for events').waitFor();
});
afterAll(async () => {
  await consoleHandle.close();
  otherServer.close();
});

const parts = () => {
  if (!consoleHandle.electron || !consoleHandle.page) throw new Error('no Electron');
  const guest = consoleHandle.electron.windows().find((each) => each.url().includes('/lab/'));
  return { app: consoleHandle.electron, page: consoleHandle.page, guest };
};
const createGuest = () => {
  const { guest } = parts();
  if (!guest) throw new Error('no guest');
  return guest;
};

const settle = (...guests: Page[]) =>
  atRest(parts().app, [...guests, parts().page], () => consoleHandle.call('console', 'state', {}));

/** What a hostile page in the guest could try; each as code that runs in the guest. */
const attempts = (): readonly string[] => {
  const addresses = [
    `${origin}/a`,
    'https://attacker.example/',
    'file:///etc/passwd',
    'data:text/html,<p>x</p>',
    'app://console/index.html',
    'ferry://migrations/00000000-0000-4000-8000-000000000000',
    'about:blank',
    'chrome://gpu',
    'devtools://devtools/bundled/inspector.html',
    'mailto:a@b.example',
    'javascript:void(document.title="x")',
  ].map((address) => JSON.stringify(address));
  const navigations: readonly ((address: string) => string)[] = [
    (address) => `location.assign(${address})`,
    (address) => `window.open(${address})`,
    (address) => `Object.assign(document.createElement('a'), { href: ${address}, target: '_top' }).click()`,
    (address) => `Object.assign(document.createElement('a'), { href: ${address}, target: '_blank' }).click()`,
    (address) => `document.body.append(Object.assign(document.createElement('iframe'), { src: ${address} }))`,
    (address) =>
      `{ const form = Object.assign(document.createElement('form'), { action: ${address}, method: 'post' });
         document.body.append(form); form.submit(); }`,
    (address) =>
      `document.body.append(Object.assign(document.createElement('webview'), { src: ${address}, partition: 'x' }))`,
  ];
  return navigations.flatMap((way) => addresses.map(way));
};

test(
  'hostile navigations, popups, frames, forms and attempts to attach from the guest all fail',
  { tags: ['@C17', '@T10'] },
  async () => {
    const { app } = parts();
    const guest = createGuest();
    const home = guest.url();
    await app.evaluate(({ shell }) => {
      const found: string[] = [];
      Object.assign(globalThis, { openedLinks: found });
      shell.openExternal = async (link: string) => void found.push(link);
    });
    const tried = attempts();
    expect(tried.length).toBeGreaterThanOrEqual(60);
    for (const code of tried) await guest.evaluate(`try { ${code} } catch {}`).catch(() => undefined);
    await settle(guest);
    const left = await app.evaluate(({ BrowserWindow, webContents }) => ({
      windows: BrowserWindow.getAllWindows().length,
      contents: webContents
        .getAllWebContents()
        .map((webContent) => [webContent.getType(), webContent.getURL().replace(/#.*/, '')]),
    }));
    expect(left.windows).toBe(1);
    expect(left.contents.map(([type]) => type).sort()).toEqual(['webview', 'window']);
    expect(left.contents.find(([type]) => type === 'window')?.[1]).toBe('app://console/');
    // An empty page is allowed; every other navigation leaves the guest unchanged.
    expect([home, 'about:blank']).toContain(left.contents.find(([type]) => type === 'webview')?.[1]);
    expect(await app.evaluate(() => (globalThis as { openedLinks?: string[] }).openedLinks)).toEqual([]);
    expect(observed).toEqual([]);
    expect(await consoleHandle.call('console', 'state', {})).toMatchObject({ ok: true });
  },
);

test('the guest gets no permission, device or download', { tags: ['@C17', '@T10'] }, async () => {
  const { app, page } = parts();
  await parts().guest?.evaluate(() => Object.assign(window, { isOfBefore: true }));
  await page.getByRole('button', { name: 'Reload lab page' }).first().click();
  const isNew = () => createGuest().evaluate(() => document.readyState === 'complete' && !('isOfBefore' in window));
  await expect.poll(() => isNew().catch(() => false)).toBe(true);
  await page.getByText('Listening for events').waitFor();
  const guest = createGuest();
  const own = await guest.evaluate(async () => ({
    write: await navigator.clipboard.writeText('x').then(
      () => 'given',
      () => 'denied',
    ),
    bridge: 'ferryBridge' in window ? 'given' : 'none',
    node: 'require' in window || 'process' in window ? 'given' : 'none',
  }));
  const answers = { ...(await guest.evaluate(askForPermissions)), ...own };
  expect(Object.entries(answers).filter(([, answer]) => answer === 'given' || answer === 'granted')).toEqual([]);

  await app.evaluate(({ session }) => {
    const found: string[] = [];
    Object.assign(globalThis, { guestDownloads: found });
    session
      .fromPartition('ferry-lab-1')
      .on('will-download', (event) => found.push(event.defaultPrevented ? 'refused' : 'taken'));
  });
  await guest.evaluate(() => {
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob(['x']));
    link.download = 'x.txt';
    link.click();
  });
  const downloads = () => app.evaluate(() => (globalThis as { guestDownloads?: string[] }).guestDownloads);
  await expect.poll(downloads).toEqual(['refused']);
});

test('the console’s page can attach no guest except a lab’s', { tags: ['@C17', '@T10'] }, async () => {
  const { app, page } = parts();
  const guests = () => app.evaluate(({ webContents }) => webContents.getAllWebContents().length);
  const before = await guests();
  for (const [partition, src] of [
    ['x', `${origin}/guest`],
    ['ferry-lab-1', `${origin}/guest`],
    ['persist:ferry-lab-1', `${origin}/guest`],
    ['ferry-lab-9', `${origin}/guest`],
    ['', `${origin}/guest`],
  ]) {
    await page.evaluate(
      ([name, address]) => {
        const view = document.createElement('webview');
        if (name) view.setAttribute('partition', name);
        view.setAttribute('src', address ?? '');
        view.setAttribute('nodeintegration', '');
        document.body.append(view);
      },
      [partition, src] as const,
    );
  }
  await settle();
  expect(await guests()).toBe(before);
  expect(observed).toEqual([]);
});

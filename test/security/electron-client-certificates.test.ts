import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { ElectronApplication } from '@playwright/test';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createAuthority, type TestAuthority } from '#test/fixtures/network/certificates.ts';
import {
  type ClientCertificateServer,
  giveClientCertificate,
  startClientCertificateServer,
} from '#test/fixtures/network/client-certificates.ts';
import { type ConsoleHandle, openElectronHost } from '#test/fixtures/console/console-handle.ts';
import { removeFolder } from '#test/fixtures/system/remove-folder.ts';
import { startTestApi } from '#test/fixtures/service/test-api.ts';

let consoleHandle: ConsoleHandle;
let server: ClientCertificateServer;
let authority: TestAuthority;
let homeFolder = '';
const homeBefore = process.env['HOME'];

const electron = (): ElectronApplication => {
  if (!consoleHandle.electron) throw new Error('no Electron');
  return consoleHandle.electron;
};

beforeAll(async () => {
  homeFolder = mkdtempSync(path.join(tmpdir(), 'ferry-home-'));
  authority = createAuthority();
  giveClientCertificate(homeFolder, authority);
  server = await startClientCertificateServer(authority);
  process.env['HOME'] = homeFolder;
  consoleHandle = await openElectronHost();
});
afterAll(async () => {
  process.env['HOME'] = homeBefore;
  await consoleHandle.close();
  server.close();
  authority.remove();
  await removeFolder(homeFolder);
});

/**
 * Replaces Electron's message boxes: records their options and answers with the button index in `globalThis.answer`
 * (initially 0).
 */
beforeEach(() =>
  electron().evaluate(({ dialog }) => {
    const dialogs: Electron.MessageBoxOptions[] = [];
    Object.assign(globalThis, { dialogs, answer: 0 });
    dialog.showMessageBox = (async (...args: unknown[]) => {
      dialogs.push(args.at(-1) as Electron.MessageBoxOptions);
      return { response: (globalThis as { answer?: number }).answer, checkboxChecked: false };
    }) as typeof dialog.showMessageBox;
  }),
);
const dialogs = () =>
  electron().evaluate(() => (globalThis as { dialogs?: Electron.MessageBoxOptions[] }).dialogs ?? []);

/** Loads a URL in a page with a separate session, like the lab's guests. */
const loadPage = (url: string, partition: string) =>
  electron().evaluate(
    async ({ BrowserWindow }, at) => {
      const window = new BrowserWindow({ show: false, webPreferences: { partition: at.partition } });
      return window
        .loadURL(at.url)
        .then(() => 'loaded', String)
        .finally(() => window.destroy());
    },
    { url, partition },
  );

/**
 * Simulates a server's request for a certificate, as newer Electron versions report it for a call of the console
 * itself.
 */
const askForOwnCall = (url: string) =>
  electron().evaluate(async ({ app }, address) => {
    const certificate = {
      data: 'PEM',
      fingerprint: 'sha256/one',
      subjectName: 'Ada',
      issuerName: 'Their organization',
      validExpiry: 1_900_000_000,
    };
    let refused = false;
    const event = { preventDefault: () => (refused = true) };
    // Calls only the console's listener: the old Electron's own listener assumes a page.
    const listener = app.listeners('select-client-certificate').at(-1);
    const sent = await new Promise((resolve) =>
      listener?.(event, null, address, [certificate], (one?: { subjectName: string }) =>
        resolve(one?.subjectName ?? 'none'),
      ),
    );
    return { sent, isOwnChoice: refused };
  }, url);

/** Makes the console connect to a service, as entering a key does. */
async function callService(baseURL: string): Promise<void> {
  const added = await consoleHandle.call('profiles', 'add', {
    name: baseURL,
    environment: 'test',
    baseURL,
    caFile: null,
  });
  const { id } = (added.ok ? added.value : {}) as { id: string };
  await consoleHandle.call('apiKey', 'set', { profileId: id, key: 'ferry_test_0123456789abcdef', storage: 'session' });
}

test.runIf(process.platform === 'linux')(
  'a page of any session gets no client certificate, and no prompt appears',
  { tags: '@T31' },
  async () => {
    expect(await loadPage(`${server.url}/guest`, 'ferry-guest')).toBe('loaded');
    expect(await loadPage(`${server.url}/persistent`, 'persist:x')).toBe('loaded');
    expect(server.requests).toEqual(['/guest none', '/persistent none']);
    expect(await dialogs()).toEqual([]);
  },
);

test.runIf(process.platform === 'linux')(
  'a profile’s service gets the client certificate that the user chose, and no certificate without a choice',
  { tags: '@T31' },
  async () => {
    expect(await askForOwnCall(server.url)).toEqual({ sent: 'none', isOwnChoice: true });
    expect(await dialogs()).toEqual([]);

    await callService(server.url);
    expect(server.requests.filter((one) => one.endsWith(' certificate'))).toEqual([]);

    const before = (await dialogs()).length;
    expect(await askForOwnCall(new URL(server.url).host)).toEqual({ sent: 'none', isOwnChoice: true });
    const [request, ...more] = (await dialogs()).slice(before);
    expect(more).toEqual([]);
    expect(request).toMatchObject({
      message: `${new URL(server.url).host} asks for a client certificate.`,
      detail: expect.stringContaining('Their organization'),
      buttons: ['Send none', 'Ada'],
      defaultId: 0,
      cancelId: 0,
    });
    // The console remembers the choice until it exits, so later calls don't ask again.
    expect(await askForOwnCall(server.url)).toEqual({ sent: 'none', isOwnChoice: true });
    expect((await dialogs()).length).toBe(before + 1);

    const other = server.url.replace('127.0.0.1', 'localhost');
    await callService(other);
    await electron().evaluate(() => Object.assign(globalThis, { answer: 1 }));
    expect(await askForOwnCall(other)).toEqual({ sent: 'Ada', isOwnChoice: true });
    expect(await askForOwnCall(other)).toEqual({ sent: 'Ada', isOwnChoice: true });
    expect((await dialogs()).length).toBe(before + 2);
  },
);

test(
  'a server that requests a user name and password gets neither, and no device is chosen for a page',
  { tags: '@T31' },
  async () => {
    const api = await startTestApi((_request, reply) => {
      reply.writeHead(401, { 'WWW-Authenticate': 'Basic realm="x"', 'Content-Type': 'text/html' }).end('<p>no</p>');
    });
    expect(await loadPage(`${api.url}/basic`, 'ferry-basic')).toBe('loaded');
    api.close();
    expect(api.requests.map(({ line }) => line)).toEqual(['GET /basic']);
    expect(api.requests[0]?.headers).not.toMatch(/authorization/i);
    const chosen = electron().evaluate(({ webContents }) => {
      const [contents] = webContents.getAllWebContents();
      const event = { preventDefault: () => undefined };
      return new Promise((resolve) => {
        contents?.emit('select-bluetooth-device', event, [{ deviceId: 'x' }], resolve);
        setTimeout(() => resolve('no decision'), 1_000);
      });
    });
    expect(await chosen).toBe('');
  },
);

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { WebContents, WebFrameMain } from 'electron';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { calls } from '#shared/console-contract/calls.ts';
import { type ConsoleHandle, openElectronHost } from '#test/fixtures/console/console-handle.ts';

const names = Object.entries(calls).flatMap(([topic, verbs]) => Object.keys(verbs).map((verb) => `${topic}:${verb}`));

let consoleHandle: ConsoleHandle;
beforeAll(async () => {
  consoleHandle = await openElectronHost();
});
afterAll(() => consoleHandle.close());

const electron = () => {
  if (!consoleHandle.electron || !consoleHandle.page) throw new Error('no Electron');
  return { app: consoleHandle.electron, page: consoleHandle.page };
};

test('a call from the console’s own page succeeds', async () => {
  expect(await consoleHandle.call('console', 'state', {})).toMatchObject({ ok: true });
});

test('every call in Electron is rejected from each frame that is not the console’s page', { tags: '@T3' }, async () => {
  const { app } = electron();
  // Calls the real handlers with real frames: most of these frames have no preload, so they couldn't make calls
  // themselves.
  const admittedResult = await app.evaluate(async ({ BrowserWindow, ipcMain }, callNames) => {
    type Answer = { ok: boolean; error?: { code: string } } | undefined;
    type Handler = (event: object, ...call: readonly unknown[]) => Promise<Answer>;
    // oxlint-disable-next-line no-underscore-dangle
    const handlers = (ipcMain as unknown as { _invokeHandlers: Map<string, Handler> })._invokeHandlers;
    // Some Electron versions return the reply, others send it through the event.
    const ask = async (name: string, event: object): Promise<Answer> => {
      let replied: Answer;
      const reply = (answer: Answer) => void (replied = answer);
      const call = [...name.split(':'), 'call', {}];
      const returned = await handlers.get('console:call')?.({ ...event, _reply: reply, _throw: reply }, ...call);
      return returned ?? replied;
    };
    const [window] = BrowserWindow.getAllWindows();
    if (!window) throw new Error('no window');
    const own = window.webContents;
    const addFrame = async (attribute: string, value: string): Promise<WebFrameMain> => {
      const before = own.mainFrame.frames.length;
      await own.executeJavaScript(
        `{ const frame = document.createElement('iframe'); frame.${attribute} = ${JSON.stringify(value)}; document.body.append(frame); }`,
      );
      while (own.mainFrame.frames.length === before) await new Promise((resolve) => setTimeout(resolve, 10));
      const frame = own.mainFrame.frames[before];
      if (!frame) throw new Error('no frame');
      return frame;
    };
    const open = async (address: string): Promise<WebContents> => {
      const other = new BrowserWindow({ show: false });
      await other.loadURL(address);
      return other.webContents;
    };
    const blank = await addFrame('src', 'about:blank');
    const written = await addFrame('src', 'about:blank?named');
    const removedFrame = await addFrame('name', 'removed');
    await own.executeJavaScript(`document.querySelector('iframe[name=removed]').remove()`);
    const sameOrigin = await open('app://console/safe-page');
    const otherOrigin = await open('data:text/html,<p>other</p>');
    const destroyedContents = await open('app://console/safe-page');
    const goneFrame = destroyedContents.mainFrame;
    BrowserWindow.fromWebContents(destroyedContents)?.destroy();
    const senders: Record<string, { sender: unknown; senderFrame: unknown }> = {
      'a null frame': { sender: own, senderFrame: null },
      'no frame': { sender: own, senderFrame: undefined },
      'an about:blank child': { sender: own, senderFrame: blank },
      'a second child': { sender: own, senderFrame: written },
      'a destroyed frame': { sender: own, senderFrame: removedFrame },
      'another window of the same origin': { sender: sameOrigin, senderFrame: sameOrigin.mainFrame },
      'another window of another origin': { sender: otherOrigin, senderFrame: otherOrigin.mainFrame },
      "the console's sender with another window's frame": { sender: own, senderFrame: sameOrigin.mainFrame },
      "another sender with the console's frame": { sender: sameOrigin, senderFrame: own.mainFrame },
      'a destroyed window': { sender: destroyedContents, senderFrame: goneFrame },
    };
    const admittedCalls: string[] = [];
    for (const callName of callNames) {
      for (const [name, event] of Object.entries(senders)) {
        const outcome = await ask(callName, event);
        if (outcome?.ok !== false || outcome.error?.code !== 'refused_sender')
          admittedCalls.push(`${callName} from ${name}`);
      }
    }
    // The right sender succeeds in the same way, which proves that the test calls the handlers correctly.
    const ownPageOutcome = await ask('console:state', { sender: own, senderFrame: own.mainFrame });
    if (ownPageOutcome?.ok !== true) admittedCalls.push('the page itself is refused');
    for (const other of BrowserWindow.getAllWindows()) if (other !== window) other.destroy();
    await own.executeJavaScript(`for (const frame of document.querySelectorAll('iframe')) frame.remove()`);
    return admittedCalls;
  }, names);
  expect(admittedResult).toEqual([]);
});

test('another Electron window with the console’s preload script is rejected', { tags: '@T3' }, async () => {
  const { app } = electron();
  const codes = await app.evaluate(async ({ BrowserWindow, app: electronApp }) => {
    const preload = `${electronApp.getAppPath()}/out/preload/console-window.cjs`;
    const found: unknown[] = [];
    for (const address of ['app://console/safe-page', 'data:text/html,<p>x</p>', 'about:blank']) {
      const other = new BrowserWindow({ show: false, webPreferences: { preload, nodeIntegrationInSubFrames: true } });
      await other.loadURL(address);
      const ask = `ferryBridge.call('console', 'state', 'id', {}).then((outcome) => outcome.error?.code ?? 'let in')`;
      found.push(await other.webContents.executeJavaScript(ask));
      other.destroy();
    }
    return found;
  });
  expect(codes).toEqual(['refused_sender', 'refused_sender', 'refused_sender']);
});

test('child frames and child windows have no bridge', { tags: '@T3' }, async () => {
  const { page } = electron();
  const found = await page.evaluate(() => {
    const frame = document.createElement('iframe');
    document.body.append(frame);
    const isBridgeInFrame = frame.contentWindow && 'ferryBridge' in frame.contentWindow;
    frame.remove();
    return { isBridgeInFrame, child: window.open('about:blank') };
  });
  expect(found).toEqual({ isBridgeInFrame: false, child: null });
});

test('the page has the bridge and nothing else from Electron or Node', { tags: '@T3' }, async () => {
  const { page } = electron();
  const found = await page.evaluate(() => ({
    globals: ['require', 'process', 'module', 'Buffer', 'electron', 'ipcRenderer'].filter((name) => name in window),
    bridge: Object.keys((window as unknown as { ferryBridge: object }).ferryBridge).sort(),
  }));
  expect(found).toEqual({ globals: [], bridge: ['call', 'cancel', 'listen'] });
});

test('invalid arguments are rejected over real IPC, and later calls still work', { tags: '@T2' }, async () => {
  const { page } = electron();
  const codes = await page.evaluate(async (callNames) => {
    type Call = (...call: readonly unknown[]) => Promise<{ ok: boolean; error?: { code: string } }>;
    const { call } = (window as unknown as { ferryBridge: { call: Call } }).ferryBridge;
    const loop: Record<string, unknown> = {};
    loop['self'] = loop;
    const hostile: unknown[] = [
      undefined,
      null,
      Number.NaN,
      12n,
      'text',
      [],
      [{}],
      loop,
      { more: 1 },
      new Uint8Array(1_000),
      { page: -1, pageSize: 25 },
      { page: 1, pageSize: 1e9 },
      { id: '../../etc/passwd' },
      { text: 'x'.repeat(2_000_000) },
    ];
    const found = new Set<string>();
    for (const name of callNames) {
      const [topic, verb] = name.split(':');
      for (const args of hostile) {
        const outcome = await call(topic, verb, crypto.randomUUID(), args);
        const code = outcome.error?.code ?? `${name} took ${typeof args}`;
        // A recording may be this long, but the gate rejects its content.
        if (name !== 'modalLab:readRecording' || code !== 'invalid_import') found.add(code);
      }
      const odd = await call(topic, verb, { not: 'an id' }, {});
      found.add(odd.error?.code ?? `${name} took an odd id`);
    }
    return [...found];
  }, names);
  expect(codes.sort()).toEqual(['invalid_arguments', 'refused_sender']);
  expect(await consoleHandle.call('console', 'state', {})).toMatchObject({ ok: true });
});

test(
  'malformed cancellations and inherited property names never reach a call, and the gate keeps working',
  { tags: ['@T2', '@T3'] },
  async () => {
    const { app, page } = electron();
    const reached = await page.evaluate(async () => {
      type Outcome = { error?: { code: string } };
      type Bridge = { cancel: (callId: unknown) => void; call: (...call: readonly unknown[]) => Promise<Outcome> };
      const { cancel, call } = (window as unknown as { ferryBridge: Bridge }).ferryBridge;
      const deepValue: unknown[] = [];
      for (let level = 0, at = deepValue; level < 500; level++) at.push((at = []));
      const odd = [
        { toString: 1, valueOf: 1 },
        deepValue,
        null,
        12n,
        Number.NaN,
        ['id'],
        'x'.repeat(5_000_000),
        new Map(),
      ];
      for (const callId of odd) cancel(callId);
      const oddNames = [...odd, '__proto__', 'constructor', 'toString', 'console:state', undefined];
      const outcomes = oddNames.flatMap((name) => [call(name, 'state', 'id', {}), call('console', name, 'id', {})]);
      return [...new Set((await Promise.all(outcomes)).map(({ error }) => error?.code ?? 'reached'))].sort();
    });
    expect(reached).toEqual(['refused_sender', 'unknown_call']);
    // A compromised page could use IPC without the bridge: Electron rejects unknown channels before any handler.
    const folder = mkdtempSync(path.join(tmpdir(), 'ferry-raw-ipc-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const file = path.join(folder, 'preload.cjs');
    writeFileSync(
      file,
      `const { contextBridge, ipcRenderer } = require('electron');
      contextBridge.exposeInMainWorld('raw', {
        invoke: (channel) => ipcRenderer.invoke(channel, 'id', {}).then(() => 'let in', (error) => error.message),
        send: (channel, args) => ipcRenderer.send(channel, args),
      });`,
    );
    const rejected = await app.evaluate(async ({ BrowserWindow }, preload) => {
      const other = new BrowserWindow({ show: false, webPreferences: { preload } });
      await other.loadURL('app://console/safe-page');
      const answers = (await other.webContents.executeJavaScript(`
        raw.send('calls:cancel', { toString: 1, valueOf: 1 });
        raw.send('__proto__', 1);
        Promise.all(['__proto__', 'constructor', 'toString', 'console:__proto__', 'calls:cancel', ''].map(raw.invoke))
      `)) as string[];
      other.destroy();
      return answers.filter((text) => !text.includes('No handler registered'));
    }, file);
    expect(rejected).toEqual([]);
    expect(await consoleHandle.call('console', 'state', {})).toMatchObject({ ok: true });
  },
);

test('the calls have the only IPC channel with replies', { tags: '@T3' }, async () => {
  const { app } = electron();
  const channels = await app.evaluate(({ ipcMain }) => ({
    // oxlint-disable-next-line no-underscore-dangle
    handled: [...(ipcMain as unknown as { _invokeHandlers: Map<string, unknown> })._invokeHandlers.keys()].sort(),
    listened: ipcMain
      .eventNames()
      .map(String)
      .filter((name) => name !== 'error'),
  }));
  expect(channels).toEqual({ handled: ['console:call'], listened: ['calls:cancel'] });
});

test('the Electron window itself is rejected when it shows another origin', { tags: '@T3' }, async () => {
  const { app } = electron();
  const code = await app.evaluate(async ({ BrowserWindow }) => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents;
    // Disables the guard that would navigate back.
    contents?.removeAllListeners('did-navigate');
    await contents?.loadURL('data:text/html,<p>elsewhere</p>');
    const ask = `ferryBridge.call('console', 'state', 'id', {}).then((outcome) => outcome.error?.code ?? 'let in')`;
    return (await contents?.executeJavaScript(ask)) as unknown;
  });
  expect(code).toBe('refused_sender');
});

import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { networkInterfaces } from 'node:os';
import { afterEach, describe, expect, test } from 'vitest';
import type { AppAddress, AppKey } from '#shared/console-contract/connect-app-calls.ts';
import type { Outcome } from '#shared/app-error.ts';
import { freePort } from '#service/testing/free-port.ts';
import { type ConsoleHandle, openInProcess } from '#test/fixtures/console/console-handle.ts';
import { eventually } from '#test/fixtures/timing/eventually.ts';
import { contentsBelow } from '#test/fixtures/secrets/secret-search.ts';

let consoleHandle: ConsoleHandle;
let other: Server | undefined;
afterEach(async () => {
  await consoleHandle.close();
  other?.close();
  other = undefined;
});

const call = async <Value>(topic: string, verb: string, args: unknown): Promise<Value> => {
  const outcome = (await consoleHandle.call(topic, verb, args)) as Outcome<Value>;
  if (outcome.ok) return outcome.value;
  throw new Error(`${outcome.error.code}: ${outcome.error.detail ?? ''}`);
};
const address = () => call<AppAddress>('connectApp', 'address', {});

const takeFreePort = async (): Promise<number> => {
  const port = await freePort();
  other = createServer();
  other.listen(port, '127.0.0.1');
  await once(other, 'listening');
  return port;
};
const release = async (): Promise<void> => {
  const closed = other && once(other, 'close');
  other?.close();
  await closed;
  other = undefined;
};
const health = async (url: string, key: string): Promise<number> =>
  (await fetch(`${url}/healthz`, { headers: { authorization: `Bearer ${key}` } })).status;

describe('connect your app', { tags: '@C54' }, () => {
  test('a new port in the settings applies immediately, and a port in use is reported and used when it is free', async () => {
    consoleHandle = await openInProcess();
    const first = await address();
    expect(first).toMatchObject({ takenPort: null, onNetwork: false, networkUrls: [] });
    const port = await takeFreePort();
    await call('settings', 'change', { sandboxPort: port });
    await eventually(async () => expect((await address()).takenPort).toBe(port));
    expect((await address()).url).not.toContain(`:${port}`);
    await release();
    const restartedAddress = await call<AppAddress>('connectApp', 'restart', {});
    expect(restartedAddress).toMatchObject({ url: `http://127.0.0.1:${port}`, takenPort: null });
    // After its port changes, the console continues at the new address.
    expect(await call('migrations', 'list', { page: 1, pageSize: 10 })).toMatchObject({ rows: { length: 10 } });
    await call('settings', 'change', { sandboxPort: null });
    expect((await address()).url).toBe(`http://127.0.0.1:${port}`);
  });

  test('a port that is changed during the first start applies after that start', async () => {
    consoleHandle = await openInProcess();
    const port = await freePort();
    const first = address();
    await call('settings', 'change', { sandboxPort: port });
    await first;
    await eventually(async () => expect((await address()).url).toBe(`http://127.0.0.1:${port}`));
    expect(await address()).toMatchObject({ takenPort: null, onNetwork: false });
  });

  test('a key for an app is created, works, is copied as .env, and stops working when revoked', async () => {
    consoleHandle = await openInProcess();
    const { url } = await address();
    const createResult = await call<{ id: string; apiKey: string; keys: AppKey[] }>('connectApp', 'makeKey', {
      description: 'Shop backend',
      keep: 'keychain',
    });
    expect(createResult.keys).toMatchObject([
      {
        id: createResult.id,
        description: 'Shop backend',
        storedIn: 'keychain',
        lastFour: createResult.apiKey.slice(-4),
      },
    ]);
    expect(await health(url, createResult.apiKey)).toBe(200);
    const { text } = await call<{ text: string }>('connectApp', 'environment', { id: createResult.id });
    expect(text).toBe(`FERRY_URL=${url}\nFERRY_API_KEY=${createResult.apiKey}\n`);
    // Unlike the console's own key, this key survives a restart of the Sandbox.
    await call('connectApp', 'restart', {});
    expect(await health(url, createResult.apiKey)).toBe(200);
    expect(await call('connectApp', 'revokeKey', { id: createResult.id })).toEqual([]);
    expect(await health(url, createResult.apiKey)).toBe(401);
    expect(await consoleHandle.call('connectApp', 'environment', { id: createResult.id })).toMatchObject({
      error: { code: 'no_key' },
    });
  });

  test(
    'by default, the Sandbox listens only on loopback and can be controlled',
    { tags: ['@C54', '@T55'] },
    async () => {
      consoleHandle = await openInProcess();
      const { url } = await address();
      const { port } = new URL(url);
      const outside = Object.values(networkInterfaces()).flatMap((all) => all ?? []);
      const lan = outside.find(({ family, internal }) => family === 'IPv4' && !internal)?.address;
      const reach = (host: string) =>
        fetch(`http://${host}:${port}/healthz`).then(
          ({ status }) => status,
          () => 'refused',
        );
      expect(await reach('127.0.0.1')).toBe(401);
      // A device without a network has no LAN address to test.
      expect(lan === undefined ? 'refused' : await reach(lan)).toBe('refused');
      expect(await call('sandbox', 'state', {})).toMatchObject({ kind: 'control' });
    },
  );

  test('the key for an app appears in no setting, log or request', { tags: ['@C54', '@T56'] }, async () => {
    consoleHandle = await openInProcess();
    const createResult = await call<{ id: string; apiKey: string }>('connectApp', 'makeKey', {
      description: 'A',
      keep: 'keychain',
    });
    await call('connectApp', 'environment', { id: createResult.id });
    await call('migrations', 'list', { page: 1, pageSize: 10 });
    const files = [...contentsBelow(consoleHandle.userData)];
    expect(files.length).toBeGreaterThan(2);
    for (const [file, bytes] of files) expect(bytes.includes(createResult.apiKey), file).toBe(false);
    const reported = JSON.stringify([
      await call('requests', 'list', {}),
      await call('diagnostics', 'text', {}),
      await call('settings', 'get', {}),
      await call('connectApp', 'keys', {}),
    ]);
    expect(reported).not.toContain(createResult.apiKey);
  });
});

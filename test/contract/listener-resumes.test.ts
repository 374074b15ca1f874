import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createMemoryStore } from '#main/console/api-key/memory-store.ts';
import { openTestService, type TestService } from '#service/testing/test-service.ts';
import { openTestConsole, type TestConsole, valueOf } from '#test/fixtures/console/console-in-process.ts';
import { eventually } from '#test/fixtures/timing/eventually.ts';

let service: TestService;
let userDataDir: string;
const secrets = createMemoryStore();
let theConsole: TestConsole;
let profileId: string;
/** Whether feed requests are redirected, as by a captive portal's sign-in page. */
let isSentElsewhere: boolean;

const state = async () => valueOf(await theConsole.call('listener', 'state', {}));
const readList = async () => void valueOf(await theConsole.call('migrations', 'list', { page: 1, pageSize: 10 }));

beforeEach(async () => {
  isSentElsewhere = false;
  service = await openTestService({ migrations: 20, companies: 2 }, { allowControl: true });
  service.app.addHook('onRequest', async ({ url }, reply) => {
    if (!isSentElsewhere || !url.startsWith('/webhooks/')) return;
    reply.hijack();
    reply.raw.writeHead(302, { location: 'http://127.0.0.1:9/login' }).end();
  });
  await service.app.listen({ port: 0, host: '127.0.0.1' });
  userDataDir = mkdtempSync(path.join(tmpdir(), 'ferry-goes-on-'));
  theConsole = openTestConsole({ userDataDir, secrets });
  const { port } = service.app.server.address() as AddressInfo;
  const add = { name: 'Brightwater', environment: 'test', baseURL: `http://127.0.0.1:${port}` } as const;
  profileId = valueOf(await theConsole.call('profiles', 'add', add)).id;
  valueOf(await theConsole.call('apiKey', 'set', { profileId, key: service.apiKey, storage: 'session' }));
  valueOf(await theConsole.call('profiles', 'switch', { id: profileId }));
});
afterEach(async () => {
  await theConsole.close();
  await service.end();
  rmSync(userDataDir, { recursive: true, force: true });
});

test(
  'listen: after a redirect the feed resumes when a call succeeds, and a pause stays on',
  { tags: '@W10' },
  async () => {
    isSentElsewhere = true;
    valueOf(await theConsole.call('listener', 'start', { address: null }));
    await eventually(async () => expect(await state()).toMatchObject({ feed: 'refused', problem: 'redirected' }));
    expect(valueOf(await theConsole.call('listener', 'pause', { paused: true })).isPaused).toBe(true);
    isSentElsewhere = false;
    await readList();
    await eventually(async () => expect(await state()).toMatchObject({ feed: 'following', isPaused: true }));
  },
);

test('listen: a new key shows in the listener, which continues with it', { tags: '@W10' }, async () => {
  valueOf(await theConsole.call('listener', 'start', { address: null }));
  await eventually(async () => expect((await state()).feed).toBe('following'));
  const notifications = () => theConsole.events.filter(({ name }) => name === 'listener:changed').length;
  // Waits for earlier events, which may take a quarter of a second to arrive.
  await eventually(async () => {
    const before = notifications();
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(notifications()).toBe(before);
  });
  const before = notifications();
  valueOf(
    await theConsole.call('apiKey', 'set', { profileId, key: service.apiKey, storage: 'session', replace: true }),
  );
  await eventually(() => expect(notifications()).toBeGreaterThan(before));
  await eventually(async () => expect((await state()).feed).toBe('following'));
});

const pause = async (paused: boolean) => valueOf(await theConsole.call('listener', 'pause', { paused })).isPaused;

test(
  'listen: a pause continues after a key change and a restart, until the user resumes or stops',
  { tags: '@W10' },
  async () => {
    const setKey = async () => {
      const set = { profileId, key: service.apiKey, storage: 'session', replace: true } as const;
      valueOf(await theConsole.call('apiKey', 'set', set));
    };
    const restart = async () => {
      await theConsole.close();
      theConsole = openTestConsole({ userDataDir, secrets });
      await setKey();
      await readList();
    };
    const goesOn = (isPaused: boolean) =>
      eventually(async () => expect(await state()).toMatchObject({ feed: 'following', isPaused }));
    valueOf(await theConsole.call('listener', 'start', { address: null }));
    await goesOn(false);
    expect(await pause(true)).toBe(true);
    await setKey();
    await readList();
    await goesOn(true);
    await restart();
    await goesOn(true);
    expect(await pause(false)).toBe(false);
    await restart();
    await goesOn(false);
    expect(await pause(true)).toBe(true);
    valueOf(await theConsole.call('listener', 'stop', {}));
    valueOf(await theConsole.call('listener', 'start', { address: null }));
    await goesOn(false);
  },
);

test(
  'listen: a pause that can’t be saved still applies, is reported, and ends when the user resumes',
  { tags: ['@W10', '@F50'] },
  async () => {
    const address = 'http://127.0.0.1:9/hooks';
    valueOf(await theConsole.call('listener', 'start', { address }));
    await eventually(async () => expect((await state()).feed).toBe('following'));
    const notifications = () => theConsole.events.filter(({ name }) => name === 'listener:changed').length;
    const before = notifications();
    const database = new DatabaseSync(path.join(userDataDir, 'listener.db'));
    database.exec(`CREATE TRIGGER full BEFORE INSERT ON listeners BEGIN SELECT RAISE(ABORT, 'disk is full'); END`);
    const unsavedPause = await theConsole.call('listener', 'pause', { paused: true });
    expect(unsavedPause).toMatchObject({
      ok: false,
      error: { detail: expect.stringContaining("couldn't save the pause") as string },
    });
    await eventually(() => expect(notifications()).toBeGreaterThan(before));
    expect(await state()).toMatchObject({ isOn: true, isPaused: true });
    expect((await theConsole.call('listener', 'pause', { paused: false })).ok).toBe(false);
    expect(await state()).toMatchObject({ isOn: true, isPaused: true });
    database.exec('DROP TRIGGER full');
    database.close();
    // Renewing the secret doesn't end the pause.
    expect(valueOf(await theConsole.call('listener', 'renewSecret', {})).isPaused).toBe(true);
    expect(await pause(false)).toBe(false);
    expect(await state()).toMatchObject({ isPaused: false });
  },
);

test('listen: if several secrets are created at the same time, the last two are valid', { tags: '@W10' }, async () => {
  const first = valueOf(await theConsole.call('listener', 'start', { address: null })).secret;
  const created = await Promise.all([1, 2, 3].map(() => theConsole.call('listener', 'renewSecret', {})));
  const renewed = created.map((one) => valueOf(one).secret);
  expect(new Set([first, ...renewed]).size).toBe(4);
  const database = new DatabaseSync(path.join(userDataDir, 'listener.db'), { readOnly: true });
  const stored = database.prepare('SELECT secret, previous_secret FROM listeners').get();
  database.close();
  expect(stored).toMatchObject({ secret: renewed[2], previous_secret: renewed[1] });
});

test('listen: a stopped listener can’t be paused and never starts paused', { tags: '@W10' }, async () => {
  expect(await pause(true)).toBe(false);
  valueOf(await theConsole.call('listener', 'start', { address: null }));
  await eventually(async () => expect(await state()).toMatchObject({ feed: 'following', isPaused: false }));
});

test(
  'listen: stopping also cancels a run that is starting and a pause that is being saved',
  { tags: '@W10' },
  async () => {
    const start = () => theConsole.call('listener', 'start', { address: null });
    const stop = () => theConsole.call('listener', 'stop', {});
    await Promise.all([start(), stop()]);
    expect(await state()).toMatchObject({ isOn: false, feed: 'off' });
    valueOf(await start());
    await Promise.all([pause(true), stop()]);
    valueOf(await start());
    expect(await state()).toMatchObject({ isOn: true, isPaused: false });
  },
);

test(
  'listen: after any number of restarts, the listener’s requests share one line of the log until the log is cleared',
  { tags: '@W10' },
  async () => {
    const lines = async () => {
      const { lines: all } = valueOf(await theConsole.call('requests', 'list', {}));
      return all.filter(({ bulk }) => bulk?.label === 'Listener');
    };
    const startRun = async (times: number) => {
      for (let time = 0; time < times; time += 1) {
        valueOf(await theConsole.call('listener', 'start', { address: null }));
        await eventually(async () => expect((await state()).feed).toBe('following'));
        valueOf(await theConsole.call('listener', 'stop', {}));
      }
    };
    await startRun(3);
    await eventually(async () => expect((await lines())[0]?.bulk?.requests).toBeGreaterThanOrEqual(3));
    expect(await lines()).toHaveLength(1);
    valueOf(await theConsole.call('requests', 'clear', {}));
    await startRun(2);
    await eventually(async () => expect(await lines()).toHaveLength(1));
  },
);

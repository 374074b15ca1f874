import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openTestService, type TestService } from '#service/testing/test-service.ts';
import { openTestConsole, type TestConsole, valueOf } from '#test/fixtures/console/console-in-process.ts';
import { eventually } from '#test/fixtures/timing/eventually.ts';

let service: TestService;
let theConsole: TestConsole;
let profileId: string;
/** Whether requests of the feed are sent elsewhere, as by the login page of a network. */
let isSentElsewhere: boolean;

const state = async () => valueOf(await theConsole.call('listener', 'state', {}));
const look = async () => void valueOf(await theConsole.call('migrations', 'list', { page: 1, pageSize: 10 }));

beforeEach(async () => {
  isSentElsewhere = false;
  service = await openTestService({ migrations: 20, companies: 2 }, { allowControl: true });
  service.app.addHook('onRequest', async ({ url }, reply) => {
    if (!isSentElsewhere || !url.startsWith('/webhooks/')) return;
    reply.hijack();
    reply.raw.writeHead(302, { location: 'http://127.0.0.1:9/login' }).end();
  });
  await service.app.listen({ port: 0, host: '127.0.0.1' });
  theConsole = openTestConsole();
  const { port } = service.app.server.address() as AddressInfo;
  const add = { name: 'Brightwater', environment: 'test', baseURL: `http://127.0.0.1:${port}` } as const;
  profileId = valueOf(await theConsole.call('profiles', 'add', add)).id;
  valueOf(await theConsole.call('apiKey', 'set', { profileId, key: service.apiKey, storage: 'session' }));
  valueOf(await theConsole.call('profiles', 'switch', { id: profileId }));
});
afterEach(async () => {
  await theConsole.close();
  await service.end();
});

test('W10 listen: a feed that was sent elsewhere is followed again once a call has gone well, and is as paused as it was', async () => {
  isSentElsewhere = true;
  valueOf(await theConsole.call('listener', 'start', { address: null }));
  await eventually(async () => expect(await state()).toMatchObject({ feed: 'refused', problem: 'redirected' }));
  expect(valueOf(await theConsole.call('listener', 'pause', { paused: true })).isPaused).toBe(true);
  isSentElsewhere = false;
  await look();
  await eventually(async () => expect(await state()).toMatchObject({ feed: 'following', isPaused: true }));
});

test('W10 listen: another key is told to who shows the listener, and it goes on with that', async () => {
  valueOf(await theConsole.call('listener', 'start', { address: null }));
  await eventually(async () => expect((await state()).feed).toBe('following'));
  const told = () => theConsole.events.filter(({ name }) => name === 'listener:changed').length;
  // What was to be told of before is told within a quarter of a second.
  await eventually(async () => {
    const before = told();
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(told()).toBe(before);
  });
  const before = told();
  valueOf(
    await theConsole.call('apiKey', 'set', { profileId, key: service.apiKey, storage: 'session', replace: true }),
  );
  await eventually(() => expect(told()).toBeGreaterThan(before));
  await eventually(async () => expect((await state()).feed).toBe('following'));
});

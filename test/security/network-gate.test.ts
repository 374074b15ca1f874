import { Socket } from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import type { HttpReply, HttpRequest } from '#main/console/ports/http-transport.ts';
import type { ConsolePorts, ManagedFile } from '#main/console/ports/console-ports.ts';
import { errorOf, openTestConsole, type TestConsole, valueOf } from '#test/fixtures/console/console-in-process.ts';
import { eventually } from '#test/fixtures/timing/eventually.ts';
import { reportToLab } from '#test/fixtures/console/lab-page.ts';
import { startTestApi, takes } from '#test/fixtures/service/test-api.ts';

const key = 'ferry_live_0123456789abcdef';
const otherOrigin = 'https://api.brightwater.example';
const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of cleanups.splice(0)) await close();
});

/** A console whose network stacks only record requests, so that no byte leaves this process. */
function openRecorded(ports: Partial<ConsolePorts> = {}) {
  const sentRequests: HttpRequest[] = [];
  const looked: string[] = [];
  const transport = async (request: HttpRequest): Promise<HttpReply> => {
    sentRequests.push(request);
    return { status: 200, headers: new Headers(), body: new Blob(['{"status":"ok"}']).stream() };
  };
  const theConsole = openTestConsole({
    transport,
    transportWithCa: () => transport,
    resolveHost: async (name) => {
      looked.push(name);
      return name === 'inside.example' ? ['192.168.1.1'] : ['93.184.216.34'];
    },
    ...ports,
  });
  cleanups.push(theConsole.close);
  return { theConsole, sentRequests, looked };
}

async function addProfile({ call }: TestConsole, baseURL: string) {
  const addedReply = await call('profiles', 'add', { name: 'Brightwater', environment: 'test', baseURL });
  const { id } = valueOf(addedReply);
  valueOf(await call('apiKey', 'set', { profileId: id, key, storage: 'session' }));
  valueOf(await call('profiles', 'switch', { id }));
  return id;
}

const managedFile = (configuration: object): ManagedFile => ({
  path: '/etc/ferry-console/managed.json',
  text: JSON.stringify({ version: 1, ...configuration }),
});

/** Lets the lab's page report that the modal at this URL is silent, and waits for the console's reaction. */
async function openModalPage(theConsole: TestConsole, url: string) {
  const { view } = valueOf(await theConsole.call('modalLab', 'open', { labId: null }));
  await reportToLab(view, { kind: 'ready', storage: 'ok' });
  const request = { kind: 'request', method: 'POST', path: '/api/v1/migration-modal', status: 200, ms: 1 } as const;
  await reportToLab(view, { ...request, modal: { status: 'NOT_READY', origin: new URL(url).origin } });
  await reportToLab(view, { kind: 'silent', url });
  const snapshot = async () => valueOf(await theConsole.call('modalLab', 'open', { labId: view.labId })).view;
  await eventually(async () => expect((await snapshot()).problem?.code).toBe('modal_silent'));
  return snapshot;
}

test.each([
  ['https://127.0.0.1:9200/_search', 'is on this device'],
  ['https://[::ffff:a9fe:a9fe]/latest/meta-data', "isn't a valid address for a service"],
  ['https://192.168.1.1/', 'is on a private network'],
  ['http://10.0.0.1/', 'without https'],
  ['https://inside.example/', 'inside.example (192.168.1.1) is on a private network'],
])(
  'the console refuses to check the modal URL %s of a hostile service',
  { tags: ['@C17', '@T27'] },
  async (url, why) => {
    const { theConsole, sentRequests } = openRecorded();
    await addProfile(theConsole, otherOrigin);
    const before = sentRequests.length;
    const snapshot = await openModalPage(theConsole, url);
    await eventually(async () => expect((await snapshot()).problem?.detail).toContain(why));
    expect(sentRequests.slice(before)).toEqual([]);
  },
);

test('a modal at another public address gets no credential from the gate', { tags: ['@C17', '@T27'] }, async () => {
  const { theConsole, sentRequests, looked } = openRecorded();
  await addProfile(theConsole, otherOrigin);
  await openModalPage(theConsole, 'https://modal.example/m/1');
  await eventually(() => expect(sentRequests.at(-1)).toMatchObject({ url: 'https://modal.example/m/1' }));
  expect(looked).toEqual(['modal.example']);
  expect(sentRequests.at(-1)).toMatchObject({ headers: { Accept: 'text/html' }, connectTo: '93.184.216.34' });
});

test(
  'the lab can’t reach addresses outside a limited network with an earlier profile, a modal or a frame',
  { tags: ['@C41', '@T27'] },
  async () => {
    const before = openRecorded();
    const id = await addProfile(before.theConsole, otherOrigin);
    await before.theConsole.close();
    const acme = { id: 'acme', name: 'Acme', environment: 'test', baseURL: 'https://api.acme.example' };
    const { theConsole, sentRequests } = openRecorded({
      userDataDir: before.theConsole.userDataDir,
      managedFile: managedFile({ networkLimited: true, profiles: [acme] }),
    });
    expect(valueOf(await theConsole.call('console', 'state', {})).profile.id).toBe(id);
    expect(errorOf(await theConsole.call('modalLab', 'open', { labId: null })).code).toBe('managed');
    expect(errorOf(await theConsole.call('linkTokens', 'mint', {})).code).toBe('managed');
    expect(sentRequests).toEqual([]);
    valueOf(await theConsole.call('profiles', 'switch', { id: 'managed-acme' }));
    const snapshot = await openModalPage(theConsole, 'https://modal.example/m/1');
    await eventually(async () =>
      expect((await snapshot()).problem?.detail).toContain("Your administrator doesn't allow"),
    );
    expect(sentRequests).toEqual([]);
    const page = await fetch((await snapshot()).address);
    const frames = /frame-src ([^;]*)/.exec(page.headers.get('content-security-policy') ?? '')?.[1];
    expect(frames?.split(' ').every((source) => source === 'https://api.acme.example')).toBe(true);
  },
);

test(
  'if no call is allowed, the console opens no connection and resolves no name',
  { tags: ['@C41', '@T27'] },
  async () => {
    const api = await startTestApi(takes(key));
    cleanups.push(api.close);
    const first = openTestConsole();
    const id = await addProfile(first, api.url);
    await first.close();
    const requests = api.requests.length;
    const looked: string[] = [];
    // Hooks below all of Node's network stacks, so that a bypass of the gate shows.
    const connecting = vi.spyOn(Socket.prototype, 'connect');
    const theConsole = openTestConsole({
      userDataDir: first.userDataDir,
      managedFile: managedFile({ networkLimited: true }),
      resolveHost: async (name) => {
        looked.push(name);
        return [];
      },
    });
    cleanups.push(theConsole.close, () => connecting.mockRestore());
    const { call } = theConsole;
    const migration = crypto.randomUUID();
    await call('profiles', 'test', { id });
    await call('apiKey', 'set', { profileId: id, key, storage: 'session' });
    await call('migrations', 'list', { page: 1, pageSize: 10 });
    await call('migrations', 'get', { id: migration });
    await call('companies', 'list', { page: 1, pageSize: 10 });
    await call('loaded', 'start', { resource: 'migrations' });
    await call('exports', 'start', { resource: 'migrations', scope: 'page', format: 'csv', query: {} });
    await call('everywhere', 'search', { text: migration }, AbortSignal.timeout(300));
    await call('linkTokens', 'mint', {});
    await call('modalLab', 'open', { labId: null });
    await call('tokenLab', 'run', { ids: ['single_use'], confirmed: true });
    await call('watch', 'add', { ids: [migration] });
    await call('sandbox', 'state', {});
    await call('supportBundle', 'preview', { subject: { kind: 'migration', id: migration }, userIds: false });
    await call('selfCheck', 'read', {});
    expect([connecting.mock.calls, looked, api.requests.length]).toEqual([[], [], requests]);
  },
);

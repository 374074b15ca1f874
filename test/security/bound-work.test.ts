import { mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { LabSnapshot } from '#shared/console-contract/modal-lab-calls.ts';
import { errorOf, openTestConsole, type TestConsole, valueOf } from '#test/fixtures/console/console-in-process.ts';
import { eventually } from '#test/fixtures/timing/eventually.ts';
import { askLab, reportToLab } from '#test/fixtures/console/lab-page.ts';
import { type PagedList, servePages } from '#test/fixtures/service/paged-service.ts';
import { connectTo } from '#test/fixtures/console/fake-service-console.ts';
import { migrationOf, type FakeService, startFakeService } from '#test/fixtures/service/fake-service.ts';
import { removeFolder } from '#test/fixtures/system/remove-folder.ts';

let folder: string;
let old: FakeService;
let next: FakeService;
let oldList: PagedList;
let theConsole: TestConsole;
let id: string;
const token = { body: { link_token: 'lt-of-a-test-0123456789' } };
beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'ferry-bound-'));
  [old, next] = [await startFakeService(), await startFakeService()];
  oldList = servePages(old, 400);
  servePages(next, 150, '/api/v1/migrations', (index) => migrationOf(index + 5_000));
  for (const service of [old, next]) service.answer('/api/v1/link-token', token);
  theConsole = openTestConsole({
    saveFile: {
      choose: async ({ fileName }) => {
        const file = path.join(folder, fileName);
        return { file, fileName, written: () => ({ path: file, download: null }) };
      },
      reveal: () => true,
    },
  });
  id = await connectTo(theConsole, old.url);
});
afterEach(async () => {
  await theConsole.close();
  await Promise.all([old.close(), next.close()]);
  await removeFolder(folder);
});

const setKey = async (key: string, replace = false) =>
  valueOf(await theConsole.call('apiKey', 'set', { profileId: id, key, storage: 'session', replace }));
const edit = async (changes: object) => valueOf(await theConsole.call('profiles', 'edit', { id, changes }));

/** Changes that give the active profile another service, or another key for the same one. */
const changes: Readonly<Record<string, () => Promise<unknown>>> = {
  'another address': async () => {
    await edit({ baseURL: next.url });
    await setKey('ferry_test_of_the_next_0000');
  },
  'another path of the address': async () => edit({ baseURL: `${old.url}/v2` }),
  'another environment': async () => edit({ environment: 'production' }),
  'another key': async () => setKey('ferry_test_another_key_0000', true),
  'no key': async () => valueOf(await theConsole.call('apiKey', 'remove', { profileId: id })),
};
const leaving: typeof changes = {
  'another profile on screen': async () => connectTo(theConsole, next.url, { name: 'Next' }),
  'a removed profile': async () => valueOf(await theConsole.call('profiles', 'remove', { id })),
};

const posts = () => [...old.requests, ...next.requests].filter((line) => line.startsWith('POST'));
const openLab = async (): Promise<LabSnapshot['view']> => {
  const { view } = valueOf(await theConsole.call('modalLab', 'open', { labId: null }));
  await reportToLab(view, { kind: 'ready', storage: 'ok' });
  return view;
};

test.each(Object.keys(changes))(
  'a lab stops creating tokens after its profile gets %s',
  { tags: ['@C17', '@T33'] },
  async (name) => {
    const view = await openLab();
    expect((await askLab(view, 'link-token')).text).toContain('lt-of-a-test');
    expect(posts()).toHaveLength(1);
    await changes[name]?.();
    const answer = await askLab(view, 'link-token');
    const sentence = expect.stringContaining('Start over in the console.') as unknown;
    expect([answer.status, JSON.parse(answer.text)]).toEqual([
      502,
      { type: 'api_error', message: 'service_changed', sentence },
    ]);
    expect(posts()).toHaveLength(1);
    const reopened = valueOf(await theConsole.call('modalLab', 'open', { labId: view.labId })).view;
    expect([reopened.labId === view.labId, reopened.problem]).toEqual([false, null]);
  },
);

test.each(Object.keys(leaving))('a lab closes with its profile: %s', { tags: ['@C17', '@T33'] }, async (name) => {
  const view = await openLab();
  await leaving[name]?.();
  await expect(askLab(view, 'link-token')).rejects.toThrow(/ECONNREFUSED|socket hang up/);
  expect(posts()).toEqual([]);
});

test('a renamed profile keeps its lab', { tags: ['@C17', '@T33'] }, async () => {
  const view = await openLab();
  await edit({ name: 'Renamed', colour: '#4B5F6B' });
  expect((await askLab(view, 'link-token')).status).toBe(200);
});

test.each(Object.keys({ ...changes, ...leaving }))(
  'proofs run only against the service that they were started for: %s',
  { tags: ['@W2', '@T33'] },
  async (name) => {
    // The service holds the first proof's first request until the profile has changed, so that no other request is in flight.
    const profileChanged = Promise.withResolvers<undefined>();
    for (const service of [old, next]) {
      service.answer('/api/v1/link-token', (_request, reply) => {
        void profileChanged.promise.then(() =>
          reply.writeHead(200, { 'Content-Type': 'application/json' }).end('{"link_token":"lt-abc"}'),
        );
      });
    }
    valueOf(await theConsole.call('tokenLab', 'run', { ids: ['single_use', 'cookie', 'wrong_key'], confirmed: false }));
    await eventually(() => expect(posts()).not.toEqual([]));
    await (changes[name] ?? leaving[name])?.();
    profileChanged.resolve(undefined);
    const ended = async () => {
      const { queue, runs } = valueOf(await theConsole.call('tokenLab', 'state', {}));
      return queue.length === 0 && runs.every(({ state }) => state !== 'running');
    };
    // The Sandbox, which becomes active after a removal, never starts here, so the test must not wait for its state.
    await expect.poll(name in changes ? ended : async () => true).toBe(true);
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(posts()).toHaveLength(1);
  },
);

test.each(['another address', 'another key', 'another profile on screen'])(
  'an export of all rows stops with a reason and contains no row of another service: %s',
  { tags: ['@C15', '@T33'] },
  async (name) => {
    // The service holds all pages until the profile has changed.
    const profileChanged = Promise.withResolvers<undefined>();
    oldList.gate = profileChanged.promise;
    const request = { resource: 'migrations', scope: 'all', format: 'json', query: {} } as const;
    const startedResult = valueOf(await theConsole.call('exports', 'start', request));
    expect(startedResult.result).toBe('started');
    await eventually(() => expect(oldList.requestedPages.length).toBeGreaterThan(0));
    await (changes[name] ?? leaving[name])?.();
    profileChanged.resolve(undefined);
    await eventually(async () => {
      const [state] = valueOf(await theConsole.call('exports', 'list', {}));
      expect(state).toMatchObject({ phase: 'failed', problem: { code: 'service_changed' } });
    });
    expect(readdirSync(folder)).toEqual([]);
  },
);

test('a support bundle covers one service, and a profile change cancels it', { tags: ['@W5', '@T33'] }, async () => {
  const { id: migration } = migrationOf(0);
  const profileChanged = Promise.withResolvers<undefined>();
  old.answer(`/api/v1/migrations/${migration}`, (_request, reply) => {
    void profileChanged.promise.then(() =>
      reply.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(migrationOf(0))),
    );
  });
  const request = theConsole.call('supportBundle', 'preview', {
    subject: { kind: 'migration', id: migration },
    userIds: false,
  });
  await eventually(() => expect(old.requests.some((line) => line.includes(migration))).toBe(true));
  await edit({ environment: 'production' });
  profileChanged.resolve(undefined);
  expect(errorOf(await request).code).toMatch(/^(service_changed|cancelled)$/);
});

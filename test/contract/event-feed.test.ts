import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createMemoryStore } from '#main/console/api-key/memory-store.ts';
import { openTestService, type TestService } from '#service/testing/test-service.ts';
import { openTestConsole, type TestConsole, valueOf } from '#test/fixtures/console/console-in-process.ts';
import { eventually } from '#test/fixtures/timing/eventually.ts';

let service: TestService;
let theConsole: TestConsole;
/** The requests that the service received, except those to `/control`. */
let sentRequests: { readonly url: string; readonly hasKey: boolean }[];
/** Counts the requests that are waiting for an event. */
let waiting: { count: number };
/** If set, reads of single migrations wait for this promise. */
let stored: Promise<void> | null;

beforeEach(async () => {
  [sentRequests, stored] = [[], null];
  const connections = { count: 0 };
  waiting = connections;
  const counted = new WeakSet<object>();
  service = await openTestService({ migrations: 400, companies: 2 }, { allowControl: true });
  service.app.addHook('onRequest', async ({ url, headers, raw }) => {
    sentRequests.push({ url, hasKey: headers.authorization !== undefined });
    if (stored !== null && /^\/api\/v1\/migrations\/\w/.test(url)) await stored;
    if (!url.includes('&wait=25')) return;
    if (counted.has(raw.socket)) return;
    counted.add(raw.socket);
    connections.count += 1;
    raw.socket.once('close', () => (connections.count -= 1));
  });
  await service.app.listen({ port: 0, host: '127.0.0.1' });
  theConsole = openTestConsole();
});
afterEach(async () => {
  await theConsole.close();
  await service.end();
});

const connect = async (): Promise<void> => {
  const { port } = service.app.server.address() as AddressInfo;
  const add = { name: 'Brightwater', environment: 'test', baseURL: `http://127.0.0.1:${port}` } as const;
  const { id } = valueOf(await theConsole.call('profiles', 'add', add));
  valueOf(await theConsole.call('apiKey', 'set', { profileId: id, key: service.apiKey, storage: 'session' }));
  valueOf(await theConsole.call('profiles', 'switch', { id }));
  valueOf(await theConsole.call('migrations', 'list', { page: 1, pageSize: 100 }));
};

const working = async (count: number): Promise<string[]> => {
  const { rows } = valueOf(await theConsole.call('migrations', 'list', { page: 1, pageSize: 100 }));
  const values = rows.flatMap((row) => (row.kind === 'row' ? [row.value] : []));
  return values.flatMap(({ id, status }) => (status === 'WORKING' ? [id] : [])).slice(0, count);
};
const fails = (id: string) =>
  service.send({ method: 'POST', url: `/control/migrations/${id}/status`, body: { status: 'FAILED' } });
const changes = () => theConsole.events.flatMap((event) => (event.name === 'watch:status-changed' ? [event.data] : []));

test(
  'with an event feed, a change of a watched migration arrives without polling',
  { tags: ['@W9', '@X23'] },
  async () => {
    await connect();
    const [id = '', other = ''] = await working(2);
    valueOf(await theConsole.call('watch', 'add', { ids: [id, other] }));
    const statuses = async () =>
      valueOf(await theConsole.call('watch', 'list', {})).watched.map(({ status }) => status);
    await eventually(async () => expect(await statuses()).toEqual(['WORKING', 'WORKING']));
    await eventually(() => expect(waiting.count).toBe(1));
    const { promise, resolve } = Promise.withResolvers<void>();
    stored = promise;
    expect((await fails(other)).status).toBe(200);
    await eventually(() => expect(changes()).toMatchObject([{ id: other, from: 'WORKING', to: 'FAILED' }]));
    resolve();
  },
);

test(
  'a restart loses no change of a watched migration, and each migration is read once',
  { tags: ['@W9', '@X23'] },
  async () => {
    const secrets = createMemoryStore();
    await theConsole.close();
    theConsole = openTestConsole({ secrets });
    const { userDataDir } = theConsole;
    await connect();
    const ids = await working(4);
    valueOf(await theConsole.call('watch', 'add', { ids }));
    const statuses = async () =>
      valueOf(await theConsole.call('watch', 'list', {})).watched.map(({ status }) => status);
    await eventually(async () => expect(await statuses()).toEqual(ids.map(() => 'WORKING')));
    await eventually(() => expect(waiting.count).toBe(1));
    await theConsole.close();
    // The changes happen while the console is closed, while it starts, and while it requests its position in the feed.
    for (const id of ids.slice(0, 1)) expect((await fails(id)).status).toBe(200);
    theConsole = openTestConsole({ secrets, userDataDir });
    const { id: profileId } = valueOf(await theConsole.call('console', 'state', {})).profile;
    const key = { profileId, key: service.apiKey, storage: 'session', replace: true } as const;
    const [first = '', second = '', third = ''] = ids.slice(1);
    expect((await fails(first)).status).toBe(200);
    const started = theConsole.call('apiKey', 'set', key);
    expect((await fails(second)).status).toBe(200);
    valueOf(await started);
    expect((await fails(third)).status).toBe(200);
    const notifications = () => changes().map(({ id }) => id);
    await eventually(() => expect(notifications().toSorted()).toEqual(ids.toSorted()));
    expect(changes().every(({ from, to }) => from === 'WORKING' && to === 'FAILED')).toBe(true);
  },
);

test('a row on screen gets its new status as soon as the service reports it', { tags: ['@C6', '@X23'] }, async () => {
  await connect();
  const [id = ''] = await working(1);
  await eventually(() => expect(waiting.count).toBe(1));
  expect((await fails(id)).status).toBe(200);
  await eventually(() =>
    expect(
      theConsole.events.flatMap((event) => (event.name === 'migrations:changed' ? event.data.rows : [])),
    ).toContainEqual(expect.objectContaining({ id, status: 'FAILED' })),
  );
});

test(
  'all loaded rows stay current, and lists, groups and counts agree after an event',
  { tags: ['@C33', '@X23'] },
  async () => {
    await connect();
    const [id = ''] = await working(1);
    valueOf(await theConsole.call('loaded', 'start', { resource: 'migrations' }));
    const state = async () => valueOf(await theConsole.call('loaded', 'state', { resource: 'migrations' }));
    await eventually(async () => expect(await state()).toMatchObject({ phase: 'complete', rows: 400 }));
    const resource = 'migrations' as const;
    const counted = async () => {
      const query = { filters: { status: ['FAILED'] } };
      const list = valueOf(await theConsole.call('loaded', 'window', { resource, query, offset: 0, limit: 100 }));
      const { groups } = valueOf(await theConsole.call('loaded', 'groups', { resource, query: {}, by: 'status' }));
      const { byStatus } = valueOf(await theConsole.call('loaded', 'overview', {}));
      return {
        ids: list.rows.map((row) => row.id),
        counts: [
          list.matched,
          groups.find(({ key }) => key === 'FAILED')?.count,
          byStatus.find(({ status }) => status === 'FAILED')?.count,
        ],
      };
    };
    const { counts: before } = await counted();
    const failed = before[0] ?? 0;
    expect(before).toEqual([failed, failed, failed]);
    await eventually(() => expect(waiting.count).toBe(1));
    expect((await fails(id)).status).toBe(200);
    await eventually(async () => {
      const { ids, counts } = await counted();
      expect(ids).toContain(id);
      expect(counts).toEqual([failed + 1, failed + 1, failed + 1]);
    });
    // `loaded:changed` is the event after which open lists read their rows again.
    const versions = () =>
      theConsole.events.flatMap(({ name, data }) => (name === 'loaded:changed' ? [data.version] : []));
    await eventually(async () => expect(versions().at(-1)).toBe((await state()).version));
  },
);

test(
  'the console reads capabilities without the key and the feed with the key, and stops after a profile switch',
  { tags: ['@X23', '@T7'] },
  async () => {
    await connect();
    await eventually(() => expect(waiting.count).toBe(1));
    const features = sentRequests.filter(({ url }) => url === '/.well-known/ferry');
    expect(features).toEqual([{ url: '/.well-known/ferry', hasKey: false }]);
    expect(sentRequests.filter(({ url }) => url.startsWith('/webhooks/')).every(({ hasKey }) => hasKey)).toBe(true);
    valueOf(await theConsole.call('profiles', 'switch', { id: 'sandbox' }));
    await eventually(() => expect(waiting.count).toBe(0));
  },
);

test(
  'all polls for events share two lines of the request log: one of watches, one of the listener',
  { tags: ['@C30', '@X23'] },
  async () => {
    await connect();
    valueOf(await theConsole.call('listener', 'start', { address: null }));
    await eventually(() => expect(waiting.count).toBe(2));
    const ids = await working(3);
    for (const id of ids) {
      const before = sentRequests.length;
      expect((await fails(id)).status).toBe(200);
      // The watch and the listener have each received a reply and sent the next feed request.
      await eventually(() =>
        expect(sentRequests.slice(before).filter(({ url }) => url.includes('&wait=25'))).toHaveLength(2),
      );
    }
    const feedLines = async () => {
      const { lines } = valueOf(await theConsole.call('requests', 'list', {}));
      return lines.filter(({ path }) => path.startsWith('/webhooks/'));
    };
    const { profile } = valueOf(await theConsole.call('console', 'state', {}));
    // Leaves out two open requests: the request log counts a request only after its reply.
    const answeredRequests = sentRequests.filter(({ url }) => url.startsWith('/webhooks/')).length - 2;
    await eventually(async () => {
      const lines = await feedLines();
      expect(lines.map(({ bulk }) => bulk?.label).toSorted()).toEqual(['Event feed', 'Listener']);
      expect(lines.reduce((sum, { bulk }) => sum + (bulk?.requests ?? 0), 0)).toBe(answeredRequests);
    });
    for (const { id, profileId, bulk, drift } of await feedLines()) {
      expect([profileId, bulk?.failed, drift]).toEqual([profile.id, 0, 0]);
      const detail = valueOf(await theConsole.call('requests', 'get', { id }));
      expect(detail?.replyBody.text).toContain('"results"');
      expect(detail?.requestHeaders).toContainEqual(
        expect.objectContaining({ kind: 'redacted', name: 'Authorization' }),
      );
      expect(JSON.stringify(detail)).not.toContain(service.apiKey);
    }
  },
);

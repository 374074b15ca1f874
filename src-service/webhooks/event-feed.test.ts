import { type AddressInfo, connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { type feedEventSchema, feedLimits, listEvents } from '#shared/webhooks-api/events.ts';
import { serviceFeaturesSchema } from '#shared/service-features.ts';
import type { z } from 'zod';
import { createApp } from '../create-app.ts';
import { makeApiKey } from '../store/secrets.ts';
import { beginCopy, openModal } from '../testing/modal-flow.ts';
import { isPostgres } from '../testing/test-data.ts';
import { openTestService, type TestReply, type TestService } from '../testing/test-service.ts';

let service: TestService;
beforeAll(async () => {
  service = await openTestService({ migrations: 3, companies: 1 }, { allowControl: true });
});
afterAll(() => service.end());

interface Page {
  readonly results: readonly z.infer<typeof feedEventSchema>[];
  readonly next: string;
}
const toPage = ({ status, text }: TestReply): Page => {
  expect({ status, text }).toMatchObject({ status: 200 });
  return listEvents.replies[200].parse(JSON.parse(text));
};
const ask = (query: Record<string, string | number>, bearer = service.apiKey): Promise<TestReply> => {
  const requests = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
  return service.send({ url: `/webhooks/v1/events?${requests}`, bearer });
};
const now = async (bearer = service.apiKey): Promise<string> => toPage(await ask({ after: 'latest' }, bearer)).next;
const idOf = async (path: string): Promise<string> =>
  (await service.send({ url: `${path}/state`, bearer: null })).body['migration_id'] ?? '';
const longest = feedLimits.wait.max;

describe('feed', { tags: '@X23' }, () => {
  test('the feed returns the changes after a cursor, oldest first, up to the limit', async () => {
    const start = await now();
    const { path } = await openModal(service, 'good@a.example');
    await beginCopy(service, path, 'good@a.example');
    const id = await idOf(path);
    const first = toPage(await ask({ after: start, limit: 2 }));
    const second = toPage(await ask({ after: first.next, limit: 2 }));
    const events = [...first.results, ...second.results];
    expect(events.map(({ previous_status: from, data, sequence }) => [from, data.status, sequence])).toEqual([
      [null, 'NOT_READY', 1],
      ['NOT_READY', 'NOT_STARTED', 2],
      ['NOT_STARTED', 'WORKING', 3],
    ]);
    expect(events[2]?.data).toEqual((await service.send({ url: `/api/v1/migrations/${id}` })).body);
    expect(toPage(await ask({ after: second.next }))).toEqual({ results: [], next: second.next });
    expect(await now()).toBe(second.next);
    // Without a cursor, the feed starts with the oldest event. Reading a page again gives the same result.
    expect(toPage(await ask({ limit: 100 })).results.slice(-3)).toEqual(events);
    expect(toPage(await ask({ after: '' })).results.slice(-3)).toEqual(events);
  });

  test.each([
    { after: 'x' },
    { after: 'bGF0ZXN0' },
    { after: 'LATEST' },
    { after: 'x'.repeat(201) },
    { limit: '0' },
    { limit: '101' },
    { limit: '1.5' },
    { limit: '' },
    { wait: '26' },
    { wait: '-1' },
    { wait: 'soon' },
  ])('an invalid feed request gets a 400: %j', async (query) => {
    const reply = await ask(query as Record<string, string>);
    expect({ status: reply.status, type: reply.body['type'] }).toEqual({ status: 400, type: 'api_error' });
    expect(reply.body.message).toContain(Object.keys(query)[0]);
  });

  test('the feed needs a key with the `read` scope', { tags: '@T52' }, async () => {
    const { clock, store } = service;
    const link = await makeApiKey(store.keys, { description: 'link', scopes: ['link'] }, await clock.now());
    expect((await ask({}, link.apiKey)).status).toBe(403);
    const read = await makeApiKey(store.keys, { description: 'read', scopes: ['read'] }, await clock.now());
    expect((await ask({}, read.apiKey)).status).toBe(200);
    const open = await service.send({ url: '/webhooks/v1/events', bearer: null });
    expect({ status: open.status, challenge: open.headers['www-authenticate'] }).toEqual({
      status: 401,
      challenge: 'Bearer',
    });
  });

  test('a waiting request gets the next event, even from another instance', async () => {
    const { store } = service;
    // Only one process can use a data folder, so these instances share one store.
    const other = isPostgres ? await service.data.open() : store;
    const app = createApp({ store: other });
    onTestFinished(async () => {
      await app.close();
      if (other !== store) await other.close();
    });
    for (const opener of [service, { ...service, app, send: otherSend(app, service.apiKey) }]) {
      const after = await now();
      const waiting = ask({ after, wait: longest });
      const { path } = await openModal(opener, 'a@b.example');
      const { results } = toPage(await waiting);
      expect(results.map(({ data }) => data.id)).toEqual([await idOf(path)]);
    }
  });

  test('requests that wait at the same position share one read', async () => {
    let reads = 0;
    const readAfter: typeof service.store.events.readAfter = (...place) => {
      reads += 1;
      return service.store.events.readAfter(...place);
    };
    const events = { ...service.store.events, readAfter };
    const app = createApp({ store: { ...service.store, events } });
    onTestFinished(() => app.close());
    const send = otherSend(app, service.apiKey);
    const after = await now();
    const waiting = Array.from({ length: 500 }, () =>
      send({ url: `/webhooks/v1/events?after=${after}&wait=${longest}` }),
    );
    await expect.poll(() => reads).toBeGreaterThan(0);
    // Requests that are still waiting have already read the store.
    await send({ url: '/healthz' });
    const before = reads;
    await openModal(service, 'a@b.example');
    const pages = (await Promise.all(waiting)).map(toPage);
    expect(new Set(pages.map(({ results }) => results[0]?.id)).size).toBe(1);
    expect(pages[0]?.results).toHaveLength(1);
    expect(reads - before).toBeLessThan(10);
  });

  test(
    'an organization gets only its own events, and its cursor is invalid for other organizations',
    { tags: '@T71' },
    async () => {
      const { clock, store } = service;
      const stranger = await makeApiKey(store.keys, { description: 'b', organization: 'Other' }, await clock.now());
      const [own, theirs] = [await now(), await now(stranger.apiKey)];
      await openModal(service, 'a@b.example');
      expect(toPage(await ask({ after: own })).results).toHaveLength(1);
      expect(toPage(await ask({ after: theirs }, stranger.apiKey)).results).toEqual([]);
      expect(toPage(await ask({}, stranger.apiKey)).results).toEqual([]);
      expect((await ask({ after: own }, stranger.apiKey)).status).toBe(410);
    },
  );

  test('a key revoked during the wait gets no events', { tags: '@T71' }, async () => {
    const { clock, store } = service;
    const { apiKey, stored } = await makeApiKey(store.keys, { description: 'gone' }, await clock.now());
    const after = await now();
    const waiting = ask({ after, wait: longest }, apiKey);
    await ask({ after, wait: 0 });
    await store.keys.revoke(stored.id, { by: 'test', now: await clock.now() });
    await openModal(service, 'a@b.example');
    expect((await waiting).status).toBe(401);
  });

  test('a cursor whose events were deleted gets a 410, so that no event is skipped silently', async () => {
    const ownService = await openTestService({ migrations: 2, companies: 1 }, { allowControl: true });
    onTestFinished(() => ownService.end());
    const get = (after: string, more = '') => ownService.send({ url: `/webhooks/v1/events?after=${after}${more}` });
    const start = toPage(await get('latest')).next;
    await openModal(ownService, 'a@b.example');
    const read = toPage(await get(start)).next;
    const { store, clock } = ownService;
    await store.events.forget(
      (await clock.now()) + feedLimits.keptDays * 86_400_000 + 1,
      feedLimits.keptDays * 86_400_000,
      10,
    );
    const oldReply = await get(start);
    expect({ status: oldReply.status, type: oldReply.body['type'] }).toEqual({ status: 410, type: 'api_error' });
    // A cursor after the newest event is still valid, because nothing was missed.
    expect(toPage(await get(read))).toEqual({ results: [], next: read });
    expect(toPage(await get(''))).toEqual({ results: [], next: read });
    const waiting = get(read, `&wait=${longest}`);
    expect((await ownService.send({ method: 'POST', url: '/control/reset', body: {} })).status).toBe(200);
    await openModal(ownService, 'a@b.example');
    expect((await waiting).status).toBe(410);
    expect((await get(read)).status).toBe(410);
    expect(toPage(await get('')).results).toHaveLength(1);
  });

  test('a wait ends if the client disconnects or the service stops', async () => {
    // Checks the key when a request arrives, and again after the wait.
    let pollCount = 0;
    const owner: typeof service.store.keys.owner = (hash) => {
      pollCount += 1;
      return service.store.keys.owner(hash);
    };
    const store = { ...service.store, keys: { ...service.store.keys, owner } };
    const app = createApp({ store });
    onTestFinished(() => app.close());
    const after = await now();
    await app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = app.server.address() as AddressInfo;
    const head = `GET /webhooks/v1/events?after=${after}&wait=${longest} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: close\r\nAuthorization: ${service.authorization}\r\n\r\n`;
    const startRun = () => {
      let text = '';
      const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
      socket.setEncoding('utf8').on('data', (more: string) => (text += more));
      socket.write(head);
      return { socket, read: () => text };
    };
    const leaving = startRun();
    await expect.poll(() => pollCount).toBe(1);
    leaving.socket.resetAndDestroy();
    await expect.poll(() => pollCount).toBe(2);
    const closing = startRun();
    closing.socket.end();
    await expect.poll(closing.read).toContain('{"results":[],"next":"');
    const staying = startRun();
    await expect.poll(() => pollCount).toBe(5);
    await app.close();
    await expect.poll(staying.read).toContain('{"results":[],"next":"');
  });

  test('GET /.well-known/ferry lists the features without a key', async () => {
    const { status, body } = await service.send({ url: '/.well-known/ferry', bearer: null });
    expect({ status, features: serviceFeaturesSchema.parse(body) }).toMatchObject({
      status: 200,
      features: { webhooks: true },
    });
  });
});

/** The same calls to another app. */
const otherSend =
  (app: TestService['app'], apiKey: string): TestService['send'] =>
  async ({ method = 'GET', url, bearer = apiKey, body }) => {
    const reply = await app.inject({
      method,
      url,
      headers: bearer === null ? {} : { authorization: `Bearer ${bearer}` },
      ...(body !== undefined && { payload: body as object }),
    });
    return { status: reply.statusCode, text: reply.payload, headers: reply.headers, body: reply.json() };
  };

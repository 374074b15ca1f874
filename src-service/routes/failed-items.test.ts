import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { afterEach, expect, test, vi } from 'vitest';
import { openModal } from '../testing/modal-flow.ts';
import { openTestService } from '../testing/test-service.ts';
import { newCopy } from '../migration-engine/copy-state.ts';
import type { Run } from '../migration-engine/run.ts';
import { hashSecret } from '../store/secrets.ts';
import { limitDownload } from './failed-items.ts';
import { modalStateReply } from './modal-state-reply.ts';

const chunk = Buffer.alloc(65_536);
const endless = (): Readable =>
  Readable.from(
    (function* () {
      for (;;) yield chunk;
    })(),
  );

const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

/** A real server and a client that has sent these requests and reads nothing yet. */
const serve = async (handle: (request: IncomingMessage, response: ServerResponse) => void, requests: number) => {
  const server = createServer(handle).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => {});
  client.write('POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 0\r\n\r\n'.repeat(requests));
  ends.push(() => {
    client.destroy();
    server.closeAllConnections();
    server.close();
  });
  return client;
};

/** Starts a download with these limits. Resolves when the server has received its request. */
const download = async (limits: Parameters<typeof limitDownload>[3], content: Readable) => {
  const started = Promise.withResolvers<{ signal: AbortSignal; response: ServerResponse; endCount: () => number }>();
  const client = await serve((request, response) => {
    let endCount = 0;
    const signal = limitDownload({ raw: request }, response, () => (endCount += 1), limits);
    content.on('error', () => {}).pipe(response);
    started.resolve({ signal, response, endCount: () => endCount });
  }, 1);
  return { client, ...(await started.promise) };
};

const aborted = async (signal: AbortSignal): Promise<void> => {
  if (!signal.aborted) await once(signal, 'abort');
};
const closed = async (client: Socket): Promise<void> => {
  client.resume();
  if (!client.closed) await once(client, 'close');
};

test('a download ends if the browser takes no byte', { tags: ['@X29', '@T102'] }, async () => {
  const { client, signal, endCount } = await download({ idleMs: 20 }, endless());
  await aborted(signal);
  await closed(client);
  expect(endCount()).toBe(1);
});

test('a download continues while the source needs longer for its next item', { tags: '@X29' }, async () => {
  const source = new Readable({ read() {} });
  const { client, signal, response } = await download({ idleMs: 5 }, source);
  client.resume();
  for (let items = 0; items < 2; items++) {
    source.push(chunk);
    await once(response, 'timeout');
  }
  expect([signal.aborted, client.destroyed]).toEqual([false, false]);
});

test('a download ends after its longest time, although the browser reads', { tags: ['@X29', '@T102'] }, async () => {
  const { client, signal, endCount } = await download({ maxMs: 30 }, endless());
  client.resume();
  await aborted(signal);
  await closed(client);
  expect(endCount()).toBe(1);
});

/** Starts a download whose response gets no socket, because the first response on its connection never ends. */
const downloadWithoutSocket = async (limits: Parameters<typeof limitDownload>[3]) => {
  const started = Promise.withResolvers<{ signal: AbortSignal; response: ServerResponse }>();
  let [requests, endCount] = [0, 0];
  const client = await serve((request, response) => {
    requests += 1;
    if (requests === 1) return;
    started.resolve({ signal: limitDownload({ raw: request }, response, () => (endCount += 1), limits), response });
  }, 2);
  return { client, ...(await started.promise), endCount: () => endCount };
};

test('a download without a socket ends after its longest time', { tags: ['@X29', '@T102'] }, async () => {
  const { signal, response, endCount } = await downloadWithoutSocket({ maxMs: 30 });
  await aborted(signal);
  expect([response.socket, endCount()]).toEqual([null, 1]);
});

test.each(['destroy', 'end'] as const)(
  'a download ends when the browser closes the connection: %s',
  { tags: ['@X29', '@T102'] },
  async (how) => {
    const downloads = [await download({}, endless()), await downloadWithoutSocket({})];
    for (const { client, signal, endCount } of downloads) {
      client[how]();
      await aborted(signal);
      expect(endCount()).toBe(1);
    }
  },
);

test('an unknown URL of a modal shows a page in a browser, in its language', { tags: '@X29' }, async () => {
  const service = await openTestService({ migrations: 1, companies: 1 });
  ends.push(() => void service.end());
  const { path } = await openModal(service, 'ada@aurora.example');
  const get = (url: string, accept: string) =>
    service.send({ url, bearer: null, headers: { accept, 'accept-language': 'de' } });
  for (const url of [`${path}/unknown`, '/modal/x/failed-items', '/modal/x/y/z?locale=de']) {
    const { status, headers, text } = await get(url, 'text/html,*/*;q=0.8');
    expect([status, headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
    expect(text).toContain('Seite nicht gefunden');
  }
  expect((await get(`${path}/unknown`, 'application/json')).body).toMatchObject({ type: 'api_error' });
});

const openFailedModal = async (options: { rateLimit?: number } = {}) => {
  const service = await openTestService({ migrations: 1, companies: 1 }, options);
  ends.push(() => void service.end());
  const { path } = await openModal(service, 'ada@aurora.example');
  const modal = await service.store.modals.byAddress(hashSecret(path.split('/').at(-1) ?? ''));
  if (modal === undefined) throw new Error('The modal is missing.');
  const collection = { id: '/a/', name: 'People', kind: 'contacts', count: 1 } as const;
  const { collections, ...copy } = newCopy('ada', [collection]);
  const run: Run = {
    ...modal.run,
    status: 'COMPLETED_WITH_FAILURES',
    since: modal.sessionExpires,
    copy: { ...copy, collections: collections.map((one) => ({ ...one, failed: 1 })) },
  };
  return { service, path, modal, run };
};

test('a wrong host and a used-up rate limit are refused as at other URLs', { tags: '@X29' }, async () => {
  const { service, path, modal, run } = await openFailedModal({ rateLimit: 20 });
  vi.spyOn(service.store.modals, 'byAddress').mockResolvedValue({ ...modal, run });
  const get = (host: string) => service.send({ url: `${path}/failed-items`, bearer: null, headers: { host } });
  expect((await get('attacker.example')).status).toBe(421);
  expect((await get('localhost')).status).toBe(200);
  for (let requests = 0; requests < 20; requests++) await get('localhost');
  const { status, headers } = await get('localhost');
  expect([status, headers['retry-after']]).toEqual([429, expect.stringMatching(/^\d+$/)]);
});

test('failed items can be downloaded after the last retry, and until the session ends', { tags: '@X29' }, async () => {
  const { modal, run } = await openFailedModal();
  const stateWith = (retries: number, now: number, shownRun = run) => {
    const snapshot = { modal: { ...modal, retries }, run: shownRun, now, providers: [] };
    const { can_retry: canRetry, can_download: canDownload } = modalStateReply(snapshot, '');
    return { canRetry, canDownload };
  };
  const now = modal.sessionExpires - 1;
  expect(stateWith(8, now)).toEqual({ canRetry: true, canDownload: true });
  expect(stateWith(9, now)).toEqual({ canRetry: false, canDownload: true });
  expect(stateWith(8, now, { ...run, status: 'COMPLETE' }).canDownload).toBe(false);
  expect(stateWith(8, now + 1)).toEqual({ canRetry: false, canDownload: false });
});

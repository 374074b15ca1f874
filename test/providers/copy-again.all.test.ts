import { randomUUID } from 'node:crypto';
import { createServer, connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { createContentWorker } from '#service/content-worker/content-worker.ts';
import { createCopy, pairOf } from '#service/copy/copy-collections.ts';
import { newCopy } from '#service/migration-engine/copy-state.ts';
import { davDestination } from '#service/providers/dav/dav-destination.ts';
import { davSource } from '#service/providers/dav/dav-source.ts';
import { createGuardedRequest, type GuardedRequest } from '#service/providers/dav/guarded-request.ts';
import { each } from '#service/providers/each.ts';
import { imapDestination } from '#service/providers/imap/imap-destination.ts';
import { imapSource } from '#service/providers/imap/imap-source.ts';
import { newLogin } from '#service/providers/login.ts';
import type { CopyTarget } from '#service/providers/mail-ports.ts';
import type { SourceProvider } from '#service/providers/source-provider.ts';
import { checkAccount } from '#service/receipts/check-account.ts';
import { openAccount } from '#service/receipts/open-account.ts';
import { freePort } from '#service/testing/free-port.ts';
import { openTestService, type TestService } from '#service/testing/test-service.ts';
import { davRequest, makeCollection, putItem } from '#test/fixtures/providers/dav-requests.ts';
import { hasDovecot, startDovecot } from '#test/fixtures/providers/dovecot-server.ts';
import { openMailbox } from '#test/fixtures/providers/mailbox.ts';
import type { ProviderServer } from '#test/fixtures/providers/provider-server.ts';
import { startServer } from '#test/fixtures/providers/start-server.ts';

const itemCount = 500;
const rules = { allowLoopback: true };
const { signal } = new AbortController();
const settings = { name: 'Harbour Mail', category: 'other' } as const;
const numbers = Array.from({ length: itemCount }, (_, index) => index);

let service: TestService;
const content = createContentWorker();
beforeAll(async () => {
  service = await openTestService({ migrations: 0, companies: 0 });
});
afterAll(async () => {
  content.stop();
  await service.end();
});

/** Copies one collection with a new login, as each migration does. `sent` has the requests of both sides. */
const copyOf = (provider: () => SourceProvider, target: () => CopyTarget, name: string, sent: string[]) => {
  return async () => {
    sent.length = 0;
    const migrationId = randomUUID();
    const { found } = await provider().logIn(newLogin(), { userName: 'ada', password: 'secret' }, 0);
    if (found === undefined) throw new Error('no login');
    const { account } = found;
    const collections = found.collections.filter((one) => one.name === name);
    const destination = target();
    const pair = pairOf({ organization: 1, migrationId }, account, destination);
    const { copiedItems: items } = service.store;
    const times = { source: 0, destination: 0 };
    const job = { pair, account, destination, items, content, signal, now: async () => 1, times };
    await createCopy(newCopy(account.id, collections), job).run();
    const rows = await items.listCollection(migrationId, collections[0]?.id ?? '');
    const results: Record<string, number> = {};
    for (const { state, reason } of rows) results[reason ?? state] = (results[reason ?? state] ?? 0) + 1;
    const requests: Record<string, number> = {};
    for (const request of sent) requests[request] = (requests[request] ?? 0) + 1;
    return { rows, results, requests, requestCount: sent.length };
  };
};
type Copied = Awaited<ReturnType<ReturnType<typeof copyOf>>>;

/** Compares an account with the hashes in the receipt of a copy. Returns the IDs of other items. */
const differences = async (address: string, { rows }: Copied, side: 'source' | 'destination') => {
  const found: string[] = [];
  const expected = rows.map(({ item, place, sourceFingerprint = null, thereFingerprint = null }) =>
    side === 'source' ? { id: item, hash: sourceFingerprint } : { id: place ?? '', hash: thereFingerprint },
  );
  await checkAccount({
    account: await openAccount(address, async () => ({ userName: 'ada', password: 'secret' })),
    collections: new Map([[rows[0]?.collection ?? '', expected]]),
    findsAdded: false,
    onItem: (id, state) => void (state !== 'unchanged' && found.push(id)),
    signal,
  });
  return found;
};

const card = (uid: string, note = ''): string =>
  `BEGIN:VCARD\r\nVERSION:3.0\r\nUID:${uid}\r\nFN:Ada ${uid}\r\nN:Lovelace;Ada;;;\r\nNOTE:${note}\r\nEND:VCARD\r\n`;

test('a second copy between Radicale servers reads only what changed', { tags: '@X31', timeout: 120_000 }, async () => {
  const [source, destination] = await Promise.all([startServer('radicale-debian'), startServer('radicale-debian')]);
  onTestFinished(async () => void (await Promise.all([source.close(), destination.close()])));
  const book = await makeCollection(source, 'ada', 'contacts', 'friends');
  const put = async (server: ProviderServer, path: string, text: string): Promise<void> => {
    expect(await putItem(server, 'ada', path, text)).toBeLessThan(300);
  };
  const pathOf = (uid: number | string): string => `${book}${uid}.vcf`;
  await each(numbers, (uid) => put(source, pathOf(uid), card(`${uid}`)));
  const sent: string[] = [];
  const counted = (side: string, { url }: ProviderServer): GuardedRequest => {
    const request = createGuardedRequest(url, rules);
    return (path, init) => {
      sent.push(`${side} ${init.method ?? 'GET'}`);
      return request(path, init);
    };
  };
  const copy = copyOf(
    () =>
      davSource(
        { ...settings, kind: 'dav', address: source.url },
        { rules, content, request: counted('source', source) },
      ),
    () =>
      davDestination(
        { address: destination.url, user: 'ada', password: 'secret', isShared: false },
        { rules, content, request: counted('destination', destination) },
      ),
    'friends',
    sent,
  );
  const first = await copy();
  expect([first.results, first.requests['source GET']]).toEqual([{ copied: itemCount }, itemCount]);
  const second = await copy();
  expect(second.results).toEqual({ already_there: itemCount });
  expect(Object.keys(second.requests).toSorted()).toEqual(['destination PROPFIND', 'source PROPFIND']);
  expect(second.requestCount).toBeLessThan(20);
  expect(await differences(source.url, second, 'source')).toEqual([]);
  expect(await differences(destination.url, second, 'destination')).toEqual([]);

  const placeOf = (uid: number): string => first.rows.find(({ item }) => item === pathOf(uid))?.place ?? '';
  await put(source, pathOf(0), card('0', 'changed'));
  await put(source, pathOf('new'), card('new'));
  expect((await davRequest(source, 'ada', 'DELETE', pathOf(1))).ok).toBe(true);
  await put(destination, placeOf(2), card('2', 'changed there'));
  expect((await davRequest(destination, 'ada', 'DELETE', placeOf(3))).ok).toBe(true);
  await put(source, pathOf(4), card('4', 'changed'));
  await put(destination, placeOf(4), card('4', 'changed there'));
  const third = await copy();
  expect(third.results).toEqual({
    already_there: itemCount - 5,
    copied: 2,
    changed_there: 1,
    deleted_there: 1,
    conflict: 1,
  });
  expect(third.requests['source GET']).toBe(4);
  expect((await davRequest(destination, 'ada', 'GET', placeOf(1))).ok).toBe(true);
  expect(await (await davRequest(destination, 'ada', 'GET', placeOf(2))).text()).toContain('changed there');
});

/** Passes connections on to a server, and records the names of IMAP commands and whether they read content. */
const startRecorder = async (port: number, side: string, sent: string[], sockets: Set<Socket>): Promise<number> => {
  const server = createServer((socket) => {
    const upstream = connect(port, '127.0.0.1');
    for (const one of [socket, upstream]) sockets.add(one.on('error', () => {}));
    socket.on('data', (bytes) => {
      for (const [, command = '', rest = ''] of String(bytes).matchAll(/^[0-9A-F]+ ((?:UID )?[A-Z]+)(.*)\r$/gm))
        sent.push(`${side} ${command}${rest.includes('BODY') ? ' content' : ''}`);
    });
    socket.pipe(upstream).pipe(socket);
  });
  const own = await freePort();
  await new Promise<void>((listening) => server.listen(own, '127.0.0.1', listening));
  onTestFinished(() => void server.close());
  return own;
};

describe.skipIf(!hasDovecot)('mail (needs the Debian package dovecot-imapd)', () => {
  test(
    'a second copy between Dovecot servers reads only new messages',
    { tags: '@X31', timeout: 120_000 },
    async () => {
      const [source, destination] = await Promise.all([startDovecot(), startDovecot()]);
      onTestFinished(async () => void (await Promise.all([source.close(), destination.close()])));
      const sent: string[] = [];
      const sockets = new Set<Socket>();
      const [from, to] = [
        await startRecorder(source.port, 'source', sent, sockets),
        await startRecorder(destination.port, 'destination', sent, sockets),
      ];
      const server = (port: number) => ({ kind: 'imap', host: '127.0.0.1', port, tls: 'none' }) as const;
      const copyOnce = copyOf(
        () => imapSource({ ...settings, ...server(from) }, { rules }),
        () => imapDestination({ address: '', user: 'ada', password: 'secret', isShared: false }, server(to), { rules }),
        'Letters',
        sent,
      );
      const copy = async (): Promise<Copied> => {
        const copied = await copyOnce();
        // An account keeps its connections for 5 s, and Dovecot allows ten.
        for (const socket of sockets) socket.destroy();
        return copied;
      };
      const [user, there] = [await openMailbox(source.port, 'ada'), await openMailbox(destination.port, 'ada')];
      onTestFinished(() => {
        for (const client of [user, there]) client.close();
      });
      // Each number appears twice, without a Message-ID.
      const letter = (number: number): string => `Subject: letter ${number}\r\n\r\nHello\r\n`;
      const fill = async (): Promise<void> => {
        await user.mailboxCreate('Letters');
        for (const index of numbers) await user.append('Letters', letter(Math.floor(index / 2)));
      };
      await fill();
      const contentRequests = ({ requests }: Copied) =>
        Object.entries(requests).filter(([request]) => request.endsWith('content') || request.endsWith('APPEND'));
      const first = await copy();
      expect(first.results).toEqual({ copied: itemCount });
      const second = await copy();
      expect([second.results, contentRequests(second)]).toEqual([{ already_there: itemCount }, []]);
      expect(second.requestCount).toBeLessThan(30);
      expect(await differences(`imap://127.0.0.1:${source.port}/`, second, 'source')).toEqual([]);
      expect(await differences(`imap://127.0.0.1:${destination.port}/`, second, 'destination')).toEqual([]);

      await user.append('Letters', letter(999));
      await user.mailboxOpen('Letters');
      await user.messageDelete('1', { uid: true });
      await there.mailboxOpen('Letters');
      await there.messageFlagsAdd('2', ['\\Flagged'], { uid: true });
      await there.messageDelete('3', { uid: true });
      const third = await copy();
      expect(third.results).toEqual({ already_there: itemCount - 2, deleted_there: 1, copied: 1 });
      expect(Object.fromEntries(contentRequests(third))).toEqual({
        'source UID FETCH content': 1,
        'destination APPEND': 1,
        'destination UID FETCH content': 1,
      });

      await user.mailboxClose();
      await user.mailboxDelete('Letters');
      await fill();
      await user.append('Letters', letter(0));
      const fourth = await copy();
      expect(fourth.results).toEqual({ already_there: itemCount - 1, deleted_there: 1, copied: 1 });
      // One of the 500 was deleted there; the copies added the messages 999 and 0.
      await there.mailboxClose();
      expect(await there.status('Letters', { messages: true })).toMatchObject({ messages: itemCount + 1 });
      const fifth = await copy();
      expect([fifth.results, contentRequests(fifth)]).toEqual([{ already_there: itemCount, deleted_there: 1 }, []]);
    },
  );
});

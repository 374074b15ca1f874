import { createHash } from 'node:crypto';
import { expect, onTestFinished, test, vi } from 'vitest';
import { keyOf } from '../content/key-of.ts';
import { createContentWorker } from '../content-worker/content-worker.ts';
import { newCopy } from '../migration-engine/copy-state.ts';
import { ConnectionCut, type SourceCollection } from '../providers/copy-ports.ts';
import type { MailAccount, MailDestination, ReadMessage } from '../providers/mail-ports.ts';
import type { CopiedItem, CopiedItemStore } from '../store/copied-items.ts';
import type { SideTimes } from './failed-sides.ts';
import { createCopy, pairOf } from './copy-collections.ts';

const inbox: SourceCollection = { id: 'INBOX', name: 'INBOX', kind: 'messages', count: 1 };
const letter = Buffer.from('Message-ID: <1@harbour.example>\r\n\r\nHello');
const facts = { size: letter.length, flags: [], receivedAt: 1_000 };

/** Time at which the source sends the next part. */
const clock = { ms: 0 };

const accountWith = (count: number): MailAccount => ({
  id: 'ada',
  collections: async () => [inbox],
  items: async function* () {
    for (let uid = 1; uid <= count; uid++) yield { id: `INBOX/1.${uid}` };
  },
  readMessage: async () => ({
    ...facts,
    content: {
      [Symbol.asyncIterator]: async function* () {
        clock.ms += 1_000;
        yield letter;
      },
    },
  }),
});

/**
 * Copies messages to a server without UIDPLUS. `arrives` tells whether the append of that number arrives. With
 * `retried`, an earlier copy wrote the first message, and the server stored another equal message. `earlier` are the
 * IDs that the source gave the message in earlier copies.
 */
const copyTo = async (
  count: number,
  respond: (append: number, times: Readonly<SideTimes>) => void,
  arrives: (append: number) => boolean,
  retried: readonly CopiedItem[] = [],
  earlier: readonly string[] = retried.length > 0 ? ['INBOX/1.1'] : [],
) => {
  const digest = createHash('sha256').update(letter).digest('hex');
  const stored: ReadMessage[] = (retried.length > 0 ? [1, 2] : earlier.length > 0 ? [1] : []).map((uid) => ({
    ...facts,
    uid,
    messageId: '<1@harbour.example>',
    digest,
  }));
  let appends = 0;
  const destination: MailDestination = {
    id: 'ada there',
    signIn: async () => {},
    prepare: async () => ({ path: 'INBOX', uidValidity: '7', uidNext: stored.length + 1, permanentFlags: undefined }),
    list: async () => stored.map(({ uid }) => uid),
    find: async (_folder, first) => stored.filter(({ uid }) => uid >= first),
    append: async (_folder, { content }) => {
      appends++;
      const own = appends;
      const hash = createHash('sha256');
      for await (const part of content) hash.update(part);
      const uid = stored.length + 1;
      const messageId = '<1@harbour.example>';
      if (arrives(own)) stored.push({ ...facts, uid, messageId, digest: hash.digest('hex') });
      respond(own, times);
      return undefined;
    },
    read: async (_folder, uids) => stored.filter(({ uid }) => uids.includes(uid)),
  };
  const account = accountWith(count);
  const results = new Map<string, CopiedItem>();
  const items = {
    listCollection: async (migration: string) => (migration === 'first' ? retried : []),
    lastWrites: async () =>
      new Map(earlier.map((item) => [keyOf(item), { name: '7.1', source: digest, there: digest }])),
    put: async (_pair: unknown, batch: readonly CopiedItem[]) => {
      for (const item of batch) results.set(item.item, item);
    },
  } as unknown as CopiedItemStore;
  const content = createContentWorker();
  const pair = pairOf({ organization: 1, migrationId: 'mail' }, account, destination);
  const { signal } = new AbortController();
  const now = async () => 1;
  const times = { source: 0, destination: 0 };
  const state = { ...newCopy('ada', [inbox]), ...(retried.length > 0 && { retryOf: 'first' }) };
  await createCopy(state, { pair, account, destination, items, content, signal, now, times }).run();
  content.stop();
  return { results: [...results.values()], appends, times, places: stored.map(({ uid }) => `INBOX/7.${uid}`) };
};

const cut = (): never => {
  throw new ConnectionCut('closed');
};

test('a message that the server accepted but does not show is unverified, and is appended once', async () => {
  const { results, appends } = await copyTo(
    1,
    () => {},
    () => false,
  );
  expect(results).toMatchObject([{ state: 'failed', reason: 'unverified' }]);
  expect(appends).toBe(1);
});

test('the time in which the source sends content during an append counts for the source', async () => {
  const now = vi.spyOn(performance, 'now').mockImplementation(() => clock.ms);
  onTestFinished(() => now.mockRestore());
  const timesDuring: unknown[] = [];
  const { times } = await copyTo(
    1,
    (_append, current) => void timesDuring.push({ ...current }),
    () => true,
  );
  expect(timesDuring).toEqual([{ source: 1_000, destination: 0 }]);
  expect(times).toEqual({ source: 1_000, destination: -1_000 });
});

test('a message that arrived with the last cut connection is found', async () => {
  const { results, appends } = await copyTo(1, cut, (append) => append === 3);
  expect(results).toMatchObject([{ state: 'copied', place: 'INBOX/7.1' }]);
  expect(appends).toBe(3);
});

test('identical messages are matched one to one if the server returns no UIDs', async () => {
  const { results, appends, places } = await copyTo(
    5,
    () => {},
    () => true,
  );
  expect(results.map(({ state }) => state)).toEqual(results.map(() => 'copied'));
  expect(results.map(({ place }) => place).toSorted()).toEqual(places);
  expect(appends).toBe(5);
});

test.each(['unverified', 'server_error'] as const)(
  'a retry finds a message that failed as "%s", but claims none of another item',
  async (reason) => {
    const failed = { collection: 'INBOX', kind: 'messages', state: 'failed', reason, place: null } as const;
    const retried = ['INBOX/1.2', 'INBOX/1.3'].map((item) => ({ ...failed, item, fingerprint: null }));
    const { results, appends } = await copyTo(
      3,
      () => {},
      () => true,
      retried,
    );
    expect(results.map(({ place }) => place).toSorted()).toEqual(['INBOX/7.2', 'INBOX/7.3']);
    expect(appends).toBe(1);
  },
);

test.each([
  ['never', ['INBOX/1.1']],
  ['once', ['INBOX/0.1']],
  ['twice', ['INBOX/0.1', 'INBOX/9.1']],
  ['before the last copy', ['INBOX/0.1', 'INBOX/1.1']],
] as const)(
  'of three equal messages, a second copy skips the one that it copied before. Its ID changed: %s',
  { tags: '@X31' },
  async (_name, earlier) => {
    const { results, appends } = await copyTo(
      3,
      () => {},
      () => true,
      [],
      earlier,
    );
    expect(results.map(({ state, reason }) => reason ?? state).toSorted()).toEqual([
      'already_there',
      'copied',
      'copied',
    ]);
    expect(appends).toBe(2);
  },
);

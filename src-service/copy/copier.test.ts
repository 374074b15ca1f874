import { pino } from 'pino';
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { createEngine } from '../background-work.ts';
import { keyOf } from '../content/key-of.ts';
import { createContentWorker } from '../content-worker/content-worker.ts';
import {
  CollectionForbidden,
  type Destination,
  ItemFailed,
  ListTooLong,
  type SourceAccount,
} from '../providers/copy-ports.ts';
import { openMigration } from '../testing/open-migration.ts';
import { passwordSource } from '../testing/password-source.ts';
import { openTestService, type TestService } from '../testing/test-service.ts';
import { type Copier, startCopier } from './copier.ts';

const cards = new Map<string, Buffer>();
const written = new Map<string, Buffer>();
/** True if the source no longer returns the list. */
let isForbidden = false;
/** Error to throw before each write. */
let beforeWrite: (signal: AbortSignal) => void | Promise<void> = () => {};
/** What the destination stores instead of a written item. */
let beforeStore = (content: Buffer): Buffer => content;
let service: TestService;
let copier: Copier;
let organization: number;
/** Number of times that a copier has polled. */
let pollCount = 0;

const revisionsOf = (items: ReadonlyMap<string, Buffer>) =>
  new Map([...items.keys()].map((place) => [place, undefined]));

const account: SourceAccount = {
  id: 'friends of ada',
  collections: async () => [{ id: 'friends', name: 'Friends', kind: 'contacts', count: cards.size }],
  items: async function* () {
    if (isForbidden) throw new CollectionForbidden();
    for (const id of cards.keys()) yield { id };
  },
  read: async (item) => {
    const content = cards.get(item);
    if (content?.length === 0) throw new ItemFailed('unreadable');
    return content && { content };
  },
};
const destination: Destination = {
  id: 'friends',
  prepare: async () => 'contacts/',
  taken: async () => revisionsOf(written),
  write: async (place, content, { replaces, signal }) => {
    await beforeWrite(signal);
    if (replaces === undefined && written.has(place)) return 'occupied';
    written.set(place, beforeStore(content));
    return 'written';
  },
  read: async (place) => {
    const content = written.get(place);
    return content && { content, revision: '1' };
  },
};
/** The account that the operator's files currently name. */
let target = destination;
const logger = pino({ level: 'silent' });
const content = createContentWorker();
afterAll(() => content.stop());

const start = async (times: { retryWindowMs?: number; maxIdleMs?: number } = {}) => {
  const destinationOf = async () => target;
  const { runs, copiedItems } = service.store;
  pollCount = 0;
  const find: typeof runs.find = async (...run) => {
    const foundRun = await runs.find(...run);
    pollCount++;
    return foundRun;
  };
  const store = { runs: { ...runs, find }, copiedItems };
  copier = startCopier({ store, clock: service.clock, destinationOf, content, logger, ...times });
  return openMigration(service);
};

beforeEach(async () => {
  cards.clear();
  written.clear();
  beforeWrite = () => {};
  beforeStore = (stored) => stored;
  isForbidden = false;
  target = destination;
  for (let index = 0; index < 6; index++) cards.set(`c${index}`, Buffer.from(`UID:${index}\r\nFN:Ada ${index}`));
  const providers = {
    providersOf: async () => [passwordSource(account)],
    hold: (...current: Parameters<Copier['hold']>) => copier.hold(...current),
  };
  service = await openTestService({ migrations: 0, companies: 0 }, { providers });
  organization = (await service.store.seed.organization())?.number ?? 0;
});
afterEach(async () => {
  await copier.stop();
  await service.end();
});

test.each([
  [new TypeError('unexpected'), 'service_failed', true, { code: 'service_interrupted', party: 'service' }],
  [new ListTooLong('too long'), 'too_much', false, { code: 'too_much_data', party: 'source' }],
])(
  'a copy ends if every write fails with this error: %s',
  { tags: ['@X29', '@F51'] },
  async (error, reason, canRetry, cause) => {
    const { post, state, reach } = await start({ retryWindowMs: 200 });
    beforeWrite = () => {
      throw error;
    };
    const { migration_id: id } = await post('begin');
    await reach('FAILED');
    expect(written.size).toBe(0);
    expect(await state()).toMatchObject({ reason, can_retry: canRetry });
    const { body } = await service.send({ url: `/activity/v1/migrations/${id}` });
    expect(body).toMatchObject({ cause });
  },
);

test(
  'a copy waits for a temporary error to end, and skips an unreadable item',
  { tags: ['@X29', '@F51'] },
  async () => {
    const { post, state, reach } = await start();
    cards.set('c2', Buffer.alloc(0));
    let left = 2;
    beforeWrite = () => {
      if (left-- > 0) throw new TypeError('unexpected');
    };
    const { migration_id: id } = await post('begin');
    await reach('COMPLETED_WITH_FAILURES');
    expect((await state()).progress).toMatchObject([{ done: 5, total: 6 }]);
    expect(await service.store.copiedItems.counts(id)).toContainEqual({
      collection: 'friends',
      state: 'failed',
      reason: 'unreadable',
      count: 1,
    });
  },
);

test(
  'the modal, the report and the event of a complete copy mention a changed item',
  {
    tags: ['@X29', '@X34'],
  },
  async () => {
    cards.set('c0', Buffer.from('UID:0\r\nFN:Ada 0\r\nNICKNAME:Al'));
    const { path, post, state, reach } = await start();
    beforeStore = (bytes) => Buffer.from(String(bytes).replace('NICKNAME:Al', 'NICKNAME:Bo'));
    const { migration_id: id } = await post('begin');
    await reach('COMPLETE');
    const counts = { copied: 5, altered: 1, skipped: 0, failed: 0 };
    expect(await state()).toMatchObject({ counts, progress: [{ state: 'done', done: 6, altered: 1, total: 6 }] });
    const changes = [{ property: 'NICKNAME', before: 'Al', after: 'Bo' }];
    expect((await service.send({ url: `${path}/changes`, bearer: null })).body).toEqual({
      items: [{ collection: 'Friends', changes }],
    });
    expect((await service.send({ url: `/reports/v1/migrations/${id}` })).body).toMatchObject(counts);
    const { text } = await service.send({ url: `/reports/v1/migrations/${id}/items` });
    expect(JSON.parse(text.split('\n')[0] ?? '')).toMatchObject({ item: 'c0', state: 'altered', changes });
    const events = (await service.send({ url: '/webhooks/v1/events?limit=100' })).body[
      'results'
    ] as unknown as object[];
    expect(events.at(-1)).toMatchObject({ data: { id, status: 'COMPLETE' }, details: { counts } });
  },
);

test('a copy continues without a forbidden collection and reports its items as missing', { tags: '@X29' }, async () => {
  const { post, state, reach } = await start();
  isForbidden = true;
  const { migration_id: id } = await post('begin');
  await reach('COMPLETED_WITH_FAILURES');
  expect((await state()).progress).toMatchObject([{ state: 'done_with_gaps', done: 0, total: 6 }]);
  const { body } = await service.send({ url: `/reports/v1/migrations/${id}` });
  const counts = { total: 6, copied: 0, skipped: 0, failed: 0, pending: 6, reasons: [] };
  expect(body).toMatchObject({ collections: [{ ...counts, is_forbidden: true, is_counted: true }] });
});

/** Finds an item at the destination by a word in it. */
const findPlaceContaining = (word: string): string => {
  const found = [...written].find(([, bytes]) => bytes.includes(word));
  if (found === undefined) throw new Error(`no ${word}`);
  return found[0];
};
const change = (items: Map<string, Buffer>, key: string, name: string): void => {
  items.set(key, Buffer.from(String(items.get(key)).replace(/FN:.*/, `FN:${name}`)));
};

test("a later copy asks no question about a deleted item and doesn't count it", { tags: '@X29' }, async () => {
  const first = await start();
  await first.post('begin');
  await first.reach('COMPLETE');
  for (const index of [0, 1]) {
    change(written, findPlaceContaining(`Ada ${index}`), `There ${index}`);
    change(cards, `c${index}`, `Changed ${index}`);
  }
  await copier.stop();
  const { post, state, reach } = await start();
  cards.delete('c5');
  await post('begin');
  await reach('PENDING_USER_INPUT');
  expect((await state()).question).toMatchObject({ duplicates: 2 });
  cards.delete('c0');
  await post('answer', { option: 'keep_both' });
  await reach('COMPLETED_WITH_FAILURES');
  expect((await state()).progress).toMatchObject([{ done: 4, total: 5 }]);
  expect(written.size).toBe(7);
  // The next copy recognizes the second item of "keep both" and updates it.
  for (const name of ['Changed 1', 'Changed once more']) {
    await copier.stop();
    change(cards, 'c1', name);
    const secondRun = await start();
    await secondRun.post('begin');
    await secondRun.reach('COMPLETE');
    expect([written.size, findPlaceContaining('There 1') === findPlaceContaining(name)]).toEqual([7, false]);
  }
});

test('a second copy asks only about items that changed on both sides', { tags: '@X31' }, async () => {
  const first = await start();
  await first.post('begin');
  await first.reach('COMPLETE');
  await copier.stop();
  let writes = 0;
  beforeWrite = () => void writes++;
  const copyAgain = async (status: string) => {
    const secondRun = await start();
    const { migration_id: id } = await secondRun.post('begin');
    await secondRun.reach(status);
    await copier.stop();
    return { ...secondRun, counts: await service.store.copiedItems.counts(id) };
  };
  const skips = (reason: string, count: number) => ({ collection: 'friends', state: 'skipped', reason, count });
  expect((await copyAgain('COMPLETE')).counts).toEqual([skips('already_there', 6)]);
  expect([writes, written.size]).toEqual([0, 6]);

  change(cards, 'c0', 'Changed at the source');
  change(written, findPlaceContaining('Ada 1'), 'Changed at the destination');
  written.delete(findPlaceContaining('Ada 2'));
  change(cards, 'c3', 'Alike');
  change(written, findPlaceContaining('Ada 3'), 'Alike');
  change(cards, 'c4', 'Not alike');
  change(written, findPlaceContaining('Ada 4'), 'Changed, too');
  expect((await copyAgain('PENDING_USER_INPUT')).counts).toEqual([
    { collection: 'friends', state: 'conflict', reason: null, count: 1 },
    { collection: 'friends', state: 'copied', reason: null, count: 1 },
    skips('already_there', 2),
    skips('changed_there', 1),
    skips('deleted_there', 1),
  ]);
  expect(writes).toBe(1);
  const names = [...written.values()].map((bytes) => /FN:(.*)/.exec(String(bytes))?.[1]);
  expect(names.toSorted()).toEqual([
    'Ada 5',
    'Alike',
    'Changed at the destination',
    'Changed at the source',
    'Changed, too',
  ]);
});

test(
  'a copy whose destination account changed stops, and the next copy goes to the new account',
  {
    tags: ['@X31', '@F51'],
  },
  async () => {
    written.set(`contacts/${keyOf('c0')}.vcf`, Buffer.from('UID:0\r\nFN:There 0'));
    const { post, state, reach } = await start();
    await post('begin');
    await reach('PENDING_USER_INPUT');
    const other = new Map<string, Buffer>();
    target = {
      ...destination,
      id: 'friends of another',
      taken: async () => revisionsOf(other),
      write: async (place, bytes) => {
        other.set(place, bytes);
        return 'written';
      },
      read: async (place) => {
        const bytes = other.get(place);
        return bytes && { content: bytes, revision: '1' };
      },
    };
    const { migration_id: id } = await post('answer', { option: 'keep_both' });
    await reach('FAILED');
    expect([other.size, written.size]).toEqual([0, 6]);
    expect(await state()).toMatchObject({ reason: 'destination_failed' });
    const { body } = await service.send({ url: `/activity/v1/migrations/${id}` });
    expect(body).toMatchObject({ cause: { code: 'destination_changed', party: 'organization' } });
    await copier.stop();
    const secondRun = await start();
    await secondRun.post('begin');
    await secondRun.reach('COMPLETE');
    expect(other.size).toBe(6);
  },
);

test('a copy writes a collection again if the destination lost it', { tags: '@X31' }, async () => {
  const first = await start();
  await first.post('begin');
  await first.reach('COMPLETE');
  await copier.stop();
  written.clear();
  const secondRun = await start();
  await secondRun.post('begin');
  await secondRun.reach('COMPLETE');
  expect(written.size).toBe(6);
});

test('an idle login is discarded, and the end user must sign in again', { tags: ['@X29', '@T94'] }, async () => {
  const { post, state, logIn, reach } = await start({ maxIdleMs: 0 });
  await expect.poll(() => pollCount).toBeGreaterThan(0);
  await post('begin');
  await service.store.clock.advance(organization, 20_000);
  await createEngine(service.store).tick();
  expect(await state()).toMatchObject({ status: 'PENDING_USER_INPUT', question: null });
  expect(written.size).toBe(0);
  await logIn();
  await reach('COMPLETE');
});

test('the later of two logins gets the copy', { tags: ['@X29', '@F51'] }, async () => {
  let release = (): void => {};
  const waits = new Promise<void>((done) => (release = done));
  const signals: AbortSignal[] = [];
  beforeWrite = (signal) => {
    signals.push(signal);
    return waits;
  };
  const { post, state, logIn, reach } = await start();
  await post('begin');
  await expect.poll(() => signals.length).toBe(4);
  const { migration_id: id } = await state();
  const stored = (await service.store.runs.find(organization, id))?.stored;
  if (stored?.run.copy === undefined) throw new Error('no copy');
  // Does what the engine does after the lease has expired.
  const request = { ...stored.run, status: 'PENDING_USER_INPUT', copy: { ...stored.run.copy, asks: 'login' } } as const;
  await expect
    .poll(async () => {
      const { version = 0 } = (await service.store.runs.find(organization, id))?.stored ?? {};
      return service.store.runs.save({ ...stored, version, run: request }, await service.clock.now(organization));
    })
    .toBe(true);
  await logIn();
  await expect
    .poll(() => signals.map(({ aborted }) => aborted))
    .toEqual([...Array(4).fill(true), ...Array(4).fill(false)]);
  release();
  await reach('COMPLETE');
  await copier.stop();
  expect(written.size).toBe(6);
  const counts = await service.store.copiedItems.counts(id);
  expect(counts.every(({ state: one }) => one === 'copied' || one === 'skipped')).toBe(true);
});

test(
  "a copy that already shows as failed doesn't resume, even if the failure isn't stored yet",
  { tags: ['@X29', '@F51'] },
  async () => {
    const { state } = await start();
    const { migration_id: id } = await state();
    const stored = (await service.store.runs.find(organization, id))?.stored;
    if (stored?.run.copy === undefined) throw new Error('no copy');
    const { migration, version, run } = stored;
    const now = await service.clock.now(organization);
    const copy = { ...stored.run.copy, asks: 'login' } as const;
    const waits = { ...run, status: 'PENDING_USER_INPUT', since: now - 600_000, sessionExpires: now, copy } as const;
    expect(await service.store.runs.save({ migration, version, run: waits }, now)).toBe(true);
    expect(await state()).toMatchObject({ status: 'FAILED', reason: 'session_over' });
    const before = pollCount;
    await expect.poll(() => pollCount).toBeGreaterThan(before + 2);
    expect(await state()).toMatchObject({ status: 'FAILED', reason: 'session_over' });
    expect(written.size).toBe(0);
  },
);

import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createContentWorker } from '../content-worker/content-worker.ts';
import { type CopyState, newCopy } from '../migration-engine/copy-state.ts';
import {
  CollectionForbidden,
  type Destination,
  ItemFailed,
  placeOf,
  type SourceAccount,
} from '../providers/copy-ports.ts';
import type { CopiedItem, CopiedItemStore } from '../store/copied-items.ts';
import { openTestService, type TestService } from '../testing/test-service.ts';
import { createCopy, pairOf } from './copy-collections.ts';
import { keyOf } from '../content/key-of.ts';

let service: TestService;
beforeAll(async () => {
  service = await openTestService({ migrations: 0, companies: 0 });
});
const worker = createContentWorker();
afterAll(async () => {
  worker.stop();
  await service.end();
});

const card = (uid: string, more = ''): Buffer => Buffer.from(`UID:${uid}\r\nFN:Ada\r\n${more}`);
const cards = new Map([
  ['plain', card('plain')],
  ['altered', card('altered', 'X-LOST:1\r\n')],
  ['differs', card('differs', 'NOTE:of the source\r\nREV:20260102T000000Z\r\n')],
  ['vanishes', card('vanishes')],
  ['closes', card('closes')],
]);
const contentOf = (item: string) => {
  const content = cards.get(item);
  return content && { content };
};
/** Items that the source no longer returns. */
const closed = new Set<string>();
const collection = { id: 'friends', name: 'Friends', kind: 'contacts', count: cards.size } as const;
const account: SourceAccount = {
  id: 'ada',
  collections: async () => [collection],
  items: async function* () {
    for (const id of cards.keys()) yield { id };
  },
  read: async (item) => {
    if (closed.has(item)) throw new ItemFailed('unreadable');
    return contentOf(item);
  },
};
const placeOfItem = (item: string): string => placeOf('contacts/', keyOf(item), 'contacts');

/** A destination that drops a line of each item, and already has a different item at one place. */
const openDestination = () => {
  const entries = new Map([[placeOfItem('differs'), card('differs', 'NOTE:of someone else\r\n')]]);
  const destination: Destination = {
    id: randomUUID(),
    prepare: async () => 'contacts/',
    taken: async () => new Map([...entries.keys()].map((place) => [place, undefined])),
    write: async (place, content, { replaces }) => {
      if (entries.has(place) && replaces === undefined) return 'occupied';
      entries.set(place, Buffer.from(String(content).replace(/X-LOST.*\r\n/, '')));
      return 'written';
    },
    read: async (place) => {
      const content = entries.get(place);
      return content && { content, revision: '1' };
    },
  };
  return { entries, destination };
};

/** Simulates a crash: every call after this number of steps throws. */
const destinationAliveFor = (steps: number) => {
  let left = steps;
  const live = (): void => {
    if (left-- <= 0) throw new Error('killed');
  };
  const living =
    <Args extends readonly unknown[], Result>(act: (...args: Args) => Promise<Result>) =>
    async (...args: Args): Promise<Result> => {
      live();
      const result = await act(...args);
      live();
      return result;
    };
  return { living, isDead: () => left < 0 };
};

const jobOf = (migrationId: string, destination: Destination) => ({
  pair: pairOf({ organization: 1, migrationId }, account, destination),
  account,
  destination,
  items: service.store.copiedItems,
  content: worker,
  signal: new AbortController().signal,
  now: async () => 1,
  times: { source: 0, destination: 0 },
});

const run = async (
  steps: number,
  migrationId: string,
  destination: Destination,
  answer: CopyState['answer'] = null,
  retryOf?: string,
): Promise<{ readonly isDead: boolean; readonly items: readonly CopiedItem[] }> => {
  const { copiedItems } = service.store;
  const { living, isDead } = destinationAliveFor(steps);
  const items: CopiedItemStore = { ...copiedItems, put: living(copiedItems.put) };
  const job = {
    ...jobOf(migrationId, destination),
    account: { ...account, read: living(account.read) },
    destination: { ...destination, write: living(destination.write), read: living(destination.read) },
    items,
  };
  await createCopy({ ...newCopy(account.id, [collection]), answer, retryOf }, job)
    .run()
    .catch((error: Error) => expect(error.message).toBe('killed'));
  return { isDead: isDead(), items: await copiedItems.listCollection(migrationId, 'friends') };
};

test('a copy killed at any step recognizes its own items', { tags: ['@X29', '@F51'] }, async () => {
  let kills = 0;
  for (let isDead = true; isDead; kills++) {
    const migrationId = `killed ${kills}`;
    const { entries, destination } = openDestination();
    ({ isDead } = await run(kills, migrationId, destination));
    const vanished = cards.get('vanishes');
    cards.delete('vanishes');
    closed.add('closes');
    const isAtDestination = (item: string): boolean => entries.has(placeOfItem(item));
    const copiedPlaces = ['vanishes', 'closes'].filter(isAtDestination);
    const { items } = await run(Infinity, migrationId, destination);
    cards.set('vanishes', vanished ?? card('vanishes'));
    closed.clear();
    const found = Object.fromEntries(items.map(({ item, state, reason }) => [item, [state, reason]]));
    const isListed = copiedPlaces.includes('vanishes') || 'vanishes' in found;
    expect([kills, found]).toEqual([
      kills,
      {
        plain: ['copied', null],
        altered: ['altered', null],
        differs: ['conflict', null],
        closes: copiedPlaces.includes('closes') ? ['copied', null] : ['failed', 'unreadable'],
        ...(isListed && { vanishes: copiedPlaces.includes('vanishes') ? ['copied', null] : ['failed', 'vanished'] }),
      },
    ]);
    expect(entries.size).toBe(3 + copiedPlaces.length);
    expect(String(entries.get(placeOfItem('differs')))).toContain('of someone else');
  }
  expect(kills).toBeGreaterThan(20);
});

test.each(['keep_newer', 'keep_both'] as const)(
  'a copy killed while it applies the answer %s reports its items as copied',
  { tags: ['@X29', '@F51'] },
  async (answer) => {
    let kills = 0;
    for (let isDead = true; isDead; kills++) {
      const migrationId = `${answer} ${kills}`;
      const { entries, destination } = openDestination();
      const before = new Set([...entries.values()].map(String));
      await run(Infinity, migrationId, destination);
      ({ isDead } = await run(kills, migrationId, destination, answer));
      const isWritten = [...entries.values()].some((content) => String(content).includes('of the source'));
      if (kills % 2 === 1) closed.add('differs');
      const { items } = await run(Infinity, migrationId, destination, answer);
      const isClosed = closed.delete('differs');
      const reportedItem = items.find(({ item }) => item === 'differs');
      expect([kills, reportedItem?.state]).toEqual([kills, isWritten || !isClosed ? 'copied' : 'failed']);
      const isKept = [...entries.values()].some((content) => before.has(String(content)));
      expect([kills, isKept]).toEqual([kills, answer === 'keep_both' || (isClosed && !isWritten)]);
    }
    expect(kills).toBeGreaterThan(5);
    // An earlier migration's items don't count as items of the next migration.
    const { destination } = openDestination();
    for (const migrationId of [`${answer} first`, `${answer} second`])
      for (const then of [null, answer]) await run(Infinity, migrationId, destination, then);
    const secondItems = await service.store.copiedItems.listCollection(`${answer} second`, 'friends');
    expect(secondItems.find(({ item }) => item === 'differs')).toMatchObject({
      state: 'skipped',
      reason: 'already_there',
    });
  },
);

test.each([
  ['keep_both', []],
  ['keep_newer', ['differs']],
  [null, ['differs', 'plain']],
] as const)(
  'writes that succeed without a response are reported as copied (answer %s, deleted meanwhile: %j)',
  { tags: '@X31' },
  async (answer, deleted) => {
    const { entries, destination } = openDestination();
    const lossyDestination: Destination = {
      ...destination,
      write: async (...args) => {
        const [, , { replaces }] = args;
        const outcome = await destination.write(...args);
        return replaces === undefined ? 'occupied' : outcome;
      },
    };
    const migrationId = `lossy ${answer} ${deleted.length}`;
    if (answer !== null) await run(Infinity, migrationId, lossyDestination);
    const taken = await destination.taken('contacts/', new AbortController().signal);
    for (const item of deleted) entries.delete(placeOfItem(item));
    const { items } = await run(Infinity, migrationId, { ...lossyDestination, taken: async () => taken }, answer);
    const states = Object.fromEntries(items.map(({ item, state, reason }) => [item, [state, reason]]));
    expect(states).toMatchObject({ plain: ['copied', null], altered: ['altered', null], differs: ['copied', null] });
  },
);

test('an item that another program changes during an update leads to a question', { tags: '@X31' }, async () => {
  const { entries, destination } = openDestination();
  await run(Infinity, 'before the update', destination);
  const write: Destination['write'] = async (place, content, options) => {
    if (options.replaces === undefined) return destination.write(place, content, options);
    entries.set(place, card('plain', 'NOTE:of another program\r\n'));
    return 'occupied';
  };
  const original = cards.get('plain') ?? card('plain');
  cards.set('plain', card('plain', 'NOTE:of the source\r\n'));
  const { items } = await run(Infinity, 'update', { ...destination, write });
  cards.set('plain', original);
  expect(items.find(({ item }) => item === 'plain')).toMatchObject({ state: 'conflict', reason: null });
});

test('a copy skips a forbidden collection and copies the others', { tags: '@X29' }, async () => {
  const { destination } = openDestination();
  const addressBooks = ['unlisted', 'unread', 'friends'].map((id) => ({ ...collection, id }));
  const reads: string[] = [];
  const job = {
    ...jobOf('forbidden', destination),
    account: {
      ...account,
      items: async function* (id: string) {
        if (id === 'unlisted') throw new CollectionForbidden();
        for (const item of cards.keys()) yield { id: `${id} ${item}` };
      },
      read: async (id: string) => {
        const [book, item] = id.split(' ', 2);
        if (book === 'unread') reads.push(id);
        if (book === 'unread' && item !== 'plain') throw new CollectionForbidden();
        return contentOf(item ?? '');
      },
    },
    destination: { ...destination, prepare: async (key: string) => `${key}/` },
  };
  const progress = createCopy(newCopy(account.id, addressBooks), job);
  await progress.run();
  expect(progress.collections()).toMatchObject([
    { id: 'unlisted', count: 5, done: 0, failed: 0, isForbidden: true },
    { id: 'unread', count: 5, done: 1, failed: 4, isForbidden: true },
    { id: 'friends', count: 5, done: 5, altered: 1, failed: 0, isForbidden: false },
  ]);
  expect(await job.items.counts('forbidden')).toEqual([
    { collection: 'friends', state: 'altered', reason: null, count: 1 },
    { collection: 'friends', state: 'copied', reason: null, count: 4 },
    { collection: 'unread', state: 'copied', reason: null, count: 1 },
    { collection: 'unread', state: 'failed', reason: 'forbidden', count: 4 },
  ]);
  expect(reads.length).toBeLessThan(cards.size);
});

test('a retry without the report of the first migration fails', { tags: '@X29' }, async () => {
  const { destination } = openDestination();
  const state = { ...newCopy(account.id, [collection]), retryOf: 'deleted' };
  const copy = createCopy(state, jobOf('retried', destination));
  await expect(copy.run()).rejects.toThrow('The report of the first migration was deleted.');
});

test.each(['each', 'none', 'half', 'spoilt'] as const)(
  'reading items back in batches gives the same result as single reads if the batch response is "%s"',
  { tags: '@X29' },
  async (given) => {
    const { entries, destination } = openDestination();
    const requests: number[] = [];
    const alone: string[] = [];
    const together: Destination = {
      ...destination,
      read: async (place, signal) => {
        alone.push(place);
        return destination.read(place, signal);
      },
      readTogether: async (places) => {
        requests.push(places.length);
        const some = places.filter(
          (_place, index) => given === 'each' || given === 'spoilt' || (given === 'half' && index % 2),
        );
        return new Map(
          some.map((place) => [place, { content: given === 'spoilt' ? Buffer.from('FN:Eve') : entries.get(place)! }]),
        );
      },
    };
    const { items } = await run(Infinity, `together ${given}`, together);
    expect(Object.fromEntries(items.map(({ item, state, reason }) => [item, [state, reason]]))).toEqual({
      plain: ['copied', null],
      altered: ['altered', null],
      differs: ['conflict', null],
      vanishes: ['copied', null],
      closes: ['copied', null],
    });
    expect(requests.reduce((sum, count) => sum + count, 0)).toBe(4);
    // An item that differs in a batch response is read again on its own.
    expect(alone).toContain(placeOfItem('altered'));
    expect(alone.includes(placeOfItem('plain'))).toBe(given === 'none' || given === 'spoilt' || alone.length > 2);
  },
);

test.each(['written', 'occupied'] as const)(
  "a written item that can't be read back fails as unverified, and a retry recognizes it (the write returned: %s)",
  { tags: '@X29' },
  async (outcome) => {
    const { destination } = openDestination();
    const place = placeOfItem('altered');
    const silent: Destination = {
      ...destination,
      write: async (...args) => {
        const result = await destination.write(...args);
        return args[0] === place ? outcome : result;
      },
      read: async (...args) => {
        if (args[0] === place) throw new ItemFailed('server_error');
        return destination.read(...args);
      },
    };
    const first = `not read back, ${outcome}`;
    const { items } = await run(Infinity, first, silent);
    expect(items.find(({ item }) => item === 'altered')).toMatchObject({
      state: 'failed',
      reason: 'unverified',
      place,
    });
    const { items: retried } = await run(Infinity, `${first}, retried`, destination, null, first);
    expect(retried).toMatchObject([{ item: 'altered', state: 'altered', reason: null, place }]);
  },
);

test(
  'a killed copy reports its own item after another migration wrote the same item to a second path',
  { tags: ['@X31', '@F51'] },
  async () => {
    let kills = 0;
    for (let isDead = true; isDead; kills++) {
      const { entries, destination } = openDestination();
      const others = new Set(entries.keys());
      const names = [`left ${kills}`, `right ${kills}`] as const;
      ({ isDead } = await run(kills, names[0], destination));
      for (const answer of [null, 'keep_both'] as const) await run(Infinity, names[1], destination, answer);
      for (const answer of [null, 'skip'] as const) await run(Infinity, names[0], destination, answer);
      const items = (
        await Promise.all(names.map((name) => service.store.copiedItems.listCollection(name, 'friends')))
      ).flat();
      const reported = items.flatMap(({ state, place }) => (state === 'skipped' ? [] : [place]));
      expect([kills, [...entries.keys()].filter((place) => !others.has(place) && !reported.includes(place))]).toEqual([
        kills,
        [],
      ]);
    }
    expect(kills).toBeGreaterThan(20);
  },
);

test("a copy keeps only one collection's rows and all collections' counts in memory", { tags: '@X29' }, async () => {
  const { destination } = openDestination();
  const addressBooks = ['friends', 'family'].map((id) => ({ ...collection, id, count: null }));
  const observed: unknown[] = [];
  const job = {
    ...jobOf('two books', destination),
    account: {
      ...account,
      items: async function* (id: string) {
        observed.push([id, progress.collections().map(({ done, failed, count }) => [done, failed, count])]);
        yield* account.items(id, job.signal);
      },
    },
    destination: { ...destination, prepare: async (key: string) => `${key}/` },
  };
  const progress = createCopy(newCopy(account.id, addressBooks), job);
  await progress.run();
  const all = [5, 0, 5];
  expect(observed).toEqual([
    [
      'friends',
      [
        [0, 0, null],
        [0, 0, null],
      ],
    ],
    ['family', [all, [0, 0, null]]],
  ]);
  expect(progress.collections().map(({ done, failed, count }) => [done, failed, count])).toEqual([all, all]);
});

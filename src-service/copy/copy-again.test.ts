import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { keyOf } from '../content/key-of.ts';
import { createContentWorker } from '../content-worker/content-worker.ts';
import { newCopy } from '../migration-engine/copy-state.ts';
import { type Destination, placeOf, type SourceAccount, type WrittenItem } from '../providers/copy-ports.ts';
import { openTestService, type TestService } from '../testing/test-service.ts';
import { createCopy, pairOf } from './copy-collections.ts';

const collection = { id: 'friends', name: 'Friends', kind: 'contacts', count: null } as const;
const there = new Map<string, WrittenItem>();
const cards = new Map<string, WrittenItem>();
/** Items that a copy read at the source, and places that it read or wrote at the destination. */
let calls: string[] = [];
let revisions = 0;
/** Whether lists and items have revisions. */
let hasRevisions = true;
let migrations = 0;
let beforeReadBack: () => void = () => {};
let readAtSource: (item: string) => WrittenItem | undefined;

const account: SourceAccount = {
  id: 'ada',
  collections: async () => [collection],
  items: async function* () {
    for (const [id, { revision }] of cards) yield hasRevisions ? { id, revision } : { id };
  },
  read: async (item) => {
    calls.push(item);
    const found = readAtSource(item);
    return found && (hasRevisions ? found : { content: found.content });
  },
};
const destination: Destination = {
  id: 'friends',
  prepare: async () => 'contacts/',
  taken: async () =>
    new Map([...there].map(([place, { revision }]) => [place, hasRevisions ? revision : undefined] as const)),
  write: async (place, content, { replaces }) => {
    calls.push(`write ${place}`);
    if (there.get(place)?.revision !== replaces) return 'occupied';
    set(there, place, String(content));
    return 'written';
  },
  read: async (place) => {
    calls.push(`read ${place}`);
    const found = there.get(place);
    return found && (hasRevisions ? found : { ...found, revision: 'unknown' });
  },
  readTogether: async (places) => {
    beforeReadBack();
    const found = places.map((place) => [place, there.get(place)] as const);
    return new Map(
      found.flatMap(([place, item]) =>
        item === undefined ? [] : [[place, hasRevisions ? item : { content: item.content }]],
      ),
    );
  },
};
const set = (items: Map<string, WrittenItem>, key: string, content: string): void =>
  void items.set(key, { content: Buffer.from(content), revision: `"${++revisions}"` });
const card = (item: string, note = ''): string => `UID:${item}\r\nFN:Ada\r\nNOTE:${note}\r\n`;
const place = (item: string): string => placeOf('contacts/', keyOf(item), 'contacts');

let service: TestService;
const content = createContentWorker();
beforeAll(async () => {
  service = await openTestService({ migrations: 0, companies: 0 });
});
afterAll(async () => {
  content.stop();
  await service.end();
});
beforeEach(() => {
  for (const items of [there, cards]) items.clear();
  for (let index = 0; index < 9; index++) set(cards, `c${index}`, card(`c${index}`));
  hasRevisions = true;
  beforeReadBack = () => {};
  readAtSource = (item) => cards.get(item);
});

/** Starts another migration, or continues one. */
const copy = async (migrationId = `migration ${++migrations}`) => {
  calls = [];
  const { copiedItems: items } = service.store;
  const pair = pairOf({ organization: 1, migrationId }, { id: expect.getState().currentTestName ?? '' }, destination);
  const { signal } = new AbortController();
  const times = { source: 0, destination: 0 };
  const job = { pair, account, destination, items, content, signal, now: async () => 1, times };
  await createCopy(newCopy(account.id, [collection]), job).run();
  const rows = await items.listCollection(migrationId, 'friends');
  return { rows, results: Object.fromEntries(rows.map(({ item, state, reason }) => [item, reason ?? state])) };
};
const all = (result: string) => Object.fromEntries([...cards.keys()].map((item) => [item, result]));

test(
  'a second copy reads no item that neither side changed, and reports the same hashes',
  { tags: '@X31' },
  async () => {
    const first = await copy();
    expect(first.results).toEqual(all('copied'));
    const hashes = ({ rows }: typeof first) =>
      rows
        .map(({ item, sourceFingerprint, thereFingerprint }) => [item, sourceFingerprint, thereFingerprint])
        .toSorted();
    for (let run = 0; run < 2; run++) {
      const again = await copy();
      expect([again.results, calls]).toEqual([all('already_there'), []]);
      expect(hashes(again)).toEqual(hashes(first));
    }
  },
);

test('a second copy reads what changed on one side or on both, and decides as before', { tags: '@X31' }, async () => {
  await copy();
  cards.delete('c0');
  set(cards, 'c1', card('c1', 'changed'));
  set(there, place('c2'), card('c2', 'changed there'));
  there.delete(place('c3'));
  set(cards, 'c4', card('c4', 'changed'));
  set(there, place('c4'), card('c4', 'changed there'));
  // Another revision of the same content.
  set(cards, 'c5', card('c5'));
  set(there, place('c6'), card('c6'));
  set(cards, 'new', card('new'));
  const { results } = await copy();
  expect(results).toEqual({
    ...all('already_there'),
    c1: 'copied',
    c2: 'changed_there',
    c3: 'deleted_there',
    c4: 'conflict',
    new: 'copied',
  });
  expect(calls.filter((call) => cards.has(call)).toSorted()).toEqual(['c1', 'c2', 'c4', 'c5', 'c6', 'new']);
  expect(there.has(place('c0'))).toBe(true);
  const read = ['c1', 'c2', 'c4', 'c5', 'c6'].map((item) => `read ${place(item)}`);
  expect(calls.filter((call) => call.startsWith('read')).toSorted()).toEqual(read.toSorted());

  const third = await copy();
  expect(third.results).toMatchObject({
    c1: 'already_there',
    c2: 'changed_there',
    c3: 'deleted_there',
    c4: 'conflict',
  });
  expect(calls.filter((call) => cards.has(call)).toSorted()).toEqual(['c2', 'c4']);
});

test('a copy reads each item until both servers have sent a revision of it', { tags: '@X31' }, async () => {
  hasRevisions = false;
  await copy();
  const expectReads = async (count: number): Promise<void> => {
    expect((await copy()).results).toEqual(all('already_there'));
    expect(calls).toHaveLength(count);
  };
  await expectReads(2 * cards.size);
  hasRevisions = true;
  await expectReads(2 * cards.size);
  await expectReads(0);
});

test('an item that changed back after it was read is copied again', { tags: '@X31' }, async () => {
  const changed = { content: Buffer.from(card('c0', 'changed briefly')), revision: '"moment"' };
  readAtSource = (item) => (item === 'c0' ? changed : cards.get(item));
  await copy();
  expect(there.get(place('c0'))?.content).toEqual(changed.content);
  readAtSource = (item) => cards.get(item);
  expect((await copy()).results).toEqual({ ...all('already_there'), c0: 'copied' });
  expect(there.get(place('c0'))?.content).toEqual(cards.get('c0')?.content);
});

test('an interrupted copy keeps the revisions of what it has written', { tags: ['@X31', '@F51'] }, async () => {
  beforeReadBack = () => {
    throw new Error('killed');
  };
  await expect(copy('interrupted')).rejects.toThrow('killed');
  beforeReadBack = () => {};
  expect((await copy('interrupted')).results).toEqual(all('copied'));
  expect(calls).toEqual([]);
  expect((await copy()).results).toEqual(all('already_there'));
  expect(calls).toEqual([]);
});

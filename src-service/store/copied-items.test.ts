import { afterAll, beforeAll, expect, test } from 'vitest';
import { keyOf } from '../content/key-of.ts';
import { openTestService, type TestService } from '../testing/test-service.ts';
import type { CopiedItem, CopyKey } from './copied-items.ts';
import type { CopyPair } from './last-writes.ts';

let service: TestService;
beforeAll(async () => {
  service = await openTestService({ migrations: 0, companies: 0 });
});
afterAll(() => service.end());

const pair = { organization: 1, account: 'ada', destination: 'server' };
const of = (migrationId: string): CopyKey & CopyPair => ({ ...pair, migrationId });

const item = (collection: string, id: number, more: Partial<CopiedItem> = {}): CopiedItem => ({
  collection,
  kind: 'contacts',
  item: `/i${id}`,
  state: 'written',
  reason: null,
  place: `/to/${id}`,
  fingerprint: 'f',
  ...more,
});

test('each item has one result, which is its latest, and pages list the item once', { tags: '@X29' }, async () => {
  const { copiedItems } = service.store;
  const all = ['/a/', '/b/'].flatMap((collection) => Array.from({ length: 7 }, (_, id) => item(collection, id)));
  await copiedItems.put(of('m1'), all, 1);
  await copiedItems.put(of('m2'), all.slice(0, 3), 1);
  const failed = { state: 'failed', reason: 'lost', fingerprint: null } as const;
  await copiedItems.put(of('m1'), [item('/a/', 3, failed), item('/a/', 4, { state: 'copied' })], 2);
  const read: CopiedItem[] = [];
  for (;;) {
    const page = await copiedItems.page('m1', read.at(-1), 4);
    read.push(...page);
    if (page.length < 4) break;
  }
  expect(read).toHaveLength(14);
  expect(new Set(read.map(({ collection, item: id }) => collection + id)).size).toBe(14);
  expect(await copiedItems.counts('m1')).toEqual([
    { collection: '/a/', state: 'copied', reason: null, count: 1 },
    { collection: '/a/', state: 'failed', reason: 'lost', count: 1 },
    { collection: '/a/', state: 'written', reason: null, count: 5 },
    { collection: '/b/', state: 'written', reason: null, count: 7 },
  ]);
  expect(await copiedItems.listCollection('m2', '/a/')).toHaveLength(3);
});

test("a late write can't change final results", { tags: ['@X29', '@F51'] }, async () => {
  const { copiedItems } = service.store;
  for (const state of ['copied', 'skipped', 'failed'] as const) {
    await copiedItems.put(of(state), [item('/a/', 1)], 1);
    await copiedItems.put(of(state), [item('/a/', 1, { state, place: '/right' })], 2);
    await copiedItems.put(of(state), [item('/a/', 1), item('/a/', 2, { state: 'conflict' })], 3);
    expect(await copiedItems.page(state, undefined, 9)).toMatchObject([
      { item: '/i1', state, place: '/right' },
      { item: '/i2', state: 'conflict' },
    ]);
  }
});

test(
  'an intended write replaces no result, any result replaces an intended write, and success replaces a failure',
  { tags: ['@X29', '@F51'] },
  async () => {
    const { copiedItems } = service.store;
    const states = ['intended', 'written', 'conflict', 'copied', 'altered', 'skipped', 'failed'] as const;
    for (const before of states) {
      for (const after of states) {
        const copy = of(`${before} ${after}`);
        await copiedItems.put(copy, [item('/a/', 1, { state: before })], 1);
        await copiedItems.put(copy, [item('/a/', 1, { state: after })], 2);
        const isOpen =
          before === 'intended' ||
          (after !== 'intended' && (before === 'written' || before === 'conflict')) ||
          (before === 'failed' && ['copied', 'altered', 'skipped'].includes(after));
        expect(await copiedItems.page(copy.migrationId, undefined, 9)).toMatchObject([
          { state: isOpen ? after : before },
        ]);
      }
    }
  },
);

test(
  'a copy is due for deletion 90 days after its first item, and its items are deleted in batches',
  { tags: '@X29' },
  async () => {
    const { copiedItems } = service.store;
    const start = Date.UTC(2001, 0, 1);
    const day = 24 * 3_600_000;
    const all = Array.from({ length: 5 }, (_, id) => item('/a/', id));
    const isDue = async (at: number): Promise<boolean> =>
      (await copiedItems.due(at, 99)).some(
        ({ organization, migrationId }) => organization === 1 && migrationId === 'old',
      );
    await copiedItems.put(of('old'), all.slice(0, 2), start);
    await copiedItems.put(of('old'), all, start + 50 * day);
    expect(await isDue(start + 90 * day - 1)).toBe(false);
    expect(await isDue(start + 90 * day)).toBe(true);
    await copiedItems.keep('old', start + 140 * day);
    expect(await isDue(start + 140 * day - 1)).toBe(false);
    expect(await isDue(start + 140 * day)).toBe(true);
    expect([await copiedItems.drop('old', 3), await copiedItems.drop('old', 3)]).toEqual([3, 2]);
    expect(await copiedItems.counts('old')).toEqual([]);
    expect(await isDue(start + 140 * day)).toBe(false);
  },
);

test('the last state of both sides is stored for a year, without item addresses', { tags: '@X31' }, async () => {
  const { copiedItems } = service.store;
  const prints = { sourceFingerprint: 's', thereFingerprint: 't', place: '/home/ferry/one.vcf' } as const;
  const day = 24 * 3_600_000;
  const revised = { ...prints, sourceRevision: 'r', thereRevision: 'v' };
  await copiedItems.put(of('first'), [item('/b/', 1, { state: 'copied', ...revised }), item('/b/', 2)], day);
  const stored = { name: 'one.vcf', source: 's', there: 't', sourceRevision: 'r', thereRevision: 'v' };
  expect([...(await copiedItems.lastWrites(pair, '/b/'))]).toEqual([[keyOf('/i1'), stored]]);
  expect(await copiedItems.listCollection('first', '/b/')).toContainEqual(
    expect.objectContaining({ item: '/i1', sourceRevision: 'r' }),
  );
  await copiedItems.put(of('next'), [item('/b/', 1, { state: 'skipped', ...prints, thereFingerprint: 'u' })], 2 * day);
  expect([...(await copiedItems.lastWrites(pair, '/b/'))]).toEqual([
    [keyOf('/i1'), { ...stored, there: 'u', sourceRevision: null, thereRevision: null }],
  ]);
  for (const other of [{ account: 'eve' }, { destination: 'another' }, { organization: 2 }])
    expect((await copiedItems.lastWrites({ ...pair, ...other }, '/b/')).size).toBe(0);
  expect((await copiedItems.lastWrites(pair, '/a/')).size).toBe(0);
  expect(await copiedItems.forgetLastWrites(366 * day, 10)).toBe(0);
  expect(await copiedItems.forgetLastWrites(368 * day, 10)).toBe(1);
  expect((await copiedItems.lastWrites(pair, '/b/')).size).toBe(0);
});

test('one migration at a time copies between two accounts', { tags: ['@X31', '@F51'] }, async () => {
  const { takePairLease, forgetPairLeases } = service.store.copiedItems;
  const [first, second] = [of('lease 1'), of('lease 2')];
  expect(await takePairLease(first, 0, 10)).toBe(true);
  for (const other of [{ account: 'bob' }, { destination: 'another' }, { organization: 2 }])
    expect(await takePairLease({ ...second, ...other }, 0, 1)).toBe(true);
  expect(await takePairLease(second, 9, 30)).toBe(false);
  expect(await takePairLease(second, 9, 9)).toBe(false);
  expect(await takePairLease(first, 9, 20)).toBe(true);
  expect(await takePairLease(second, 19, 30)).toBe(false);
  expect(await takePairLease(second, 20, 30)).toBe(true);
  expect(await takePairLease(first, 29, 40)).toBe(false);
  expect(await takePairLease(second, 29, 29)).toBe(true);
  expect(await takePairLease(first, 29, 40)).toBe(true);
  await forgetPairLeases(39);
  expect(await takePairLease(second, 39, 50)).toBe(false);
  await forgetPairLeases(40);
  expect(await takePairLease(second, 39, 50)).toBe(true);
  const taken = await Promise.all(
    Array.from({ length: 8 }, (_, index) =>
      takePairLease({ ...pair, account: 'many', migrationId: `lease ${index}` }, 0, 9),
    ),
  );
  expect(taken.filter(Boolean)).toHaveLength(1);
});

test("erasing an end user deletes only the fingerprints of that user's accounts", { tags: '@X30' }, async () => {
  const { copiedItems } = service.store;
  const prints = { state: 'copied', sourceFingerprint: 's', thereFingerprint: 't' } as const;
  const write = (migrationId: string, more: Partial<CopyPair>, collection: string) =>
    copiedItems.put({ ...of(migrationId), ...more }, [item(collection, 1, prints)], 1);
  const grace = { account: 'grace' };
  const others = [{ account: 'bob' }, { account: 'grace', organization: 2 }];
  await write('grace 1', grace, '/one/');
  await write('grace 2', { ...grace, destination: 'another' }, '/two/');
  for (const other of others) await write('grace 2', other, '/one/');
  await write('bob', { account: 'bob' }, '/one/');
  expect(await copiedItems.eraseLastWrites({ organization: 1, migrationId: 'grace 1' })).toBe(2);
  expect((await copiedItems.lastWrites({ ...pair, ...grace }, '/one/')).size).toBe(0);
  expect((await copiedItems.lastWrites({ ...pair, ...grace, destination: 'another' }, '/two/')).size).toBe(0);
  for (const other of others) expect((await copiedItems.lastWrites({ ...pair, ...other }, '/one/')).size).toBe(1);
  expect(await copiedItems.eraseLastWrites({ organization: 1, migrationId: 'grace 1' })).toBe(0);
});

test("an item's changes and the server's message are stored", { tags: '@X31' }, async () => {
  const { copiedItems } = service.store;
  const changes = [{ property: 'ORG', before: 'A;B', after: null }];
  const detail = '403: no';
  await copiedItems.put(of('changes'), [item('/c/', 1, { state: 'altered', changes }), item('/c/', 2, { detail })], 1);
  expect(await copiedItems.page('changes', undefined, 9)).toMatchObject([
    { changes, detail: null },
    { changes: [], detail },
  ]);
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestService, type TestService } from '../testing/test-service.ts';
import type { CopiedItem } from './copied-items.ts';

let service: TestService;
beforeAll(async () => {
  service = await openTestService({ migrations: 0, companies: 0 });
});
afterAll(() => service.end());

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

test('X29 what became of an item is written once for each item, the latest word counts, and pages hold each of them once', async () => {
  const { copiedItems } = service.store;
  const all = ['/a/', '/b/'].flatMap((collection) => Array.from({ length: 7 }, (_, id) => item(collection, id)));
  await copiedItems.put('m1', all, 1);
  await copiedItems.put('m2', all.slice(0, 3), 1);
  const failed = { state: 'failed', reason: 'altered', fingerprint: null } as const;
  await copiedItems.put('m1', [item('/a/', 3, failed), item('/a/', 4, { state: 'copied' })], 2);
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
    { collection: '/a/', state: 'failed', reason: 'altered', count: 1 },
    { collection: '/a/', state: 'written', reason: null, count: 5 },
    { collection: '/b/', state: 'written', reason: null, count: 7 },
  ]);
  expect(await copiedItems.ofCollection('m2', '/a/')).toHaveLength(3);
});

test('X29 [fault] (F51) what is copied, skipped or failed is not unsaid by an instance that comes too late', async () => {
  const { copiedItems } = service.store;
  for (const state of ['copied', 'skipped', 'failed'] as const) {
    await copiedItems.put(state, [item('/a/', 1)], 1);
    await copiedItems.put(state, [item('/a/', 1, { state, place: '/right' })], 2);
    await copiedItems.put(state, [item('/a/', 1), item('/a/', 2, { state: 'conflict' })], 3);
    expect(await copiedItems.page(state, undefined, 9)).toMatchObject([
      { item: '/i1', state, place: '/right' },
      { item: '/i2', state: 'conflict' },
    ]);
  }
});

test('X29 what is older than reports are kept is dropped, some at a time, and nothing younger', async () => {
  const { copiedItems } = service.store;
  await copiedItems.put('old', [item('/a/', 1), item('/a/', 2)], 10);
  await copiedItems.put('young', [item('/a/', 1)], 1_000);
  while ((await copiedItems.forget(500, 1)) > 0);
  expect(await copiedItems.counts('old')).toEqual([]);
  expect(await copiedItems.counts('young')).toHaveLength(1);
});

import { expect, test } from 'vitest';
import type { ConsoleApi } from '../../api/console-api.ts';
import { readProgress, remainingMs } from './row-progress.tsx';

test('the list reads the progress of at most 40 copies per 30 s, in one call', { tags: '@X34' }, async () => {
  const calls: string[][] = [];
  const progress = async ({ ids }: { readonly ids: readonly string[] }) => {
    calls.push([...ids]);
    return ids.map((id) => ({ id, done: 1, total: 2, isCounted: true }));
  };
  const api = { reports: { progress } } as unknown as Pick<ConsoleApi, 'reports'>;
  const before = { id: 'row', done: 1, total: 9, isCounted: true };
  const readRows = (now: number) =>
    Promise.all(Array.from({ length: 60 }, (_, row) => readProgress(api, `row ${row}`, before, now)));
  const first = await readRows(0);
  expect(calls.map((ids) => ids.length)).toEqual([40]);
  expect(first.filter((one) => one === before)).toHaveLength(20);
  expect(await readRows(29_999)).toEqual(first.map(() => before));
  await readRows(30_000);
  expect(calls.map((ids) => ids.length)).toEqual([40, 40]);
});

test('the remaining time follows the observed speed, and a copy that stands still has none', { tags: '@X34' }, () => {
  const copy = { id: 'row', done: 300, total: 1_000, isCounted: true };
  const first = { done: 100, at: 0 };
  expect(remainingMs(copy, first, { done: 300, at: 60_000 })).toBe(210_000);
  expect(remainingMs(copy, first, { done: 100, at: 60_000 })).toBeNull();
  expect(remainingMs(copy, first, { done: 1_000, at: 60_000 })).toBeNull();
  expect(remainingMs({ ...copy, isCounted: false }, first, { done: 300, at: 60_000 })).toBeNull();
});

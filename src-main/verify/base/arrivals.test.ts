import { expect, test } from 'vitest';
import { createArrivals } from './arrivals.ts';

const isOver = (min: number) => (item: number) => item > min;

test('waiting returns an earlier or a later arrival, or nothing if the run stops', { tags: '@W11' }, async () => {
  const stop = new AbortController();
  const { add, until } = createArrivals<number>(stop.signal);
  add(1);
  expect(await until(isOver(0), 60_000)).toBe(1);
  expect(await until(isOver(0), 0, 1)).toBe(null);
  const later = until(isOver(1), 60_000);
  add(2);
  expect(await later).toBe(2);
  const never = until(isOver(9), 60_000);
  stop.abort();
  expect(await never).toBe(null);
});

test('an arrival is found even after the run stopped, without further waiting', { tags: '@W11' }, async () => {
  const stop = new AbortController();
  const { add, until } = createArrivals<number>(stop.signal);
  add(1);
  stop.abort();
  add(2);
  expect(await until(isOver(1), 60_000)).toBe(2);
  expect(await until(isOver(0), 60_000)).toBe(1);
  expect(await until(isOver(2), 60_000)).toBe(null);
});

import { expect, test } from 'vitest';
import { createArrivals } from './arrivals.ts';

const isOver = (least: number) => (item: number) => item > least;

test('what has come is found, and what comes is waited for, until the wait is over', { tags: '@W11' }, async () => {
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

test(
  'what has come is found after every wait was ended, and nothing more is waited for',
  { tags: '@W11' },
  async () => {
    const stop = new AbortController();
    const { add, until } = createArrivals<number>(stop.signal);
    add(1);
    stop.abort();
    add(2);
    expect(await until(isOver(1), 60_000)).toBe(2);
    expect(await until(isOver(0), 60_000)).toBe(1);
    expect(await until(isOver(2), 60_000)).toBe(null);
  },
);

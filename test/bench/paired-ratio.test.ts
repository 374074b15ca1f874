import { expect, test } from 'vitest';
import { pairedRatio, runRounds } from './paired-ratio.ts';

test('bench: rounds change the order of the variants, and the first rounds are dropped', async () => {
  const order: string[] = [];
  const variant = (name: string) => async () => order.push(name);
  const rounds = await runRounds({ a: variant('a'), b: variant('b'), c: variant('c') }, { pairs: 2, dropped: 1 });
  expect(order.join('')).toBe('abcbcacab');
  expect(rounds).toEqual({ a: [6, 8], b: [4, 9], c: [5, 7] });
});

test('bench: a drift that affects both variants doesn’t change the paired ratio', () => {
  const base = [1, 2, 4, 8, 16];
  expect(
    pairedRatio(
      base.map((figure) => figure * 1.5),
      base,
    ),
  ).toEqual({ median: 1.5, low: 1.5, high: 1.5 });
});

test('bench: the ratio is the median of ratios, not the ratio of medians', () => {
  expect(pairedRatio([2, 30, 4], [1, 10, 4]).median).toBe(2);
});

test('bench: an error in one variant stops the rounds', async () => {
  const broken = { a: async () => 1, b: () => Promise.reject(new Error('no window')) };
  await expect(runRounds(broken, { pairs: 2, dropped: 0 })).rejects.toThrow('no window');
});

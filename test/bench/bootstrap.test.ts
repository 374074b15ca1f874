import { expect, test } from 'vitest';
import { bootstrapMedian, medianOf } from './bootstrap.ts';

test('bench: the median is right for odd and even counts and for no values', () => {
  expect(medianOf([3, 1, 2])).toBe(2);
  expect(medianOf([4, 1, 3, 2])).toBe(2.5);
  expect(medianOf([])).toBeNaN();
});

test('bench: the confidence interval is the same in each run', () => {
  const values = [1.1, 0.9, 1.3, 1, 1.05, 0.97, 1.2];
  expect(bootstrapMedian(values)).toEqual(bootstrapMedian(values));
});

test('bench: equal values give a confidence interval of zero width', () => {
  expect(bootstrapMedian([2, 2, 2])).toEqual({ median: 2, low: 2, high: 2 });
});

test('bench: the confidence interval contains the true median for 95 of 100 samples', () => {
  // Seeded samples of a distribution whose median is 1. With a wrong quantile, 80 or 100 of 100 intervals include it.
  let state = 12_345;
  const uniform = () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
  let holds = 0;
  for (let run = 0; run < 200; run += 1) {
    const sample = Array.from({ length: 21 }, () => 1 + (uniform() + uniform() + uniform() - 1.5));
    const { low, high } = bootstrapMedian(sample, 1_000, run);
    if (low <= 1 && high >= 1) holds += 1;
  }
  expect(holds).toBeGreaterThanOrEqual(182);
  expect(holds).toBeLessThanOrEqual(198);
});

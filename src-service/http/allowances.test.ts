import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Store } from '../store/store.ts';
import { makeTestData, type TestData } from '../testing/test-data.ts';
import { batchSizeOf, createAllowances } from './allowances.ts';

let data: TestData;
let store: Store;
beforeAll(async () => {
  data = await makeTestData();
  store = await data.open();
});
afterAll(async () => {
  await store.close();
  await data.remove();
});

const windowMs = 60_000;
const numRuns = process.env['FERRY_SOAK'] === '1' ? 500 : 15;
let budgets = 0;

/** Instances with a shared store and a clock controlled by the test. */
const openInstances = (limit: number, count: number) => {
  const clock = { at: 1_000_000 };
  let requestCount = 0;
  const counts = {
    ...store.rateLimits,
    count: (...values: Parameters<Store['rateLimits']['count']>) => {
      requestCount += 1;
      return store.rateLimits.count(...values);
    },
  };
  const options = { limit, windowMs, counts, clock: { now: async () => clock.at }, elapsed: () => clock.at };
  return {
    clock,
    countRequests: () => requestCount,
    instances: Array.from({ length: count }, () => createAllowances(options)),
  };
};
const nextBudget = (): string => `budget ${budgets++}`;

test('rate limit: one instance allows exactly the limit, even for concurrent requests', { tags: '@X1' }, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 300 }),
      fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 20 }),
      async (limit, bursts) => {
        const { clock, instances } = openInstances(limit, 1);
        const [take] = instances as [(budget: string) => Promise<{ isAllowed: boolean }>];
        const budget = nextBudget();
        for (const start of [clock.at, clock.at + windowMs + 1]) {
          clock.at = start;
          let passed = 0;
          for (const size of bursts) {
            const verdicts = await Promise.all(Array.from({ length: size }, () => take(budget)));
            passed += verdicts.filter(({ isAllowed }) => isAllowed).length;
          }
          const sent = bursts.reduce((sum, size) => sum + size, 0);
          expect(passed).toBe(Math.min(limit, sent));
        }
      },
    ),
    { numRuns },
  );
});

test('rate limit: one instance is exact with late and reordered store responses', { tags: '@X1' }, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 40, max: 300 }),
      fc.array(fc.nat({ max: 29 }), { minLength: 400, maxLength: 900 }),
      async (limit, steps) => {
        const waiting: (() => void)[] = [];
        const hold = (): Promise<void> => new Promise((resolve) => void waiting.push(resolve));
        const counts: Store['rateLimits'] = {
          ...store.rateLimits,
          count: async (...values) => {
            const counted = await store.rateLimits.count(...values);
            await hold();
            return counted;
          },
        };
        const clock = { now: async () => 1_000_000 };
        const takeAllowance = createAllowances({ limit, windowMs, counts, clock, elapsed: () => 1_000_000 });
        const budget = nextBudget();
        const verdicts: Promise<{ isAllowed: boolean }>[] = [];
        for (const step of steps) {
          const [release] = step < 15 ? [] : waiting.splice(step % Math.max(waiting.length, 1), 1);
          if (release === undefined) verdicts.push(takeAllowance(budget));
          else release();
          await new Promise(setImmediate);
        }
        const all = Promise.all(verdicts);
        const state = { isOver: false };
        void all.finally(() => {
          state.isOver = true;
        });
        while (!state.isOver) {
          for (const release of waiting.splice(0)) release();
          await new Promise(setImmediate);
        }
        const passedCount = (await all).filter(({ isAllowed }) => isAllowed).length;
        expect(passedCount).toBe(Math.min(limit, verdicts.length));
      },
    ),
    { numRuns },
  );
});

test('rate limit: each additional instance exceeds the limit by less than one batch', { tags: '@X1' }, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 200 }),
      fc.integer({ min: 2, max: 4 }),
      fc.array(fc.nat({ max: 3 }), { minLength: 50, maxLength: 400 }),
      async (limit, count, turns) => {
        const { instances } = openInstances(limit, count);
        const budget = nextBudget();
        let passed = 0;
        const passedCounts: number[] = [];
        for (const round of turns) {
          const verdict = await instances[round % count]?.(budget);
          if (verdict?.isAllowed) passed += 1;
          else passedCounts.push(passed);
        }
        expect(Math.min(limit, ...passedCounts)).toBe(limit);
        expect(passed).toBeLessThanOrEqual(limit + (count - 1) * (batchSizeOf(limit) - 1));
      },
    ),
    { numRuns },
  );
});

test('rate limit: an instance queries the store once per batch, even beyond the limit', { tags: '@X1' }, async () => {
  const { instances, countRequests } = openInstances(600, 1);
  const budget = nextBudget();
  for (let index = 0; index < 6_000; index++) await instances[0]?.(budget);
  // Queries the store once per batch, and once for each request near the limit.
  expect(countRequests()).toBeLessThan(6_000 / batchSizeOf(600) + 2 * batchSizeOf(600));
});

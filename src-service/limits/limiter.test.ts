import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Store } from '../store/store.ts';
import { makeTestData, type TestData } from '../testing/test-data.ts';
import { type Budget, createLimiter } from './limiter.ts';
import { clockSlackMs } from '../store/rate-limit-store.ts';

const minute = 60_000;
const tenPerMinute: Budget = { name: 'ten', limit: 10, windowMs: minute };

let data: TestData;
let store: Store;
let now: number;
let limiter: ReturnType<typeof createLimiter>;
beforeEach(async () => {
  data = await makeTestData();
  store = await data.open();
  now = 1_000;
  limiter = createLimiter(store.rateLimits, async () => now);
});
afterEach(async () => {
  await store.close();
  await data.remove();
});

/** Counts one use, and returns the count of the current window. */
const countOf = async ({ name, windowMs }: Budget): Promise<number> =>
  (await store.rateLimits.count(name, 1, windowMs, now)).count - 1;

const start = async (budgets: readonly Budget[] = [tenPerMinute]) => limiter.consume(budgets);

const beginAllowed = async (budgets?: readonly Budget[]) => {
  const verdict = await start(budgets);
  if (!verdict.isAllowed) throw new Error('The limit is reached.');
  return verdict;
};

test('limiter: exactly the limit is allowed, even for concurrent uses', async () => {
  const verdicts = await Promise.all(Array.from({ length: 25 }, () => start()));
  expect(verdicts.filter(({ isAllowed }) => isAllowed)).toHaveLength(10);
  expect(verdicts.filter((verdict) => !verdict.isAllowed && verdict.isFirst)).toHaveLength(1);
  expect(await start()).toMatchObject({ isAllowed: false, endsAt: 61_000, endsInMs: minute, isFirst: false });
});

test('limiter: a use can be given back once, and only to the window that counted it', async () => {
  const old = await beginAllowed();
  const present = await beginAllowed();
  await present.giveBack();
  await present.giveBack();
  expect(await countOf(tenPerMinute)).toBe(1);
  now += minute;
  await beginAllowed();
  await beginAllowed();
  await old.giveBack();
  expect(await countOf(tenPerMinute)).toBe(2);
});

test('limiter: a window never counts below 0', async () => {
  await store.rateLimits.count('ten', 1, minute, now);
  await store.rateLimits.lower('ten', 5, now + minute);
  expect(await countOf(tenPerMinute)).toBe(0);
});

test("limiter: a use that a later budget refuses isn't counted in an earlier budget", async () => {
  const two = { ...tenPerMinute, name: 'two', limit: 2 };
  for (let use = 0; use < 8; use++) await start([tenPerMinute, two]);
  expect(await countOf(tenPerMinute)).toBe(2);
});

test('limiter: ten uses counted in one call count as ten', async () => {
  expect(await limiter.consume([tenPerMinute], 10)).toMatchObject({ isAllowed: true });
  expect(await limiter.consume([tenPerMinute], 3)).toMatchObject({ isAllowed: false, isFirst: true });
});

test("limiter: a clock that runs back slightly doesn't start a new window", async () => {
  for (let use = 0; use < 12; use++) await start();
  now -= 20;
  expect(await start()).toMatchObject({ isAllowed: false });
  now -= clockSlackMs + 1;
  expect(await start()).toMatchObject({ isAllowed: true });
});

test('limiter: uses and returned uses in any order and at any time never exceed the limit', async () => {
  const step = fc.oneof(
    { weight: 6, arbitrary: fc.constant('use' as const) },
    { weight: 3, arbitrary: fc.nat().map((ticket) => ({ ticket })) },
    { weight: 2, arbitrary: fc.integer({ min: 1, max: 50_000 }).map((ms) => ({ ms })) },
  );
  let runs = 0;
  let highest = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 60 }), async (steps) => {
      const budget = { name: `run ${runs++}`, limit: 4, windowMs: minute };
      const open: { readonly window: number; giveBack(): Promise<void> }[] = [];
      const inWindow = new Map<number, number>();
      let ends = 0;
      for (const next of steps) {
        if (next === 'use') {
          if (ends <= now) ends = now + minute;
          const verdict = await limiter.consume([budget]);
          if (!verdict.isAllowed) continue;
          open.push({ window: ends, giveBack: verdict.giveBack });
          inWindow.set(ends, (inWindow.get(ends) ?? 0) + 1);
          highest = Math.max(highest, inWindow.get(ends) ?? 0);
        } else if ('ms' in next) {
          now += next.ms;
        } else {
          const [given] = open.splice(next.ticket % (open.length || 1), 1);
          await given?.giveBack();
          if (given !== undefined) inWindow.set(given.window, (inWindow.get(given.window) ?? 0) - 1);
        }
      }
    }),
    { numRuns: 25 },
  );
  expect(highest).toBe(4);
});

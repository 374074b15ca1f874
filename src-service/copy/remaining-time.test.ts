import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { CopyTroubleKind, RemainingTime } from '../migration-engine/copy-state.ts';
import { createRemainingTime } from './remaining-time.ts';

const collection = (count: number | null, done: number, written = 0, failed = 0) => ({
  ...({ id: 'a', name: 'A', kind: 'contacts', isChosen: true, count, done, written, failed } as const),
});

/** Runs a copy in steps of 1 s. Each second copies and reads back `rate` items. */
const follow = (previous?: RemainingTime) => {
  const remaining = createRemainingTime(previous);
  const times = { source: 0, destination: 0 };
  let [at, done] = [0, 0];
  return (
    rate: number,
    {
      count = 1_000,
      sourceMs = 0,
      trouble,
    }: { count?: number; sourceMs?: number; trouble?: CopyTroubleKind | undefined } = {},
  ) => {
    at += 1_000;
    done = Math.min(done + rate, count);
    times.source += sourceMs;
    times.destination += 500;
    return remaining({ at, times: { ...times }, trouble }, [collection(count, done)]);
  };
};
const repeat = <Value>(seconds: number, act: () => Value): Value =>
  Array.from({ length: seconds }, act).at(-1) as Value;

test('the remaining time follows the speed, and needs 3 s and counted items', { tags: '@X29' }, () => {
  const second = follow();
  expect(repeat(3, () => second(10))).toBeUndefined();
  expect(second(10)).toEqual({ ms: 96_000, lowest: 96_000, because: null });
  expect(repeat(20, () => second(10))?.ms).toBeLessThan(80_000);
  const uncounted = createRemainingTime();
  const measured = { times: { source: 0, destination: 0 }, trouble: undefined };
  for (let at = 0; at < 10_000; at += 1_000)
    expect(uncounted({ ...measured, at }, [collection(null, at)])).toBeUndefined();
});

test(
  'a slower source raises the remaining time, with its name, until the time is below the earlier one',
  { tags: '@X29' },
  () => {
    const second = follow();
    const before = repeat(20, () => second(10, { sourceMs: 500 }));
    const slow = repeat(30, () => second(1, { sourceMs: 4_000 }));
    expect(slow?.ms).toBeGreaterThan(before?.ms ?? 0);
    expect(slow?.because).toBe('slower_source');
    expect(repeat(70, () => second(10, { sourceMs: 500 }))?.because).toBeNull();
  },
);

test('a slow copy has a remaining time after 30 s, which rises while no item is copied', { tags: '@X29' }, () => {
  const second = follow();
  expect(repeat(60, () => second(0))).toBeUndefined();
  const slow = repeat(60, () => second(0.25));
  expect(slow?.ms).toBeGreaterThan(3_000_000);
  const stuck = repeat(60, () => second(0));
  expect(stuck?.ms).toBeGreaterThan(2 * (slow?.ms ?? 0));
  expect(stuck?.because).toBe('slower_destination');
});

test('while a server is unavailable, the remaining time stays and names the server', { tags: '@X29' }, () => {
  const second = follow();
  const before = repeat(20, () => second(10));
  const waiting = repeat(60, () => second(0, { trouble: 'destination_unavailable' }));
  expect(waiting).toEqual({ ...before, because: 'waiting_for_destination' });
  expect(repeat(5, () => second(10))?.because).toBeNull();
});

test('more items, and an interruption, raise the remaining time with a reason', { tags: '@X29' }, () => {
  const second = follow();
  repeat(20, () => second(10));
  expect(repeat(15, () => second(10, { count: 5_000 }))?.because).toBe('more_items');
  const again = follow({ ms: 10_000, lowest: 10_000, because: null });
  expect(repeat(20, () => again(10))?.because).toBe('waiting');
});

test('the remaining time never rises without a reason', { tags: '@X29' }, () => {
  const phase = fc.record({
    seconds: fc.integer({ min: 1, max: 40 }),
    rate: fc.integer({ min: 0, max: 30 }),
    sourceMs: fc.integer({ min: 0, max: 4_000 }),
    count: fc.constantFrom(1_000, 1_000, 1_000, 1_200),
    trouble: fc.constantFrom(undefined, undefined, undefined, 'source_unavailable' as const),
  });
  const check = fc.check(
    fc.property(fc.array(phase, { minLength: 2, maxLength: 12 }), (phases) => {
      const all = phases.flatMap(({ seconds, ...each }) => Array.from({ length: seconds }, () => each));
      const second = follow();
      const shown = all.flatMap(({ rate, ...more }) => second(rate, more) ?? []);
      const isHigher = ({ ms }: RemainingTime, index: number): boolean =>
        shown.slice(0, index).some((earlier) => earlier.ms < ms);
      return shown.every((one, index) => one.because !== null || !isHigher(one, index));
    }),
  );
  expect(check.counterexample).toBeNull();
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { lookupLimits } from '#shared/list-limits.ts';
import type { AppError } from '#shared/app-error.ts';
import type { LookupResult } from '#shared/console-contract/migrations-calls.ts';
import { type Lookup, type LookupEvent, newLookup, nextIds, reduceLookup, timeLeft } from './lookup.ts';

const problem: AppError = { code: 'offline', at: '2026-11-22T12:00:00.000Z' };
const notFound = (id: string): LookupResult => ({ id, result: 'not_found' });
const failed = (id: string): LookupResult => ({ id, result: 'failed', problem });

/** Something that the trusted process or the user can do at any time. */
const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('answered'), answered: fc.nat(12), failed: fc.nat(3) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('limited'), answered: fc.nat(12), pauseMs: fc.nat(9_000) }) },
  fc.record({ kind: fc.constant('cut'), answered: fc.nat(12) }),
  fc.constantFrom({ kind: 'stopped' }, { kind: 'resumed' }, { kind: 'failedAgain' }, { kind: 'refused' }),
);
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

const eventOf = (state: Lookup, done: Step): LookupEvent => {
  const batch = nextIds(state);
  const some = batch.slice(0, 'answered' in done ? done.answered : 0);
  const failures = 'failed' in done ? done.failed : 0;
  const answers = some.map((id, at) => (at < failures ? failed(id) : notFound(id)));
  if (done.kind === 'answered') return { kind: 'answered', answers, pauseMs: null, problem: null };
  if (done.kind === 'limited') {
    return { kind: 'answered', answers, pauseMs: 'pauseMs' in done ? done.pauseMs : 0, problem: null };
  }
  if (done.kind === 'cut') return { kind: 'answered', answers, pauseMs: null, problem };
  if (done.kind === 'refused') return { kind: 'refused', problem };
  return { kind: done.kind as 'stopped' };
};

test('a lookup never loses a result, and finishes when every ID has a result', { tags: '@C46' }, () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 60 }), fc.array(step, { maxLength: 40 }), (count, steps) => {
      const ids = Array.from({ length: count }, (_, at) => `id-${at}`);
      let state = newLookup('list', 'p', ids, 0);
      let now = 0;
      for (const done of steps) {
        const previous = state;
        now += 100;
        state = reduceLookup(previous, eventOf(previous, done), now);
        const remainingAnswers = [...previous.answers].filter(
          ([, { result }]) => done.kind !== 'failedAgain' || result !== 'failed',
        );
        expect(remainingAnswers.filter(([id]) => !state.answers.has(id))).toEqual([]);
        expect(state.phase === 'done').toBe(ids.every((id) => state.answers.has(id)));
        expect(state.resumesAt !== null).toBe(state.phase === 'pausing');
        // Requested IDs have no result yet and fit into one call.
        expect(nextIds(state).length).toBeLessThanOrEqual(lookupLimits.concurrency);
        expect(nextIds(state).filter((id) => state.answers.has(id))).toEqual([]);
      }
      // Without user actions, the lookup finishes.
      state = reduceLookup(state, { kind: 'resumed' }, now);
      for (let round = 0; state.phase !== 'done' && round < 60; round += 1) {
        const answers = nextIds(state).map(notFound);
        state = reduceLookup(state, { kind: 'answered', answers, pauseMs: null, problem: null }, now);
      }
      expect(state.phase).toBe('done');
      expect([...state.answers.keys()].sort()).toEqual([...ids].sort());
    }),
  );
});

test('a lookup respects rate limits, and its remaining time follows the recent pace', { tags: '@C46' }, () => {
  const ids = Array.from({ length: 48 }, (_, at) => `id-${at}`);
  const first = newLookup('list', 'p', ids, 1_000);
  expect(timeLeft(first, 1_000)).toBeNull();
  const answers = nextIds(first).map(notFound);
  const second = reduceLookup(first, { kind: 'answered', answers, pauseMs: null, problem: null }, 1_600);
  expect(timeLeft(second, 1_600)).toBe(1_800);
  const paused = reduceLookup(second, { kind: 'answered', answers: [], pauseMs: 8_000, problem: null }, 2_000);
  expect(paused).toMatchObject({ phase: 'pausing', resumesAt: 10_000 });
  expect(timeLeft(paused, 2_000)).toBeNull();
});

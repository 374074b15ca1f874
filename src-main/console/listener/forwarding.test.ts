import { expect, test } from 'vitest';
import { listenerLimits } from '#shared/console-contract/listener-limits.ts';
import { applyAttempt } from './forwarding.ts';

const facts = { tries: 0, silent: 0, now: 1_000_000, retryAfterMs: null };

const answered = (status: number | null) => ({ status, isUnreachable: false });
const nobody = { status: null, isUnreachable: true };

test('listen: a refused event is resent with growing delays and then fails', { tags: '@W10' }, () => {
  const pauses = [0, 1, 2, 3, 4].map((tries) => applyAttempt(answered(500), { ...facts, tries }).nextAt - facts.now);
  expect(pauses).toEqual([2_000, 10_000, 30_000, 120_000, 600_000]);
  expect(applyAttempt(answered(500), { ...facts, tries: 5 }).state).toBe('failed');
  expect(pauses.length + 1).toBe(listenerLimits.tries);
  for (const status of [301, 400, 410, 503]) expect(applyAttempt(answered(status), facts).state).toBe('waiting');
  for (const status of [200, 204, 299]) {
    expect(applyAttempt(answered(status), facts)).toEqual({ state: 'delivered', nextAt: 0, restMs: 0 });
  }
});

test(
  'listen: an event that the receiver never answers fails in the end and delays no other event',
  { tags: '@W10' },
  () => {
    expect(applyAttempt(answered(null), facts)).toEqual({ state: 'waiting', nextAt: facts.now + 2_000, restMs: 0 });
    expect(applyAttempt(answered(null), { ...facts, tries: 5 }).state).toBe('failed');
  },
);

test('listen: the console waits as long as the receiver requests, up to an hour', { tags: '@W10' }, () => {
  const pauseOf = (retryAfterMs: number) => applyAttempt(answered(503), { ...facts, retryAfterMs }).nextAt - facts.now;
  expect([pauseOf(0), pauseOf(60_000), pauseOf(9_000_000_000)]).toEqual([2_000, 60_000, 3_600_000]);
});

test('listen: while the receiver is down, all events wait and none fails', { tags: '@W10' }, () => {
  for (const attempt of [0, 5, 1_000]) {
    expect(applyAttempt(nobody, { ...facts, tries: attempt })).toMatchObject({ state: 'waiting', nextAt: 0 });
  }
  const rests = [0, 1, 2, 5, 1_000_000].map((silent) => applyAttempt(nobody, { ...facts, silent }).restMs);
  expect(rests).toEqual([1_000, 2_000, 4_000, 30_000, 30_000]);
});

import { expect, test } from 'vitest';
import { createTokenHistory, maxHistory } from './link-tokens.ts';

/** A clock whose wall time jumps back a day while its monotonic time continues. */
function createJumpingClock() {
  let elapsed = 1_000;
  return {
    now: () => new Date(Date.UTC(2026, 10, 21) - elapsed * 1_000),
    monotonic: () => elapsed,
    pass: (ms: number) => (elapsed += ms),
  };
}
const token = { profileId: 'p', purpose: 'create', state: 'minted' } as const;

test("a link token's age counts on the monotonic clock from when its request was sent", { tags: '@C16' }, () => {
  const clock = createJumpingClock();
  const history = createTokenHistory(clock, () => undefined);
  const sentAt = clock.monotonic();
  clock.pass(40);
  const { id } = history.add({ ...token, sentAt });
  clock.pass(1_400);
  expect(history.list()).toMatchObject([{ mintMs: 40, ageMs: 1_440, state: 'minted', usedAfterMs: null }]);
  history.markExchanged(id);
  clock.pass(5_000);
  expect(history.list()).toMatchObject([{ ageMs: 6_440, state: 'exchanged', usedAfterMs: 1_440 }]);
});

test(
  'each change of a link token is reported, newest first, and the oldest records are deleted',
  { tags: '@C16' },
  () => {
    const reports: number[][] = [];
    const history = createTokenHistory(createJumpingClock(), (records) => reports.push(records.map(({ id }) => id)));
    for (let index = 0; index < maxHistory + 3; index += 1) history.add({ ...token, sentAt: 0 });
    expect(reports[1]).toEqual([2, 1]);
    expect(history.list()).toHaveLength(maxHistory);
    expect(history.list().at(-1)?.id).toBe(4);
  },
);

test('a link token whose response was lost is never shown as exchanged', { tags: ['@C12', '@F2'] }, () => {
  const history = createTokenHistory(createJumpingClock(), () => undefined);
  const { id } = history.add({ ...token, state: 'unanswered', sentAt: 0 });
  history.markExchanged(id);
  expect(history.list()).toMatchObject([{ state: 'unanswered', usedAfterMs: null }]);
});

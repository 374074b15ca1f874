import { expect, test } from 'vitest';
import { countdownOf } from './countdown.tsx';

test.each([
  [0, 60_000, null, 'running', 1, '60 s'],
  [13_000, 60_000, null, 'running', 47 / 60, '47 s'],
  [49_999, 60_000, null, 'running', 10_001 / 60_000, '11 s'],
  [50_000, 60_000, null, 'last', 10 / 60, '10 s'],
  [60_000, 60_000, null, 'expired', 0, ''],
  [90_000, 60_000, null, 'expired', 0, ''],
  [500_000, 60_000, 2_000, 'used', 58 / 60, '58 s'],
  // The ring of a token that was deleted after its expiry is empty, instead of showing the time that was left when the
  // token was used.
  [90_000, 60_000, 70_000, 'expired', 0, ''],
  [52_000, 3_600_000, null, 'running', 3_548 / 3_600, '59:08'],
] as const)(
  'after %i of %i ms, the countdown of a token (used after %s) is %s',
  { tags: '@C16' },
  (age, lifetime, used, phase, share, text) => {
    const countdown = countdownOf(age, lifetime, used);
    expect(countdown).toMatchObject({ phase, text });
    expect(countdown.share).toBeCloseTo(share);
  },
);

import { expect, test } from 'vitest';
import { systemClock } from '../clock/clock.ts';
import { createRedactor } from '../log/redactor.ts';
import { readRetryAfter, retryDelay, sendWithRetry } from './send-with-retry.ts';

/** Returns the attempts and pauses of a GET after a 429 with this header. */
async function limitedBy(retryAfter: string, more: { readonly longestPauseMs?: number } = {}) {
  const pauses: number[] = [];
  const sendResult = await sendWithRetry(
    async () => ({ status: 429, headers: new Headers({ 'retry-after': retryAfter }), body: null }),
    { method: 'GET', url: 'https://api.example/api/v1/migrations', headers: {} },
    {
      clock: { ...systemClock, sleep: async (ms) => void pauses.push(ms) },
      signal: new AbortController().signal,
      sanitizer: createRedactor(),
      ...more,
    },
  );
  return { tries: sendResult.tries, pauses };
}

test('a request waits for the requested pause between attempts', { tags: ['@C12', '@F1'] }, async () => {
  expect(await limitedBy('0')).toEqual({ tries: 3, pauses: [0, 0] });
  expect(await limitedBy('30')).toEqual({ tries: 3, pauses: [30_000, 30_000] });
});

test('a requested pause over 30 s ends the request immediately', { tags: ['@C12', '@F1'] }, async () => {
  expect(await limitedBy('31')).toEqual({ tries: 1, pauses: [] });
  expect(await limitedBy('240')).toEqual({ tries: 1, pauses: [] });
});

test(
  'a background request retries after 30 s if the service requests a longer pause',
  { tags: ['@C12', '@F1'] },
  async () => {
    expect(await limitedBy('55', { longestPauseMs: Number.POSITIVE_INFINITY })).toEqual({
      tries: 3,
      pauses: [30_000, 30_000],
    });
  },
);

test(
  'a caller with its own retry schedule gets the error without a retry',
  { tags: ['@C12', '@C46', '@F1'] },
  async () => {
    expect(await limitedBy('1', { longestPauseMs: 0 })).toEqual({ tries: 1, pauses: [] });
  },
);

const now = new Date('2026-11-20T10:00:00Z');

const pauseOf = (value: string, date?: string): number | null =>
  readRetryAfter(new Headers({ 'Retry-After': value, ...(date === undefined ? {} : { Date: date }) }), now);

test('Retry-After can have seconds, a date or an invalid value', { tags: '@C12' }, () => {
  expect(pauseOf('2')).toBe(2_000);
  expect(pauseOf('Fri, 20 Nov 2026 10:00:07 GMT')).toBe(7_000);
  expect(pauseOf('Fri, 20 Nov 2026 09:00:00 GMT')).toBe(0);
  expect(pauseOf('soon')).toBeNull();
  expect(readRetryAfter(new Headers(), now)).toBeNull();
});

test(
  "a date in Retry-After is compared with the service's clock, even if the local clock is off by a day",
  { tags: ['@C12', '@F6'] },
  () => {
    expect(pauseOf('Sat, 21 Nov 2026 10:00:07 GMT', 'Sat, 21 Nov 2026 10:00:00 GMT')).toBe(7_000);
    expect(pauseOf('Thu, 19 Nov 2026 10:00:07 GMT', 'Thu, 19 Nov 2026 10:00:00 GMT')).toBe(7_000);
    expect(pauseOf('Fri, 20 Nov 2026 10:00:07 GMT', 'no date')).toBe(7_000);
  },
);

test('backoff has full jitter and honors Retry-After up to 30 s', { tags: '@C12' }, () => {
  expect(retryDelay(1, null, 1)).toBe(400);
  expect(retryDelay(2, null, 1)).toBe(800);
  expect(retryDelay(2, null, 0)).toBe(0);
  expect(retryDelay(1, 5_000, 0)).toBe(5_000);
  expect(retryDelay(1, 3_600_000, 0)).toBe(30_000);
});

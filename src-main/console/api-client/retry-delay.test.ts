import { expect, test } from 'vitest';
import { readRetryAfter, retryDelay } from './retry-delay.ts';

const now = new Date('2026-11-20T10:00:00Z');

test('C12 Retry-After: seconds, a date, rubbish', () => {
  expect(readRetryAfter('2', now)).toBe(2_000);
  expect(readRetryAfter('Fri, 20 Nov 2026 10:00:07 GMT', now)).toBe(7_000);
  expect(readRetryAfter('Fri, 20 Nov 2026 09:00:00 GMT', now)).toBe(0);
  expect(readRetryAfter('soon', now)).toBeNull();
  expect(readRetryAfter(null, now)).toBeNull();
});

test('C12 back-off has full jitter and honours Retry-After up to 30 s', () => {
  expect(retryDelay(1, null, 1)).toBe(400);
  expect(retryDelay(2, null, 1)).toBe(800);
  expect(retryDelay(2, null, 0)).toBe(0);
  expect(retryDelay(1, 5_000, 0)).toBe(5_000);
  expect(retryDelay(1, 3_600_000, 0)).toBe(30_000);
});

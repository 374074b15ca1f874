import { expect, test } from 'vitest';
import { readRetryAfter, retryDelay } from './retry-delay.ts';

const now = new Date('2026-11-20T10:00:00Z');

const asked = (value: string, date?: string): number | null =>
  readRetryAfter(new Headers({ 'Retry-After': value, ...(date === undefined ? {} : { Date: date }) }), now);

test('C12 Retry-After: seconds, a date, rubbish', () => {
  expect(asked('2')).toBe(2_000);
  expect(asked('Fri, 20 Nov 2026 10:00:07 GMT')).toBe(7_000);
  expect(asked('Fri, 20 Nov 2026 09:00:00 GMT')).toBe(0);
  expect(asked('soon')).toBeNull();
  expect(readRetryAfter(new Headers(), now)).toBeNull();
});

test('C12 [fault] (F6) clock off by a day: a date in Retry-After is read by the clock of the service', () => {
  expect(asked('Sat, 21 Nov 2026 10:00:07 GMT', 'Sat, 21 Nov 2026 10:00:00 GMT')).toBe(7_000);
  expect(asked('Thu, 19 Nov 2026 10:00:07 GMT', 'Thu, 19 Nov 2026 10:00:00 GMT')).toBe(7_000);
  expect(asked('Fri, 20 Nov 2026 10:00:07 GMT', 'no date')).toBe(7_000);
});

test('C12 back-off has full jitter and honours Retry-After up to 30 s', () => {
  expect(retryDelay(1, null, 1)).toBe(400);
  expect(retryDelay(2, null, 1)).toBe(800);
  expect(retryDelay(2, null, 0)).toBe(0);
  expect(retryDelay(1, 5_000, 0)).toBe(5_000);
  expect(retryDelay(1, 3_600_000, 0)).toBe(30_000);
});

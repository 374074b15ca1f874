import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { retryDelayAfter, retryDelays, readRetryAfter } from './schedule.ts';

const hour = 3_600_000;

describe('schedule of attempts', { tags: '@X23' }, () => {
  test('the ten attempts come immediately, then after 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h and 24 h', () => {
    const without = [...Array(10).keys()].map((attempt) => retryDelayAfter(attempt + 1, undefined, () => 0));
    expect(without).toEqual([
      5_000,
      300_000,
      1_800_000,
      ...[2, 5, 10, 14, 20, 24].map((hours) => hours * hour),
      undefined,
    ]);
  });

  test('a delay is lengthened by up to a fifth, never shortened, and respects Retry-After', () => {
    const random = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
    const requestedPause = fc.option(fc.integer({ min: 0, max: 100 * hour }), { nil: undefined });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 9 }), requestedPause, random, (attempts, retryAfter, drawn) => {
        const planned = retryDelays[attempts - 1] ?? 0;
        const pause = retryDelayAfter(attempts, retryAfter, () => drawn) ?? 0;
        const wanted = Math.min(retryAfter ?? 0, 24 * hour);
        expect(pause).toBeGreaterThanOrEqual(Math.max(planned, wanted));
        expect(pause).toBeLessThanOrEqual(Math.max(planned * 1.2 + 1, wanted));
      }),
    );
  });

  test('Retry-After can be seconds or a date, and anything else is ignored', () => {
    const now = Date.UTC(2026, 10, 20, 12, 0, 0);
    expect(readRetryAfter('120', now)).toBe(120_000);
    expect(readRetryAfter(' 0 ', now)).toBe(0);
    expect(readRetryAfter('Fri, 20 Nov 2026 12:05:00 GMT', now)).toBe(300_000);
    expect(readRetryAfter('Fri, 20 Nov 2026 11:05:00 GMT', now)).toBe(0);
    for (const text of [undefined, '', 'soon', '-1', '1.5', '1e3', '2026-11-20', 'Fri, soon']) {
      expect(readRetryAfter(text, now)).toBeUndefined();
    }
  });
});

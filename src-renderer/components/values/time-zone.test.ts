import { afterEach, expect, test } from 'vitest';
import { boundsOf } from '../listing/filters/created-range.ts';
import { absoluteText, clockText, fullText } from './time-text.ts';
import { setTimeZone } from './time-zone.ts';

const date = new Date('2026-11-20T23:30:05Z');
afterEach(() => setTimeZone('local'));

test('C39 times in UTC say so where they stand whole', () => {
  setTimeZone('utc');
  expect(fullText(date)).toBe('20 Nov 2026, 23:30:05 UTC');
  expect(clockText(date)).toBe('23:30:05');
  expect(absoluteText(date, new Date('2026-11-20T23:59:00Z'))).toBe('23:30:05');
  expect(absoluteText(date, new Date('2026-11-21T00:01:00Z'))).toBe('20 Nov');
});

test('C32 C39 the days of a filter are those of the chosen zone', () => {
  setTimeZone('utc');
  expect(boundsOf({ from: '2026-11-20', to: '2026-11-20' }, date)).toEqual([
    Date.UTC(2026, 10, 20),
    Date.UTC(2026, 10, 21),
  ]);
  expect(boundsOf('7d', date)[0]).toBe(Date.UTC(2026, 10, 14));
});

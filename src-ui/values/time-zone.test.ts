import { afterEach, expect, test } from 'vitest';
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

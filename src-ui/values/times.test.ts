import { afterEach, describe, expect, test } from 'vitest';
import { absoluteText, ageText, clockText, dateOf, durationText, fullText, relativeText } from './times.tsx';
import { setTimeZone } from './time-zone.ts';

// Local times, so that the tests pass in every time zone.
const now = new Date(2026, 10, 20, 14, 31, 50);
const at = (day: number, hour: number, minute: number, month = 10, year = 2026) =>
  new Date(year, month, day, hour, minute, 0);

describe('ages relative to now', { tags: '@C39' }, () => {
  test.each([
    [new Date(2026, 10, 20, 14, 31, 20), 'just now'],
    [at(20, 14, 27), '4 min ago'],
    [at(20, 13, 31), '1 h ago'],
    [at(20, 0, 10), '14 h ago'],
    [at(19, 23, 50), 'Yesterday'],
    [at(18, 23, 50), '2 days ago'],
    [at(1, 12, 0), '19 days ago'],
    [at(1, 12, 0, 8), '2 mo ago'],
    [at(20, 12, 0, 4, 2024), '2 years ago'],
  ])('the time %s is shown as %s', (date, text) => {
    expect(relativeText(date, now)).toBe(text);
  });

  test('"1 h ago" stays the same across midnight', () => {
    expect(relativeText(new Date(2026, 10, 19, 23, 20), new Date(2026, 10, 20, 0, 30))).toBe('1 h ago');
  });

  test("times in the future show how far the service's clock is ahead", () => {
    expect(relativeText(new Date(2026, 10, 20, 14, 32, 10), now)).toBe('just now');
    expect(relativeText(at(20, 16, 40), now)).toBe('in 2 h');
    expect(relativeText(at(23, 16, 40), now)).toBe('in 3 days');
  });
});

describe('absolute time', { tags: '@C39' }, () => {
  test('an absolute time shows the time for today, the day for this year, or else the day and year', () => {
    expect(absoluteText(at(20, 9, 5), now)).toBe('09:05:00');
    expect(absoluteText(at(19, 23, 59), now)).toBe('19 Nov 23:59');
    expect(absoluteText(at(3, 8, 0, 8, 2025), now)).toBe('3 Sep 2025');
  });

  test('the full time names day, year and clock', () => {
    expect(fullText(at(20, 11, 19))).toBe('20 Nov 2026, 11:19:00');
    expect(clockText(at(20, 1, 2))).toBe('01:02:00');
  });
});

test('a missing or invalid timestamp returns null', () => {
  expect(dateOf(null)).toBeNull();
  expect(dateOf('yesterday')).toBeNull();
  expect(dateOf('2026-11-20T10:19:33.412Z')?.getTime()).toBe(Date.UTC(2026, 10, 20, 10, 19, 33, 412));
});

test('an age is shown in seconds, then minutes, then hours and minutes, and is never negative', () => {
  expect([-500, 12_900, 360_000, 7_200_000, 7_500_000, 95_000_000, 1_209_600_000].map(ageText)).toEqual([
    '0 s',
    '12 s',
    '6 min',
    '2 h',
    '2 h 5 min',
    '26 h',
    '14 days',
  ]);
});

test('a duration has its unit after a space', () => {
  expect([84.4, 999.6, 4123].map(durationText)).toEqual(['84 ms', '1.0 s', '4.1 s']);
  expect([59_600, 75_152, 600_000, 3_599_600, 7_500_000].map(durationText)).toEqual([
    '1 min',
    '1 min 15 s',
    '10 min',
    '1 h',
    '2 h 5 min',
  ]);
});

const date = new Date('2026-11-20T23:30:05Z');
afterEach(() => setTimeZone('local'));

test('full times show UTC if it is chosen', { tags: '@C39' }, () => {
  setTimeZone('utc');
  expect(fullText(date)).toBe('20 Nov 2026, 23:30:05 UTC');
  expect(clockText(date)).toBe('23:30:05');
  expect(absoluteText(date, new Date('2026-11-20T23:59:00Z'))).toBe('23:30:05');
  expect(absoluteText(date, new Date('2026-11-21T00:01:00Z'))).toBe('20 Nov 23:30');
});

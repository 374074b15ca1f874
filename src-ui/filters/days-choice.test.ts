import { afterEach, expect, test } from 'vitest';
import { setTimeZone } from '#ui/values/time-zone.ts';
import { boundsOf, daysLabel } from './day-range.ts';
import { daysText, parseDays, sincePresets } from './days-choice.ts';

afterEach(() => setTimeZone('local'));

const now = new Date(2026, 10, 20, 14, 31);

test.each(['today', '7d', '30d', '2026-11-01..2026-11-20', '..2026-11-20', '2026-11-01..'])(
  'the day range %s is read from the route and written unchanged',
  { tags: '@C32' },
  (text) => {
    const filter = parseDays(text);
    expect(filter && daysText(filter)).toBe(text);
  },
);

test.each([undefined, 7, '', '8d', '..', '2026-02-30..', 'x..y', '2026-11-01', '2026-11-01..2026-11-02..2026-11-03'])(
  'the day range %j is rejected',
  { tags: '@C32' },
  (text) => {
    expect(parseDays(text)).toBeNull();
  },
);

test('an invalid end of a day range is dropped, and the start stays', { tags: '@C32' }, () => {
  expect(parseDays('2026-11-01..soon')).toEqual({ from: '2026-11-01', to: null });
});

test('day ranges are whole local days', { tags: '@C32' }, () => {
  const midnight = (day: number) => new Date(2026, 10, day).getTime();
  expect(boundsOf('today', now)).toEqual([midnight(20), Number.POSITIVE_INFINITY]);
  expect(boundsOf('yesterday', now)).toEqual([midnight(19), Number.POSITIVE_INFINITY]);
  expect(boundsOf('7d', now)).toEqual([midnight(14), Number.POSITIVE_INFINITY]);
  expect(boundsOf({ from: '2026-11-02', to: '2026-11-03' }, now)).toEqual([midnight(2), midnight(4)]);
  expect(boundsOf({ from: null, to: '2026-11-03' }, now)).toEqual([Number.NEGATIVE_INFINITY, midnight(4)]);
});

test('only the filter of changes accepts the last visit as its start', { tags: '@C32' }, () => {
  expect([parseDays('visit'), parseDays('visit', sincePresets), parseDays('7d', sincePresets)]).toEqual([
    null,
    'visit',
    null,
  ]);
});

test('a range label has its first and last day', { tags: '@C32' }, () => {
  expect(daysLabel('7d')).toBe('last 7 days');
  expect(daysLabel({ from: '2026-11-02', to: null })).toBe('from 2026-11-02');
  expect(daysLabel({ from: null, to: '2026-11-02' })).toBe('until 2026-11-02');
  expect(daysLabel({ from: '2026-11-02', to: '2026-11-03' })).toBe('2026-11-02 to 2026-11-03');
});

test('filter days follow the chosen time zone', { tags: ['@C32', '@C39'] }, () => {
  setTimeZone('utc');
  const date = new Date('2026-11-20T23:30:05Z');
  expect(boundsOf({ from: '2026-11-20', to: '2026-11-20' }, date)).toEqual([
    Date.UTC(2026, 10, 20),
    Date.UTC(2026, 10, 21),
  ]);
  expect(boundsOf('7d', date)[0]).toBe(Date.UTC(2026, 10, 14));
});

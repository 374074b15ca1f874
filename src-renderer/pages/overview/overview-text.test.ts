import { expect, test } from 'vitest';
import type { Overview } from '#shared/console-contract/loaded-calls.ts';
import { barParts, problemLines, shareText, sourceText, statusLines } from './overview-text.ts';

const count = (status: string, of: number) => ({
  status,
  count: of,
  lastDay: 0,
  oldestCreated: null,
  longestSince: null,
});
const overview = (more: Partial<Overview>): Overview => ({
  profileId: 'p',
  source: 'loaded',
  rows: 1284,
  total: 1284,
  from: new Date(2026, 10, 20, 14, 17, 20).toISOString(),
  to: new Date(2026, 10, 20, 14, 18, 13).toISOString(),
  byStatus: [],
  byProvider: [],
  problems: { rows: [], lastDay: 0 },
  stuck: { rows: [], count: 0 },
  ...more,
});
const migration = (id: string, status: string) => ({
  id,
  status,
  created: null,
  createdByUserId: null,
  companyId: null,
  companyName: null,
  provider: null,
});

test('C40 statuses stand in the order of a life, all eight, unknown ones last', () => {
  const lines = statusLines([count('COMPLETE', 5), count('REVERTING', 2), count('NOT_READY', 1)]);
  expect(lines.map(({ status }) => status)).toEqual([
    'NOT_READY',
    'NOT_STARTED',
    'WORKING',
    'PENDING_USER_INPUT',
    'COMPLETE',
    'COMPLETED_WITH_FAILURES',
    'FAILED',
    'LOGIN_ABANDONED',
    'REVERTING',
  ]);
  expect(lines.find(({ status }) => status === 'WORKING')?.count).toBe(0);
});

test('C40 the bar is full, its parts do not overlap, and one of a million is seen', () => {
  const parts = barParts([count('NOT_READY', 1), count('WORKING', 0), count('COMPLETE', 999_999)]);
  expect(parts.map(({ status }) => status)).toEqual(['NOT_READY', 'COMPLETE']);
  const [first, last] = parts;
  expect(first?.width).toBeGreaterThanOrEqual(4);
  expect((last?.x ?? 0) + (last?.width ?? 0)).toBeCloseTo(1000, 6);
  expect(last?.x).toBeGreaterThan((first?.x ?? 0) + (first?.width ?? 0));
  expect(barParts([])).toEqual([]);
});

test('C40 shares', () => {
  expect([shareText(22, 1284), shareText(1, 1_000_000), shareText(0, 10), shareText(0, 0)]).toEqual([
    '1.7 %',
    '< 0.1 %',
    '0.0 %',
    '—',
  ]);
});

test('C40 every source is named with its age and its size', () => {
  expect(sourceText(overview({}), undefined)).toBe('All 1,284 migrations, loaded at 14:18 in 55 s');
  expect(sourceText(overview({ rows: 1280 }), undefined)).toContain('1,280 of 1,284 migrations, loaded at 14:18');
  expect(sourceText(overview({ source: 'sample', rows: 100 }), undefined)).toBe(
    'A sample: the newest 100 of 1,284 migrations, read at 14:18',
  );
  expect(sourceText(overview({ source: 'sample', rows: 100, total: null }), undefined)).toContain(
    'newest 100 migrations',
  );
  expect(sourceText(overview({ source: 'none', rows: 0 }), undefined)).toBe('Nothing was counted yet');
});

test('C40 stuck migrations stand before what ended badly, seven in all', () => {
  const lines = problemLines(
    overview({
      stuck: { count: 1, rows: [{ migration: migration('s', 'WORKING'), since: '2026-11-20T09:12:00.000Z' }] },
      problems: { lastDay: 9, rows: Array.from({ length: 9 }, (_row, index) => migration(`p${index}`, 'FAILED')) },
    }),
    7,
  );
  expect(lines.map(({ id }) => id)).toEqual(['s', 'p0', 'p1', 'p2', 'p3', 'p4', 'p5']);
});

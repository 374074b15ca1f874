import { expect, test } from 'vitest';
import type { Overview } from '#shared/console-contract/loaded-calls.ts';
import { migrationStatuses } from '#shared/migration-api/migration-status.ts';
import { shareText, sourceText, statusLines } from './overview-text.ts';

const count = (status: string, of: number) => ({
  status,
  count: of,
  lastDay: 0,
  longestSince: null,
});
const overview = (more: Partial<Overview>): Overview => ({
  profileId: 'p',
  source: 'loaded',
  rows: 1284,
  total: 1284,
  to: new Date(2026, 10, 20, 14, 18, 13).toISOString(),
  byStatus: [],
  byProvider: [],
  visit: null,
  attention: { counts: { stuck: 0, failed: 0, waiting: 0, partial: 0 }, handled: 0, lines: [], complete: [] },
  ...more,
});
test('all eight statuses are listed in lifecycle order, with unknown statuses last', { tags: '@C40' }, () => {
  const lines = statusLines([count('COMPLETE', 5), count('REVERTING', 2), count('NOT_READY', 1)]);
  expect(lines.map(({ status }) => status)).toEqual([...migrationStatuses, 'REVERTING']);
  expect(lines.find(({ status }) => status === 'WORKING')?.count).toBe(0);
});

test('small shares are rounded, never to zero, and a share of nothing is a dash', { tags: '@C40' }, () => {
  expect([shareText(22, 1284), shareText(1, 1_000_000), shareText(0, 10), shareText(0, 0)]).toEqual([
    '1.7 %',
    '< 0.1 %',
    '0.0 %',
    '—',
  ]);
});

test('every source of the overview shows its age and size', { tags: '@C40' }, () => {
  expect(sourceText(overview({}), undefined)).toBe('All 1,284 migrations, loaded at 14:18');
  expect(sourceText(overview({ rows: 1280 }), undefined)).toContain('1,280 of 1,284 migrations, loaded at 14:18');
  expect(sourceText(overview({ source: 'sample', rows: 100 }), undefined)).toBe(
    'Sample: the newest 100 of 1,284 migrations, loaded at 14:18',
  );
  expect(sourceText(overview({ source: 'sample', rows: 100, total: null }), undefined)).toContain(
    'newest 100 migrations',
  );
  expect(sourceText(overview({ source: 'none', rows: 0 }), undefined)).toBe('No counts yet');
});

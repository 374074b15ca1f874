import { expect, test } from 'vitest';
import { rowMatcher } from '../../components/listing/filters/value-filters.ts';
import { migrationFilters } from './migration-filters.ts';
import { parseMigrationsSearch } from './migrations-search.ts';

const now = new Date(2026, 10, 20, 14, 31);
const row = {
  id: '8f3c1d02-6b1e-4f2a-9c3d-0a1b2c3db7e4',
  created: new Date(2026, 10, 20, 9).toISOString(),
  status: 'FAILED',
  createdByUserId: 'ops@example.com',
  companyId: 'a90d4f72-0000-4000-8000-00000000916a',
  companyName: 'Łódzkie Meble',
  provider: null,
  since: null,
  seenSince: null,
};

test('without a filter no row is checked', { tags: '@C32' }, () => {
  expect(migrationFilters.active(migrationFilters.none)).toBe(0);
});

test.each([
  [{ status: ['FAILED', 'WORKING'] }, true],
  [{ status: ['WORKING'] }, false],
  [{ company: [''] }, false],
  [{ company: [row.companyId] }, true],
  [{ text: ' łÓDZ ' }, true],
  [{ text: 'OPS@' }, true],
  [{ text: '8f3c1d02' }, true],
  [{ text: 'nothing' }, false],
  [{ company: ['c'] }, false],
  [{ user: ['ops@example.com'] }, true],
  [{ created: 'today' }, true],
  [{ created: '..2026-11-19' }, false],
  [{ status: ['FAILED'], user: ['someone else'] }, false],
])('filters %j: a row passes all or goes', { tags: '@C32' }, (filters, passes) => {
  expect(rowMatcher('migrations', { ...migrationFilters.none, ...filters }, now)(row)).toBe(passes);
});

test('filters are counted by field', { tags: '@C32' }, () => {
  expect(migrationFilters.active({ ...migrationFilters.none, status: ['A', 'B'], created: '7d' })).toBe(2);
});

test('filters are read from the route, and invalid ones are ignored', { tags: '@C14' }, () => {
  const search = parseMigrationsSearch({ status: ['FAILED', 3], company: 'c', user: {}, created: 'whenever' });
  expect(search).toMatchObject({ status: ['FAILED'], company: ['c'], user: [], created: null });
});

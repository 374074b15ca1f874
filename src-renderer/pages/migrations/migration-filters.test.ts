import { expect, test } from 'vitest';
import { migrationFilters } from './migration-filters.ts';
import { parseMigrationsSearch } from './migrations-search.ts';

test('without a filter no row is checked', { tags: '@C32' }, () => {
  expect(migrationFilters.active(migrationFilters.none)).toBe(0);
});

test('filters are counted by field', { tags: '@C32' }, () => {
  expect(migrationFilters.active({ ...migrationFilters.none, status: ['A', 'B'], created: '7d' })).toBe(2);
});

test('filters are read from the route, and invalid ones are ignored', { tags: '@C14' }, () => {
  const search = parseMigrationsSearch({ status: ['FAILED', 3], company: 'c', user: {}, created: 'whenever' });
  expect(search).toMatchObject({ status: ['FAILED'], company: ['c'], user: [], created: null });
});

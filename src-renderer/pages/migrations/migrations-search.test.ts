import { expect, test } from 'vitest';
import { migrationFilters, parseMigrationsSearch } from './migrations-search.ts';

const id = '8f3c1d02-6b1e-4f2a-9c3d-0a1b2c3db7e4';

test('the route contains the open row', { tags: '@C14' }, () => {
  expect(parseMigrationsSearch({ page: 2, size: 10, open: id.toUpperCase() })).toMatchObject({
    page: 2,
    size: 10,
    open: id,
  });
});

test.each([undefined, '', 'x', 7, `${id}0`, '../companies'])(
  'the open row %j of the route is ignored',
  { tags: '@C14' },
  (open) => {
    expect(parseMigrationsSearch({ open }).open).toBeNull();
  },
);

test('no filter is active by default', { tags: '@C32' }, () => {
  expect(migrationFilters.active(migrationFilters.none)).toBe(0);
});

test('filters are counted by field', { tags: '@C32' }, () => {
  expect(migrationFilters.active({ ...migrationFilters.none, status: ['A', 'B'], created: '7d' })).toBe(2);
});

test('filters are read from the route, and invalid values are ignored', { tags: '@C14' }, () => {
  const search = parseMigrationsSearch({ status: ['FAILED', 3], company: 'c', user: {}, created: 'whenever' });
  expect(search).toMatchObject({ status: ['FAILED'], company: ['c'], user: [], created: null });
});

import { expect, test } from 'vitest';
import { parseListingSearch } from './listing-search.ts';

test('page and size are read from the route, as numbers or as text', { tags: '@C14' }, () => {
  expect(parseListingSearch({ page: 3, size: 50 })).toEqual({ page: 3, size: 50 });
  expect(parseListingSearch({ page: '3', size: '100' })).toEqual({ page: 3, size: 100 });
});

test.each([
  {},
  { page: 0, size: 0 },
  { page: -2, size: 26 },
  { page: 1.5, size: 'many' },
  { page: '1e3', size: null },
  { page: 2 ** 60, size: [25] },
  { page: { toString: () => '2' }, size: true },
])('an invalid page or page size falls back to its default: %j', { tags: '@C14' }, (raw) => {
  expect(parseListingSearch(raw)).toEqual({ page: 1, size: 25 });
});

import { expect, test } from 'vitest';
import { parseMigrationsSearch } from './migrations-search.ts';

const id = '8f3c1d02-6b1e-4f2a-9c3d-0a1b2c3db7e4';

test('the open row is part of the route', { tags: '@C14' }, () => {
  expect(parseMigrationsSearch({ page: 2, size: 10, open: id.toUpperCase() })).toMatchObject({
    page: 2,
    size: 10,
    open: id,
  });
});

test.each([undefined, '', 'x', 7, `${id}0`, '../companies'])('the open row %j is ignored', { tags: '@C14' }, (open) => {
  expect(parseMigrationsSearch({ open }).open).toBeNull();
});

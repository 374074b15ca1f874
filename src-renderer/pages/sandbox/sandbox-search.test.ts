import { expect, test } from 'vitest';
import { parseSandboxSearch } from './sandbox-search.ts';

test('the route accepts a migration ID and ignores everything else', { tags: '@W4' }, () => {
  const id = '8f3c1d02-6b1e-4c6f-9f51-2b90fe639f51';
  expect(parseSandboxSearch({ migration: ` ${id.toUpperCase()}`, other: 1 })).toEqual({ migration: id });
  for (const migration of ['x', 7, null, undefined]) expect(parseSandboxSearch({ migration })).toEqual({});
});

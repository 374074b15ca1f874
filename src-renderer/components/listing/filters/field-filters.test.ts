import { expect, test } from 'vitest';
import { parseValues } from './field-filters.ts';

test.each([
  [undefined, []],
  ['FAILED', ['FAILED']],
  [
    ['FAILED', 7, 'FAILED', null, 'WORKING'],
    ['FAILED', 'WORKING'],
  ],
  [{ FAILED: true }, []],
  [['x'.repeat(1001)], []],
])('filter values are read from the route value %j', { tags: '@C32' }, (raw, values) => {
  expect(parseValues(raw)).toEqual(values);
});

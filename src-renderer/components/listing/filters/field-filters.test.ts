import { expect, test } from 'vitest';
import { chosenText, parseValues } from './field-filters.ts';

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

test('a filter chip names a single value and counts several', { tags: '@C32' }, () => {
  const values = ['a', 'b'].map((id) => ({ id, label: `name of ${id}`, rows: 1 }));
  expect(chosenText([], values)).toBeNull();
  expect(chosenText(['a'], values)).toBe('name of a');
  expect(chosenText(['a', 'b'], values)).toBe('2 of 2');
});

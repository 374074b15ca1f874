import { expect, test } from 'vitest';
import { chosenText, parseValues, valuesOf } from './field-filters.ts';

test.each([
  [undefined, []],
  ['FAILED', ['FAILED']],
  [
    ['FAILED', 7, 'FAILED', null, 'WORKING'],
    ['FAILED', 'WORKING'],
  ],
  [{ FAILED: true }, []],
  [['x'.repeat(1001)], []],
])('chosen values are read from %j', { tags: '@C32' }, (raw, values) => {
  expect(parseValues(raw)).toEqual(values);
});

test('values come by frequency, then by name, and a chosen one stays', { tags: '@C32' }, () => {
  const values = valuesOf(['b', 'a', 'c', 'c'], ['z'], (value) => value.toUpperCase());
  expect(values.map(({ label, rows }) => `${label} ${rows}`)).toEqual(['C 2', 'A 1', 'B 1', 'Z 0']);
});

test('a chip says one value by name and more by number', { tags: '@C32' }, () => {
  const values = valuesOf(['a', 'b'], [], (value) => `name of ${value}`);
  expect(chosenText([], values)).toBeNull();
  expect(chosenText(['a'], values)).toBe('name of a');
  expect(chosenText(['a', 'b'], values)).toBe('2 of 2');
});

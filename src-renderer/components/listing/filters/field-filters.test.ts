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

test('values are sorted by frequency, then name, and a selected one stays', { tags: '@C32' }, () => {
  const values = valuesOf(['b', 'a', 'c', 'c'], ['z'], (value) => value.toUpperCase());
  expect(values.map(({ label, rows }) => `${label} ${rows}`)).toEqual(['C 2', 'A 1', 'B 1', 'Z 0']);
});

test('a chip names one value and counts several', { tags: '@C32' }, () => {
  const values = valuesOf(['a', 'b'], [], (value) => `name of ${value}`);
  expect(chosenText([], values)).toBeNull();
  expect(chosenText(['a'], values)).toBe('name of a');
  expect(chosenText(['a', 'b'], values)).toBe('2 of 2');
});

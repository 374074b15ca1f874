import { expect, test } from 'vitest';
import { readWholeNumber } from './card-parts.tsx';

test.each([
  ['', { value: null, problem: null }],
  [' 1,000 ', { value: 1000, problem: null }],
  ['0', { value: null, problem: 'It must be a whole number from 1 to 5,000.' }],
  ['5001', { value: null, problem: 'It must be a whole number from 1 to 5,000.' }],
  ['1.5', { value: null, problem: 'It must be a whole number from 1 to 5,000.' }],
  ['x', { value: null, problem: 'It must be a whole number from 1 to 5,000.' }],
])('the input %j is read as a whole number or rejected with the range', { tags: '@W4' }, (typed, read) => {
  expect(readWholeNumber(typed, 'It', 1, 5_000)).toEqual(read);
});

import { expect, test } from 'vitest';
import { readHeaders } from './faults-card.tsx';

test.each([
  ['', null, null],
  ['Retry-After: 2', { 'Retry-After': '2' }, null],
  ['A: 1\n\n  B : http://x:2  ', { A: '1', B: 'http://x:2' }, null],
  ['no colon', null, '"no colon" isn\'t a header. Write it like Retry-After: 2.'],
  ['with space: 1', null, '"with space: 1" isn\'t a header. Write it like Retry-After: 2.'],
  ['X: é', null, '"X: é" isn\'t a header. Write it like Retry-After: 2.'],
])('the typed headers %j are read or rejected with a message', { tags: '@W4' }, (typed, headers, problem) => {
  expect(readHeaders(typed)).toEqual({ headers, problem });
});

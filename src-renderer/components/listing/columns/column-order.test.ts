import { expect, test } from 'vitest';
import { droppedIds, movedIds, orderedIds } from './column-order.ts';

const usual = ['a', 'b', 'c', 'd'];

test('C35 columns stand as chosen; new ones behind the one that they follow, unknown ones nowhere', () => {
  expect(orderedIds(usual, [])).toEqual(usual);
  expect(orderedIds(usual, ['d', 'b', 'a', 'c'])).toEqual(['d', 'b', 'a', 'c']);
  expect(orderedIds(usual, ['c', 'old', 'a', 'c'])).toEqual(['c', 'd', 'a', 'b']);
});

test('C35 a column moves by one, and not beyond the ends', () => {
  expect(movedIds(usual, 'b', -1)).toEqual(['b', 'a', 'c', 'd']);
  expect(movedIds(usual, 'b', 1)).toEqual(['a', 'c', 'b', 'd']);
  expect(movedIds(usual, 'a', -1)).toEqual(usual);
  expect(movedIds(usual, 'd', 1)).toEqual(usual);
  expect(movedIds(usual, 'x', 1)).toEqual(usual);
});

test('C35 a column is put before another one or to the end, past what is hidden', () => {
  expect(droppedIds(usual, [], 'd', 'a')).toEqual(['d', 'a', 'b', 'c']);
  expect(droppedIds(usual, [], 'a', 'c')).toEqual(['b', 'a', 'c', 'd']);
  expect(droppedIds(usual, [], 'a', null)).toEqual(['b', 'c', 'd', 'a']);
  expect(droppedIds(usual, ['d'], 'a', null)).toEqual(['b', 'c', 'a', 'd']);
  expect(droppedIds(usual, ['b', 'c', 'd'], 'a', null)).toEqual(usual);
  expect(droppedIds(usual, [], 'a', 'x')).toEqual(usual);
});

import { expect, test } from 'vitest';
import { defaultLayout, dropId, moveId, orderIds } from './use-table-layout.ts';

const usual = ['a', 'b', 'c', 'd'];

test(
  'columns keep the chosen order, new columns follow their neighbor, and unknown columns are dropped',
  { tags: '@C35' },
  () => {
    expect(orderIds(usual, [])).toEqual(usual);
    expect(orderIds(usual, ['d', 'b', 'a', 'c'])).toEqual(['d', 'b', 'a', 'c']);
    expect(orderIds(usual, ['c', 'old', 'a', 'c'])).toEqual(['c', 'd', 'a', 'b']);
  },
);

test('a column moves by one position, but not beyond the ends', { tags: '@C35' }, () => {
  expect(moveId(usual, 'b', -1)).toEqual(['b', 'a', 'c', 'd']);
  expect(moveId(usual, 'b', 1)).toEqual(['a', 'c', 'b', 'd']);
  expect(moveId(usual, 'a', -1)).toEqual(usual);
  expect(moveId(usual, 'd', 1)).toEqual(usual);
  expect(moveId(usual, 'x', 1)).toEqual(usual);
});

test('a column moves before another column or to the end, past hidden columns', { tags: '@C35' }, () => {
  expect(dropId(usual, [], 'd', 'a')).toEqual(['d', 'a', 'b', 'c']);
  expect(dropId(usual, [], 'a', 'c')).toEqual(['b', 'a', 'c', 'd']);
  expect(dropId(usual, [], 'a', null)).toEqual(['b', 'c', 'd', 'a']);
  expect(dropId(usual, ['d'], 'a', null)).toEqual(['b', 'c', 'a', 'd']);
  expect(dropId(usual, ['b', 'c', 'd'], 'a', null)).toEqual(usual);
  expect(dropId(usual, [], 'a', 'x')).toEqual(usual);
});

test('an optional column is hidden until the user chooses it', { tags: '@C35' }, () => {
  const columns = [{ id: 'status' }, { id: 'provider', isOptional: true }, { id: 'created', isOptional: false }];
  expect(defaultLayout(columns).hidden).toEqual(['provider']);
});

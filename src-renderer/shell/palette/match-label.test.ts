import { expect, test } from 'vitest';
import { matchLabel } from './match-label.ts';

test('C37 the palette finds letters at the start, at the start of a word, and anywhere, in this order', () => {
  const ranks = ['Halden Logistics AB', 'Old Harbour', 'Change profile'].map((label) => matchLabel(label, 'ha')?.rank);
  expect(ranks).toEqual([0, 1, 2]);
  expect(matchLabel('Migrations', 'ha')).toBeNull();
});

test('C37 the palette marks the letters of every word, once each', () => {
  expect(matchLabel('Halden Logistics AB', 'lo ha')?.marks).toEqual([
    [0, 2],
    [7, 9],
  ]);
  expect(matchLabel('banana', 'anan nana')?.marks).toEqual([[1, 6]]);
  expect(matchLabel('Halden', 'ha xx')).toBeNull();
});

test('C37 the palette finds, but does not mark, where letters grow in lower case', () => {
  expect(matchLabel('İzmir Ltd', 'ltd')).toEqual({ rank: 1, marks: [] });
});

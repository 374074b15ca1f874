import { expect, test } from 'vitest';
import { firstTurn, rowsThatFit } from './use-page-scroll.ts';

const page = (name: string, rows: number): string[] => Array.from({ length: rows }, (_row, index) => `${name}${index}`);

test('C6 a flip shows the rows in view first, and below them what stood there', () => {
  expect(firstTurn(page('b', 4), page('a', 4), 2)).toEqual(['b0', 'b1', 'a2', 'a3']);
});

test('C6 a flip to the last page leaves no row of the page before below its end', () => {
  expect(firstTurn(page('b', 3), page('a', 100), 2)).toEqual(['b0', 'b1', 'a2']);
});

test('C6 a longer page begins with what is in view', () => {
  expect(firstTurn(page('b', 100), page('a', 1), 3)).toEqual(['b0', 'b1', 'b2']);
});

test('C6 a page that fits the view comes in one turn', () => {
  const items = page('b', 10);
  expect(firstTurn(items, page('a', 10), rowsThatFit(360, 36))).toBe(items);
});

test('C35 how many rows are in view goes by their height, and counts those that are cut', () => {
  expect(rowsThatFit(590, 36)).toBe(18);
  expect(rowsThatFit(590, 30)).toBe(21);
  expect(rowsThatFit(590, 44)).toBe(15);
});

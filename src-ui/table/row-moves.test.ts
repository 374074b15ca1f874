import { expect, test } from 'vitest';
import { movedIndex } from './row-moves.ts';

test('C21 arrows and J, K move by one and stop at the ends', () => {
  expect(['ArrowDown', 'j'].map((key) => movedIndex(key, 3, 25))).toEqual([4, 4]);
  expect(['ArrowUp', 'k'].map((key) => movedIndex(key, 3, 25))).toEqual([2, 2]);
  expect([movedIndex('k', 0, 25), movedIndex('j', 24, 25)]).toEqual([0, 24]);
});

test('C21 Home, End and the page keys go further', () => {
  expect(['Home', 'End', 'PageDown', 'PageUp'].map((key) => movedIndex(key, 12, 25))).toEqual([0, 24, 22, 2]);
});

test('other keys move nothing, and an empty list has no row to leave', () => {
  expect(movedIndex('x', 3, 25)).toBeNull();
  expect(movedIndex('j', 0, 0)).toBe(0);
});

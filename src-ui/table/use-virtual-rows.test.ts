import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  heightOf,
  maxSpace,
  offsetAt,
  rangeAt,
  scrollTopOf,
  scrollTopToShow,
  topOfRow,
  type VirtualSpace,
} from './use-virtual-rows.ts';

const rows = (count: number, rowHeight = 36, viewHeight = 600): VirtualSpace => ({ count, rowHeight, viewHeight });
const lastTop = (space: VirtualSpace): number => heightOf(space) - space.viewHeight;

test('rows below the height limit have the same positions as in a plain page', { tags: '@C33' }, () => {
  const space = rows(1000);
  expect(heightOf(space)).toBe(36_000);
  expect(offsetAt(720, space)).toBe(720);
  expect(rangeAt(720, space, 0)).toEqual({ first: 20, end: 37 });
  expect(topOfRow(20, 730, space)).toBe(-10);
});

test("P11 a million rows stay within Chromium's layout limit, and the last row is reachable", () => {
  const space = rows(1_000_000, 44);
  expect(heightOf(space)).toBe(maxSpace);
  expect(rangeAt(0, space, 0).first).toBe(0);
  expect(rangeAt(lastTop(space), space, 0).end).toBe(1_000_000);
  // The bottom of the last row is at the bottom of the view.
  expect(topOfRow(999_999, lastTop(space), space) + 44).toBeCloseTo(600, 3);
});

test('an empty list renders no rows, and a list shorter than the view renders all rows', { tags: '@C33' }, () => {
  expect(rangeAt(0, rows(0), 3)).toEqual({ first: 0, end: 0 });
  expect(rangeAt(0, rows(5), 3)).toEqual({ first: 0, end: 5 });
  expect(scrollTopToShow(4, 0, rows(5))).toBe(0);
});

const spaces = fc.record({
  count: fc.integer({ min: 1, max: 1_500_000 }),
  rowHeight: fc.constantFrom(30, 36, 44),
  viewHeight: fc.integer({ min: 50, max: 3000 }),
});

test('any row can be scrolled fully into view', { tags: '@C33' }, () => {
  fc.assert(
    fc.property(spaces, fc.nat(), fc.double({ min: 0, max: 1, noNaN: true }), (space, pick, at) => {
      const index = pick % space.count;
      const from = Math.max(0, lastTop(space)) * at;
      const offset = offsetAt(scrollTopToShow(index, from, space), space);
      const top = index * space.rowHeight;
      // A view that is lower than one row can't show the whole row.
      const height = Math.max(space.viewHeight, space.rowHeight);
      expect(offset).toBeLessThanOrEqual(top + 2);
      expect(offset + height).toBeGreaterThanOrEqual(top + space.rowHeight - 1e-6);
    }),
  );
});

test('scroll positions and row offsets convert to each other', { tags: '@C33' }, () => {
  fc.assert(
    fc.property(spaces, fc.double({ min: 0, max: 1, noNaN: true }), (space, at) => {
      const scrollTop = Math.max(0, lastTop(space)) * at;
      expect(scrollTopOf(offsetAt(scrollTop, space), space)).toBeCloseTo(scrollTop, 3);
    }),
  );
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { groupAt, layoutOf, rowsWithin, type Group } from './group-layout.ts';

const group = (key: string, count: number): Group => ({ key, label: null, count, newest: null });

test('closed groups show only a header, and open groups also show their rows', { tags: '@C33' }, () => {
  const layout = layoutOf([group('a', 3), group('b', 2)], (key) => key === 'a');
  expect(layout.count).toBe(5);
  expect(layout.placed.map(({ start, shown }) => [start, shown])).toEqual([
    [0, 3],
    [4, 0],
  ]);
  expect(rowsWithin(layout.placed[0] ?? { group: group('', 0), start: 0, shown: 0 }, 2, 5)).toEqual({
    first: 1,
    end: 3,
  });
  expect(groupAt(layout, 5)).toBeUndefined();
  expect(
    groupAt(
      layoutOf([], () => true),
      0,
    ),
  ).toBeUndefined();
});

test('every index belongs to one group, and all rows of open groups are reachable', { tags: '@C33' }, () => {
  const groups = fc.array(fc.record({ count: fc.integer({ min: 1, max: 20 }), open: fc.boolean() }), { minLength: 1 });
  fc.assert(
    fc.property(groups, (each) => {
      const open = new Set(each.flatMap(({ open: isOpen }, index) => (isOpen ? [`g${index}`] : [])));
      const layout = layoutOf(
        each.map(({ count }, index) => group(`g${index}`, count)),
        (key) => open.has(key),
      );
      const observed = Array.from({ length: layout.count }, (_place, index) => {
        const placed = groupAt(layout, index);
        return (
          placed && [placed.group.key, placed.start === index ? null : rowsWithin(placed, index, index + 1)?.first]
        );
      });
      const expected = each.flatMap(({ count }, index) => {
        const key = `g${index}`;
        const rows = open.has(key) ? Array.from({ length: count }, (_row, row) => [key, row]) : [];
        return [[key, null], ...rows];
      });
      expect(observed).toEqual(expected);
    }),
  );
});

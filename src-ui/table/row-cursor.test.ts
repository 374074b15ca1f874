import { expect, test } from 'vitest';
import { mustScrollTo, cursorAfter, cursorIndex, firstCursor, indexAfterKey, type RowCursor } from './row-cursor.ts';

const noOpenRow = { listKey: 'page 1', openId: null, openIndex: null };
const on = (id: string | null, index: number): RowCursor => ({ ...noOpenRow, id, index });
const among = (...ids: string[]) => [(index: number) => ids[index] ?? null, ids.length] as const;

test('the cursor starts on the open row, or otherwise on the first row', { tags: '@C14' }, () => {
  expect(firstCursor(noOpenRow, null)).toMatchObject({ id: null, index: 0 });
  expect(firstCursor({ listKey: 'page 1', openId: 'c', openIndex: 2 }, 'a')).toMatchObject({ id: 'c', index: 2 });
});

test(
  'the cursor stays with its row when rows are added above, and at its index when the row disappears',
  { tags: '@C14' },
  () => {
    expect(cursorIndex(on('b', 1), ...among('x', 'a', 'b'))).toBe(2);
    expect(cursorIndex(on('b', 1), ...among('a', 'c'))).toBe(1);
    expect(cursorIndex(on('c', 2), ...among('a'))).toBe(0);
    expect(cursorIndex(on(null, 3), ...among())).toBe(0);
  },
);

test(
  'in another list, the cursor stays on its row, or moves to the first row if the row isn’t listed',
  { tags: '@C14' },
  () => {
    const shown = { ...noOpenRow, listKey: 'page 2' };
    const cursor = cursorAfter(on('b', 7), shown);
    expect(cursorIndex(cursor, ...among('x', 'a', 'b'))).toBe(2);
    expect(cursorIndex(cursor, ...among('x', 'y'))).toBe(0);
    expect(cursorIndex(firstCursor(noOpenRow, 'b'), ...among('x', 'b'))).toBe(1);
  },
);

test('opening a row moves the cursor to it, and closing the row leaves the cursor there', { tags: '@C14' }, () => {
  const opened = cursorAfter(on('a', 0), { ...noOpenRow, openId: 'd', openIndex: 3 });
  expect(opened).toMatchObject({ id: 'd', index: 3 });
  expect(cursorAfter(opened, noOpenRow)).toMatchObject({ id: 'd', index: 3 });
});

test("a re-render without a change doesn't move the cursor", { tags: '@C14' }, () => {
  const cursor = on('a', 0);
  expect(cursorAfter(cursor, noOpenRow)).toBe(cursor);
});

test('the cursor finds its row among 500 rows', { tags: '@C30' }, () => {
  const ids = [...Array.from({ length: 499 }, (_each, at) => `new ${at}`), 'a'];
  expect(cursorIndex(on('a', 0), ...among(...ids))).toBe(499);
});

test.each([
  ['another row', { id: 'b', at: 1 }, true, true],
  ['the same row with a new row above it', { id: 'a', at: 1 }, false, true],
  ['the same row at the same position', { id: 'a', at: 0 }, false, false],
  ['a row that is not listed', { id: 'b', at: null }, false, false],
])(
  'the list scrolls to the open row only if needed: %s',
  { tags: ['@C14', '@C30'] },
  (_title, now, inTable, inVirtual) => {
    const before = { id: 'a', at: 0 };
    expect([mustScrollTo(before, now, false), mustScrollTo(before, now, true)]).toEqual([inTable, inVirtual]);
  },
);

test('arrow keys, J and K move the cursor by one row and stop at the ends', { tags: '@C21' }, () => {
  expect(['ArrowDown', 'j'].map((key) => indexAfterKey(key, 3, 25))).toEqual([4, 4]);
  expect(['ArrowUp', 'k'].map((key) => indexAfterKey(key, 3, 25))).toEqual([2, 2]);
  expect([indexAfterKey('k', 0, 25), indexAfterKey('j', 24, 25)]).toEqual([0, 24]);
});

test('Home, End, Page Up and Page Down move the cursor to the ends and by pages', { tags: '@C21' }, () => {
  expect(['Home', 'End', 'PageDown', 'PageUp'].map((key) => indexAfterKey(key, 12, 25))).toEqual([0, 24, 22, 2]);
});

test("other keys don't move the cursor, and no key moves it in an empty list", () => {
  expect(indexAfterKey('x', 3, 25)).toBeNull();
  expect(indexAfterKey('j', 0, 0)).toBe(0);
});

import { expect, test } from 'vitest';
import { comesIntoView, cursorAfter, cursorIndex, firstCursor, type RowCursor } from './row-cursor.ts';

const nothingOpen = { listKey: 'page 1', openId: null, openIndex: null };
const on = (id: string | null, index: number): RowCursor => ({ ...nothingOpen, id, index });
const among = (...ids: string[]) => [(index: number) => ids[index] ?? null, ids.length] as const;

test('C14 the cursor begins at the first row, or at the one that is open', () => {
  expect(firstCursor(nothingOpen)).toMatchObject({ id: null, index: 0 });
  expect(firstCursor({ listKey: 'page 1', openId: 'c', openIndex: 2 })).toMatchObject({ id: 'c', index: 2 });
});

test('C14 it stays with its row when others come in above, and at its place when its row is gone', () => {
  expect(cursorIndex(on('b', 1), ...among('x', 'a', 'b'))).toBe(2);
  expect(cursorIndex(on('b', 1), ...among('a', 'c'))).toBe(1);
  expect(cursorIndex(on('c', 2), ...among('a'))).toBe(0);
  expect(cursorIndex(on(null, 3), ...among())).toBe(0);
});

test('C14 another list begins at its first row', () => {
  const shown = { kind: 'shown', ...nothingOpen, listKey: 'page 2' } as const;
  expect(cursorAfter(on('b', 7), shown)).toMatchObject({ id: null, index: 0, listKey: 'page 2' });
});

test('C14 a row that is opened takes the cursor along, one that is closed leaves it where it is', () => {
  const opened = cursorAfter(on('a', 0), { kind: 'shown', ...nothingOpen, openId: 'd', openIndex: 3 });
  expect(opened).toMatchObject({ id: 'd', index: 3 });
  expect(cursorAfter(opened, { kind: 'shown', ...nothingOpen })).toMatchObject({ id: 'd', index: 3 });
});

test('C14 what is shown anew without a change leaves the cursor alone', () => {
  const cursor = on('a', 0);
  expect(cursorAfter(cursor, { kind: 'shown', ...nothingOpen })).toBe(cursor);
  expect(cursorAfter(cursor, { kind: 'moved', id: 'b', index: 1 })).toMatchObject({ id: 'b', index: 1 });
});

test('C30 a row is found again among as many requests as are kept', () => {
  const ids = [...Array.from({ length: 499 }, (_each, at) => `new ${at}`), 'a'];
  expect(cursorIndex(on('a', 0), ...among(...ids))).toBe(499);
});

test.each([
  ['another row', { id: 'b', at: 1 }, true, true],
  ['the same row with a new one above', { id: 'a', at: 1 }, false, true],
  ['the same row at its place', { id: 'a', at: 0 }, false, false],
  ['a row that is not listed', { id: 'b', at: null }, false, false],
])('C14 C30 while one is open, %s comes into view where it should', (_title, now, inTable, inVirtual) => {
  const before = { id: 'a', at: 0 };
  expect([comesIntoView(before, now, false), comesIntoView(before, now, true)]).toEqual([inTable, inVirtual]);
});

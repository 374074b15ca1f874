import { expect, test } from 'vitest';
import { cursorPages, numberedPages } from './read-pages.ts';

/** Rows with falling times, newest first. */
const rowsUpTo = (newest: number) =>
  Array.from({ length: newest }, (_, index) => ({
    id: `m${newest - index}`,
    created: new Date((newest - index) * 1000).toISOString(),
  }));

test.each([1, 2, 3, 7])('a loop returns each row once if %i rows are created per page', async (perPage) => {
  let newest = 12;
  const list = numberedPages(
    { page_size: 3 },
    async ({ page = 1, page_size: size = 10 }: { page?: number; page_size?: number }) => {
      const rows = rowsUpTo(newest);
      if (newest < 30) newest += perPage;
      return { results: rows.slice((page - 1) * size, page * size), page: { size, total: rows.length } };
    },
  );
  const ids: string[] = [];
  for await (const { id } of list) ids.push(id);
  expect(ids).toEqual(rowsUpTo(12).map(({ id }) => id));
});

test('paging by cursor stops at a page without a cursor, or at an empty page', async () => {
  const read = async ({ after }: { after?: string }) =>
    after === undefined ? { results: [1, 2], next: 'a' } : { results: after === 'a' ? [3] : [], next: 'b' };
  const items: number[] = [];
  for await (const item of cursorPages({}, read)) items.push(item);
  expect(items).toEqual([1, 2, 3]);
  const pages: (string | null)[] = [];
  for await (const { next } of cursorPages({}, async () => ({ results: [1], next: null })).pages()) pages.push(next);
  expect(pages).toEqual([null]);
});

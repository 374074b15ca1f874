import { PagedList, type ReadPage } from './paged-list.ts';
import type { Api } from './api-types.ts';

interface NumberedPage<Item> {
  readonly results: Item[];
  readonly page: { readonly size: number; readonly total: number };
}

/** Keeps only rows older than the last known row, because new rows push known rows onto the next page. */
const withoutRepeated = <Item extends { readonly id: string; readonly created: string }>(
  rows: readonly Item[],
  last: Item | undefined,
): Item[] => {
  const index = rows.findIndex(({ id }) => id === last?.id);
  return rows.slice(index + 1).filter(({ created }) => last === undefined || created <= last.created);
};

/** Reads pages by number, 100 rows at a time in loops. A loop returns each row once, even if rows are created. */
export const numberedPages = <
  Item extends { readonly id: string; readonly created: string },
  Page extends NumberedPage<Item>,
  Query extends Api['CompanyQuery'],
>(
  query: Query,
  read: (query: Query) => Promise<Page>,
): PagedList<Page> => {
  const readPage = async (
    number: number | undefined,
    size: number | undefined,
    last?: Item,
  ): Promise<ReadPage<Page>> => {
    const full = await read({
      ...query,
      ...(number !== undefined && { page: number }),
      ...(size !== undefined && { page_size: size }),
    });
    const results = withoutRepeated(full.results, last);
    const isLast = (number ?? 1) * full.page.size >= full.page.total || full.results.length === 0;
    return {
      page: { ...full, results },
      next: isLast ? undefined : () => readPage((number ?? 1) + 1, full.page.size, results.at(-1) ?? last),
    };
  };
  return new PagedList((isLoop) => readPage(query.page, query.page_size ?? (isLoop ? 100 : undefined)));
};

/** Reads pages by cursor, 100 rows at a time in loops. The event feed always has a cursor, so an empty page ends it. */
export const cursorPages = <
  Item,
  Page extends { readonly results: Item[]; readonly next: string | null },
  Query extends Api['CursorQuery'],
>(
  query: Query,
  read: (query: Query) => Promise<Page>,
): PagedList<Page> => {
  const readPage = async (from: Query): Promise<ReadPage<Page>> => {
    const page = await read(from);
    const { next, results } = page;
    const isLast = next === null || results.length === 0;
    return { page, next: isLast ? undefined : () => readPage({ ...from, after: next }) };
  };
  return new PagedList((isLoop) => readPage(isLoop ? { limit: 100, ...query } : query));
};

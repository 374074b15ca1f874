/** What the pager knows of the page that is shown. */
export interface PagerFacts {
  /** From 1. */
  readonly page: number;
  readonly pageSize: number;
  /** Rows on this page. */
  readonly rows: number;
  /** null when the service does not say it. */
  readonly total: number | null;
  readonly hasNext: boolean;
}

export const lastPageOf = (total: number, pageSize: number): number => Math.max(1, Math.ceil(total / pageSize));

/** First and last row of the page, counted from 1 over all pages; null when the page has no rows. */
export const rowRangeOf = ({ page, pageSize, rows }: PagerFacts): readonly [number, number] | null => {
  if (rows === 0) return null;
  const first = (page - 1) * pageSize + 1;
  return [first, first + rows - 1];
};

/** The page that holds the row which was first on the old page. */
export const pageAfterResize = (page: number, oldSize: number, newSize: number): number =>
  Math.floor(((page - 1) * oldSize) / newSize) + 1;

/** The page meant by what was typed, kept within what exists; null when it is no page number. */
export const typedPage = (text: string, lastPage: number | null): number | null => {
  const trimmed = text.trim();
  if (!/^\d{1,15}$/.test(trimmed)) return null;
  const page = Math.max(1, Number(trimmed));
  return lastPage === null ? page : Math.min(page, lastPage);
};

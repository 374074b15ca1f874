import type { TableRow } from '#ui/table/table-types.ts';

/** Where an open row stands in the list beside it. */
export interface RowPlace<Row extends TableRow> {
  /** From 0; null where the list does not hold it. */
  readonly index: number | null;
  readonly count: number;
  /** What the list is, after "not": "on this page". */
  readonly scope: string;
  readonly row: Row | undefined;
  /** Ids of the rows above and below; null where there is none. */
  readonly previous: string | null;
  readonly next: string | null;
}

/** The place of a row among the rows of a page. */
export const placeOnPage = <Row extends TableRow>(rows: readonly Row[], id: string): RowPlace<Row> => {
  const index = rows.findIndex((row) => row.id === id);
  const isThere = index !== -1;
  return {
    index: isThere ? index : null,
    count: rows.length,
    scope: 'on this page',
    row: rows[index],
    previous: (isThere ? rows[index - 1]?.id : undefined) ?? null,
    next: (isThere ? rows[index + 1]?.id : undefined) ?? null,
  };
};

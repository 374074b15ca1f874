import { useState } from 'react';
import type { Listing } from '#shared/console-contract/listing.ts';
import { marksBetween, noMarks } from './row-changes.ts';
import type { RowMarks, TableRow } from '#ui/table/table-types.ts';

interface Seen<Row> {
  readonly listing: Listing<Row> | undefined;
  readonly marks: RowMarks;
}

/** Rows of one read can come to say more: what the read changed is the same then. */
const isSameRead = (one: Listing<unknown> | undefined, other: Listing<unknown> | undefined): boolean =>
  one?.readAt === other?.readAt && one?.page === other?.page && one?.pageSize === other?.pageSize;

/** What the last read of this page changed; the next one forgets it. */
export const useRowMarks = <Row extends TableRow>(
  listing: Listing<Row> | undefined,
  textOf: (row: Row) => string,
): RowMarks => {
  const [seen, setSeen] = useState<Seen<Row>>({ listing, marks: noMarks });
  if (isSameRead(seen.listing, listing)) return seen.marks;
  const marks = seen.listing && listing ? marksBetween(seen.listing, listing, textOf) : noMarks;
  setSeen({ listing, marks });
  return marks;
};

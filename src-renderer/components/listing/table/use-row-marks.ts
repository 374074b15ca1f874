import { useState } from 'react';
import type { Listing } from '../listing-query.ts';
import { marksBetween, noMarks, type RowMarks } from './row-changes.ts';
import type { TableRow } from './table-types.ts';

interface Seen<Row> {
  readonly listing: Listing<Row> | undefined;
  readonly marks: RowMarks;
}

/** What the last read of this page changed; the next one forgets it. */
export const useRowMarks = <Row extends TableRow>(listing: Listing<Row> | undefined): RowMarks => {
  const [seen, setSeen] = useState<Seen<Row>>({ listing, marks: noMarks });
  if (seen.listing === listing) return seen.marks;
  const marks = seen.listing && listing ? marksBetween(seen.listing, listing) : noMarks;
  setSeen({ listing, marks });
  return marks;
};

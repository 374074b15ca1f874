import type { Listing } from '../listing-query.ts';
import type { ListingItem, TableRow } from './table-types.ts';

/** What a refresh did to a row. */
export type RowMark = 'changed' | 'new';
export type RowMarks = ReadonlyMap<string, RowMark>;

export const noMarks: RowMarks = new Map();

const rowsById = <Row extends TableRow>(items: readonly ListingItem<Row>[]): Map<string, string> =>
  new Map(items.flatMap((item) => (item.kind === 'row' ? [[item.value.id, JSON.stringify(item.value)] as const] : [])));

/**
 * Which rows of `after` differ from what `before` showed. Nothing is marked where the two are different pages. Rows that
 * were not there are new on the first page only: on others they were pushed down from the page before.
 */
export const marksBetween = <Row extends TableRow>(before: Listing<Row>, after: Listing<Row>): RowMarks => {
  const samePage =
    before.profileId === after.profileId && before.page === after.page && before.pageSize === after.pageSize;
  if (!samePage) return noMarks;
  const old = rowsById(before.rows);
  const marks = new Map<string, RowMark>();
  for (const [id, text] of rowsById(after.rows)) {
    const was = old.get(id);
    if (was === undefined) {
      if (after.page === 1) marks.set(id, 'new');
    } else if (was !== text) marks.set(id, 'changed');
  }
  return marks.size === 0 ? noMarks : marks;
};

/** "2 rows changed, 1 new."; empty where nothing did. */
export const marksText = (marks: RowMarks): string => {
  const count = (mark: RowMark): number => [...marks.values()].filter((each) => each === mark).length;
  const changed = count('changed');
  const fresh = count('new');
  const parts = [
    changed > 0 ? `${changed} ${changed === 1 ? 'row' : 'rows'} changed` : '',
    fresh > 0 ? `${fresh} new` : '',
  ].filter((part) => part !== '');
  return parts.length === 0 ? '' : `${parts.join(', ')}.`;
};

import type { Listing } from '#shared/console-contract/listing.ts';
import type { ListedRow } from '#shared/console-contract/listing.ts';
import type { RowMark, RowMarks, TableRow } from '#ui/table/table-types.ts';

export const noMarks: RowMarks = new Map();

const textsById = <Row extends TableRow>(
  items: readonly ListedRow<Row>[],
  textOf: (row: Row) => string,
): Map<string, string> =>
  new Map(items.flatMap((item) => (item.kind === 'row' ? [[item.value.id, textOf(item.value)] as const] : [])));

/**
 * Which rows of `after` differ from what `before` showed. Nothing is marked where the two are different pages. Rows that
 * were not there are new on the first page only: on others they were pushed down from the page before.
 * @param textOf what the service says of a row: what else the console knows of it is no change
 */
export const marksBetween = <Row extends TableRow>(
  before: Listing<Row>,
  after: Listing<Row>,
  textOf: (row: Row) => string,
): RowMarks => {
  const samePage =
    before.profileId === after.profileId && before.page === after.page && before.pageSize === after.pageSize;
  if (!samePage) return noMarks;
  const old = textsById(before.rows, textOf);
  const marks = new Map<string, RowMark>();
  for (const [id, text] of textsById(after.rows, textOf)) {
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

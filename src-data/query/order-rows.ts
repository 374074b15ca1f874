import type { LoadedQuery } from '#shared/console-contract/loaded-query.ts';
import { fieldOf } from '#shared/migration-api/fields.ts';
import type { Pace } from '../rows/pace.ts';
import { sortByKey } from '../rows/sort-by-key.ts';
import type { TableView } from './table-view.ts';

type Sort = NonNullable<LoadedQuery['sort']>;

/** Times become whole numbers of 48 bits; rows without one come last in either direction. */
const timeShift = 2 ** 46;
const last = 2 ** 48 - 1;

const timeKey = (at: number, isAscending: boolean): number => {
  if (Number.isNaN(at)) return last;
  const within = Math.min(Math.max(Math.floor(at), -timeShift), timeShift);
  return timeShift + (isAscending ? within : -within);
};

/** Keys of a sort by number of the row. */
async function keysOf(
  { resource, table, column }: TableView,
  sort: Sort,
  pace: Pace,
): Promise<(row: number) => number> {
  const isAscending = sort.direction === 'ascending';
  if (sort.column === 'created') {
    const created = table.created();
    return (row) => timeKey(created[row] ?? Number.NaN, isAscending);
  }
  if (sort.column === 'id') {
    const ranks = await table.ids.ranks(pace);
    return (row) => (isAscending ? (ranks[row] ?? last) : last - (ranks[row] ?? 0));
  }
  const field = fieldOf(resource, 'sort', sort.column);
  const texts = field === null ? null : column(field);
  if (!texts) return () => 0;
  const ranks = await texts.ranks(pace);
  const codes = texts.codes();
  const none = ranks[0] ?? 0;
  return (row) => {
    const rank = ranks[codes[row] ?? 0] ?? none;
    if (rank >= none) return last;
    return isAscending ? rank : none - rank;
  };
}

/** Every row in an order; among equals, and without a sort, the newest first. */
export async function orderRows(view: TableView, sort: Sort | null, pace: Pace): Promise<Uint32Array> {
  const rows = Uint32Array.from({ length: view.table.count() }, (_, row) => row);
  await pace();
  const newest: Sort = { column: 'created', direction: 'descending' };
  for (const one of sort === null || sort.column === 'created' ? [sort ?? newest] : [newest, sort]) {
    const keyAt = await keysOf(view, one, pace);
    await sortByKey(rows, { keyAt, depth: 1 }, pace);
  }
  return rows;
}

import { attentionKinds } from '#shared/attention.ts';
import type { LoadedQuery } from '#shared/console-contract/loaded-query.ts';
import { fieldList, fieldOf, fieldsOf } from '#shared/migration-api/fields.ts';
import type { Pace } from '../rows/pace.ts';
import { sortByKey } from '../rows/sort-by-key.ts';
import type { Attention } from './find-attention.ts';
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

const newestFirst: Sort = { column: 'created', direction: 'descending' };

/** The orders of a table's rows. */
interface RowOrders {
  /** Every row in an order; among equals, and without a sort, the newest first. */
  readonly get: (sort: Sort | null, pace: Pace) => Promise<Uint32Array>;
  /** Makes what sorts by each column begin with, so that the first one is as quick as any. */
  readonly prepare: (pace: Pace) => Promise<void>;
}

export function createRowOrders(view: TableView): RowOrders {
  const { resource, table, column } = view;
  let newest: { readonly version: number; readonly rows: Promise<Uint32Array> } | null = null;

  const sortBy = async (rows: Uint32Array, sort: Sort, pace: Pace): Promise<Uint32Array> => {
    await sortByKey(rows, { keyAt: await keysOf(view, sort, pace), depth: 1 }, pace);
    return rows;
  };
  const everyRow = (): Uint32Array => {
    const rows = new Uint32Array(table.count());
    for (let row = 0; row < rows.length; row += 1) rows[row] = row;
    return rows;
  };
  const newestRows = (pace: Pace): Promise<Uint32Array> => {
    if (newest?.version === table.timesVersion()) return newest.rows;
    const made = { version: table.timesVersion(), rows: sortBy(everyRow(), newestFirst, pace) };
    made.rows.catch(() => newest === made && (newest = null));
    newest = made;
    return made.rows;
  };
  return {
    get: async (sort, pace) => {
      if (sort === null || (sort.column === 'created' && sort.direction === 'descending')) return newestRows(pace);
      return sortBy(sort.column === 'created' ? everyRow() : (await newestRows(pace)).slice(), sort, pace);
    },
    prepare: async (pace) => {
      await newestRows(pace);
      await table.ids.ranks(pace);
      for (const [field, { sort }] of fieldList(fieldsOf[resource]))
        if (sort !== undefined) await column(field)?.ranks(pace);
    },
  };
}

const stuck = attentionKinds.indexOf('stuck') + 1;

/** The same rows: those that are stuck first, the one that is so for longest before the others; the rest as they were. */
export async function stuckFirst({ kinds, counts, sinceOf }: Attention, rows: Uint32Array, pace: Pace) {
  if (counts.stuck === 0) return rows;
  const ordered = rows.slice();
  const keyAt = (row: number): number => (kinds[row] === stuck ? timeKey(sinceOf(row), true) : last);
  await sortByKey(ordered, { keyAt, depth: 1 }, pace);
  return ordered;
}

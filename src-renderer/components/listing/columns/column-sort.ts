import type { AttentionFilter } from '#shared/attention.ts';
import type { LoadedQuery } from '#shared/console-contract/loaded-query.ts';
import type { SortName } from '#shared/migration-api/fields.ts';
import type { TableSort } from '#ui/table/table-head.tsx';

export const newestFirst: TableSort = { column: 'col-created', direction: 'desc' };

/** Default order as the header shows it. In the "Needs attention" view, migrations stuck the longest come first. */
export const defaultOrder = (attention: readonly AttentionFilter[]): TableSort | null =>
  attention.length === 0 || !attention.includes('stuck') ? newestFirst : null;

export const nextSort = (sort: TableSort | null, column: string): TableSort | null => {
  if (sort?.column !== column) return { column, direction: 'asc' };
  return sort.direction === 'asc' ? { column, direction: 'desc' } : null;
};

export const parseSort = (raw: unknown, columns: ReadonlySet<string>): TableSort | null => {
  if (typeof raw !== 'string') return null;
  const [column = '', direction] = raw.split(' ');
  if (!columns.has(column) || (direction !== 'asc' && direction !== 'desc')) return null;
  return { column, direction };
};

export const sortText = (sort: TableSort | null): string | null => sort && `${sort.column} ${sort.direction}`;

const directions = { asc: 'ascending', desc: 'descending' } as const;

export const querySort = (sort: TableSort | null, columns: ReadonlyMap<string, SortName>): LoadedQuery['sort'] => {
  const column = sort ? columns.get(sort.column) : undefined;
  return sort && column ? { column, direction: directions[sort.direction] } : null;
};

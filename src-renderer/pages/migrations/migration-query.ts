import type { LoadedQuery, SortColumn } from '#shared/console-contract/loaded-query.ts';
import type { TableSort } from '../../components/listing/table/table-head.tsx';
import { createdBounds } from '../../components/loaded/created-bounds.ts';
import { querySort } from '../../components/loaded/next-sort.ts';
import type { MigrationFilters } from './migration-filters.ts';

const columns: ReadonlyMap<string, SortColumn> = new Map([
  ['col-status', 'status'],
  ['col-id', 'id'],
  ['col-company', 'company'],
  ['col-user', 'user'],
  ['col-created', 'created'],
]);

/** The columns that all migrations can be sorted by. */
export const sortableMigrationColumns: ReadonlySet<string> = new Set(columns.keys());

/** The filters of the page as the data process takes them. */
export const migrationQuery = (
  { text, status, company, user, created }: MigrationFilters,
  sort: TableSort | null,
  now: Date,
): LoadedQuery => ({
  search: text.trim(),
  statuses: [...status],
  companyIds: [...company],
  providers: [],
  users: [...user],
  ...createdBounds(created, now),
  sort: querySort(sort, columns),
});

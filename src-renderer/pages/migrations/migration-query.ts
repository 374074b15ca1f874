import type { LoadedQuery } from '#shared/console-contract/loaded-query.ts';
import { sortableColumns } from '../../components/listing/columns/sortable-columns.ts';
import type { TableSort } from '../../components/listing/table/table-head.tsx';
import { createdBounds } from '../../components/loaded/created-bounds.ts';
import { querySort } from '../../components/loaded/next-sort.ts';
import type { MigrationFilters } from './migration-filters.ts';

const columns = sortableColumns('migrations');

/** The columns that all migrations can be sorted by. */
export const sortableMigrationColumns: ReadonlySet<string> = new Set(columns.keys());

/** The filters of the page as the data process takes them. */
export const migrationQuery = (
  { text, status, company, user, created }: MigrationFilters,
  sort: TableSort | null,
  now: Date,
): LoadedQuery => ({
  search: text.trim(),
  filters: { status: [...status], company: [...company], user: [...user] },
  ...createdBounds(created, now),
  sort: querySort(sort, columns),
});

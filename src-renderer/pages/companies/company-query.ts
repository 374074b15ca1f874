import type { LoadedQuery } from '#shared/console-contract/loaded-query.ts';
import { sortableColumns } from '../../components/listing/columns/sortable-columns.ts';
import type { TableSort } from '../../components/listing/table/table-head.tsx';
import { createdBounds } from '../../components/loaded/created-bounds.ts';
import { querySort } from '../../components/loaded/next-sort.ts';
import type { CompanyFilters } from './company-filters.ts';

const columns = sortableColumns('companies');

/** The columns that all companies can be sorted by. */
export const sortableCompanyColumns: ReadonlySet<string> = new Set(columns.keys());

/** The filters of the page as the data process takes them. */
export const companyQuery = (
  { text, provider, created }: CompanyFilters,
  sort: TableSort | null,
  now: Date,
): LoadedQuery => ({
  search: text.trim(),
  filters: { provider: [...provider] },
  ...createdBounds(created, now),
  sort: querySort(sort, columns),
});

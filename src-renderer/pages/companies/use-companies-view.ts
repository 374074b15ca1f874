import { useNavigate, useSearch } from '@tanstack/react-router';
import { Ship } from 'lucide-react';
import { useCallback, useMemo } from 'react';
import { useLoadedState } from '../../api/loaded-state.ts';
import type { GroupKey } from '#shared/console-contract/loaded-query.ts';
import type { ListingSearch } from '../../components/listing/listing-search.ts';
import type { TableSort } from '../../components/listing/table/table-head.tsx';
import type { RowMenuMore } from '../../components/listing/table/use-row-menu.tsx';
import { sortText } from '../../components/loaded/next-sort.ts';
import type { CompaniesSearch } from './companies-search.ts';
import { companyFilters, type CompanyFilters } from './company-filters.ts';

/** What the route says of the Companies page, and how the page changes it. */
export interface CompaniesView {
  readonly search: CompaniesSearch;
  /** The same object until a filter changes. */
  readonly filters: CompanyFilters;
  readonly onSearch: (next: ListingSearch) => void;
  readonly onFilters: (change: Partial<CompanyFilters>) => void;
  readonly onView: (view: CompaniesSearch['view']) => void;
  readonly onGroup: (group: GroupKey | null) => void;
  readonly onSort: (sort: TableSort | null) => void;
  /** Leaves for the migrations of a company: all that are loaded, where any are, else those of the first page. */
  readonly onMigrations: (id: string) => void;
  /** The same in the menu of a row. */
  readonly menuMore: RowMenuMore;
}

export const useCompaniesView = (): CompaniesView => {
  const search = useSearch({ from: '/companies' });
  const navigate = useNavigate({ from: '/companies' });
  const loaded = useLoadedState('migrations');
  const view = loaded && loaded.rows > 0 ? 'all' : 'page';
  const change = useCallback(
    (next: Partial<CompaniesSearch>, replace = false) =>
      void navigate({ search: (before) => ({ ...before, ...next }), replace }),
    [navigate],
  );
  const onMigrations = useCallback(
    (id: string) => void navigate({ to: '/migrations', search: { company: [id], view } }),
    [navigate, view],
  );
  const wanted = JSON.stringify(companyFilters.parse({ ...search }));
  return {
    search,
    filters: useMemo(() => JSON.parse(wanted) as CompanyFilters, [wanted]),
    onSearch: change,
    // Typing is one step of the history, not one for each letter.
    onFilters: useCallback((next) => change(next, 'text' in next), [change]),
    onView: useCallback((next) => change({ view: next }), [change]),
    onGroup: useCallback((group) => change({ group }), [change]),
    onSort: useCallback((sort) => change({ sort: sortText(sort) }), [change]),
    onMigrations,
    menuMore: useCallback(
      (id) => ({
        kind: 'actions',
        ariaName: 'Migrations',
        onAction: () => onMigrations(id),
        lines: [
          {
            id: 'migrations',
            label: 'Show its migrations',
            icon: Ship,
            note: view === 'all' ? 'all loaded' : 'this page',
            keys: ['Enter'],
          },
        ],
      }),
      [onMigrations, view],
    ),
  };
};

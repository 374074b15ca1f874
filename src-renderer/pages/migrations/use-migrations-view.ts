import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import type { GroupKey } from '#shared/console-contract/loaded-query.ts';
import type { ListingSearch } from '../../components/listing/listing-search.ts';
import type { TableSort } from '../../components/listing/table/table-head.tsx';
import { sortText } from '../../components/loaded/next-sort.ts';
import type { MigrationsSearch } from './migrations-search.ts';
import { migrationFilters, type MigrationFilters } from './migration-filters.ts';

/** What the route says of the Migrations page, and how the page changes it. */
export interface MigrationsView {
  readonly search: MigrationsSearch;
  /** The same object until a filter changes. */
  readonly filters: MigrationFilters;
  readonly onSearch: (next: ListingSearch) => void;
  readonly onFilters: (change: Partial<MigrationFilters>) => void;
  readonly onView: (view: MigrationsSearch['view']) => void;
  readonly onGroup: (group: GroupKey | null) => void;
  readonly onSort: (sort: TableSort | null) => void;
  readonly onOpen: (id: string, how: 'open' | 'move') => void;
  readonly onClose: () => void;
  /** Shows what was found among all loaded rows, and opens one of it. */
  readonly onFound: (text: string, open: string) => void;
}

export const useMigrationsView = (): MigrationsView => {
  const search = useSearch({ from: '/migrations' });
  const navigate = useNavigate({ from: '/migrations' });
  const change = useCallback(
    (next: Partial<MigrationsSearch>, replace = false) =>
      void navigate({ search: (before) => ({ ...before, ...next }), replace }),
    [navigate],
  );
  const wanted = JSON.stringify(migrationFilters.parse({ ...search }));
  return {
    search,
    filters: useMemo(() => JSON.parse(wanted) as MigrationFilters, [wanted]),
    onSearch: change,
    onFilters: change,
    onView: useCallback((view) => change({ view }), [change]),
    onGroup: useCallback((group) => change({ group }), [change]),
    onSort: useCallback((sort) => change({ sort: sortText(sort) }), [change]),
    // Moving from row to row is one step of the history, not one for each row.
    onOpen: useCallback((open, how) => change({ open }, how === 'move'), [change]),
    onClose: useCallback(() => change({ open: null }), [change]),
    onFound: useCallback((found, open) => change({ view: 'all', text: found, sort: null, open }), [change]),
  };
};

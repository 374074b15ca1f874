import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useEffect, useMemo } from 'react';
import type { Resource } from '#shared/migration-api/fields.ts';
import { useConsoleState } from '../../api/profiles.ts';
import type { FiltersOf, ListFilters } from './filters/field-filters.ts';
import { keepView } from './kept-views.ts';
import type { ListingSearch, ListSearch, RowsView } from './listing-search.ts';

interface OpenRow {
  readonly open?: string | null;
}

type ViewSearch<Name extends Resource> = ListSearch<Name> & OpenRow;

export interface ListView<Name extends Resource> {
  readonly search: ViewSearch<Name>;
  /** The same object until a filter changes. */
  readonly filters: FiltersOf<Name>;
  /** `replace`: the change gets no history entry, for example while typing. */
  readonly change: (
    next: Partial<ListingSearch & RowsView & OpenRow> | Partial<FiltersOf<Name>>,
    how?: 'push' | 'replace',
  ) => void;
}

interface ViewedList<Name extends Resource> {
  readonly resource: Name;
  readonly filters: ListFilters<Name>;
}

export const useListView = <Name extends Resource>({
  resource,
  filters: { parse },
}: ViewedList<Name>): ListView<Name> => {
  const search = useSearch({ from: `/${resource}` as '/migrations' }) as unknown as ViewSearch<Name>;
  const navigate = useNavigate({ from: `/${resource}` as '/migrations' });
  const change = useCallback<ListView<Name>['change']>(
    (next, how = 'push') =>
      void navigate({ search: ((before: object) => ({ ...before, ...next })) as never, replace: how === 'replace' }),
    [navigate],
  );
  const profileId = useConsoleState()?.profile.id;
  useEffect(() => keepView(profileId, `/${resource}`, search), [profileId, resource, search]);
  const filtersJson = JSON.stringify(parse({ ...search }));
  const filters = useMemo(() => JSON.parse(filtersJson) as FiltersOf<Name>, [filtersJson]);
  return { search, filters, change };
};

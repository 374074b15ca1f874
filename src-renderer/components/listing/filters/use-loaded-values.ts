import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { LoadedGroups } from '#shared/console-contract/loaded-calls.ts';
import type { LoadedQuery } from '#shared/console-contract/loaded-query.ts';
import type { FilterName, Resource } from '#shared/migration-api/fields.ts';
import { useConsole } from '../../../api/console-context.tsx';
import { useLoadedState } from '../../../api/loaded.ts';

type Groups = LoadedGroups['groups'];

interface LoadedValues {
  /** Returns a field's values with their row counts. Empty until counted. */
  readonly groupsOf: (by: FilterName) => Groups;
  /** Called on hover or focus of a filter, so that counting starts early. */
  readonly onNear: () => void;
  /** Counts only values of this filter whose names match, because a response has at most 1,000 values. */
  readonly search: (by: FilterName, text: string) => void;
}

const noGroups: Groups = [];

/**
 * Returns the filter values of loaded rows. A filter's counts respect all other filters but not the filter itself, so
 * that its other values can still be selected.
 * @param isNamed whether an active filter gets its value names from the counts
 */
export const useLoadedValues = (
  resource: Resource,
  filters: readonly FilterName[],
  query: LoadedQuery,
  isNamed: boolean,
): LoadedValues => {
  const { api } = useConsole();
  const { version = 0, rows = 0 } = useLoadedState(resource) ?? {};
  const [isNear, setNear] = useState(false);
  const [searched, setSearched] = useState<{ readonly by: FilterName; readonly text: string } | null>(null);
  const { sort: _sort, ...narrowed } = query;
  const { data } = useQuery({
    queryKey: ['loaded', resource, 'values', filters, narrowed, searched, version],
    queryFn: async ({ signal }) => {
      const groupReads = filters.map(async (by) => {
        const label = searched?.by === by ? searched.text : '';
        const queryWithoutFilter = { ...narrowed, filters: { ...narrowed.filters, [by]: [] } };
        const { groups } = await api.loaded.groups({ resource, query: queryWithoutFilter, by, label }, { signal });
        return [by, groups] as const;
      });
      return new Map<FilterName, Groups>(await Promise.all(groupReads));
    },
    enabled: rows > 0 && (isNear || isNamed),
    placeholderData: (before) => before,
    gcTime: 0,
  });
  return {
    onNear: () => setNear(true),
    search: (by, text) => setSearched(text === '' ? null : { by, text }),
    groupsOf: (by) => data?.get(by) ?? noGroups,
  };
};

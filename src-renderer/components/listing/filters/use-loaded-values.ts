import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { LoadedGroups } from '#shared/console-contract/loaded-calls.ts';
import type { LoadedQuery } from '#shared/console-contract/loaded-query.ts';
import type { FilterName, Resource } from '#shared/migration-api/fields.ts';
import { useConsole } from '../../../api/console-context.tsx';
import { useLoadedState } from '../../../api/loaded.ts';

type Groups = LoadedGroups['groups'];

interface LoadedValues {
  /** The values of a field with how many rows have each; none until they were counted. */
  readonly groupsOf: (by: FilterName) => Groups;
  /** Called on hover or focus of a filter: the values are counted. */
  readonly onNear: () => void;
  /** Counts only one filter's values whose names contain the search string; a response has at most 1,000. */
  readonly search: (by: FilterName, text: string) => void;
}

const noGroups: Groups = [];

/**
 * The values of loaded rows for the filters. The counts of a filter respect all others, and not the filter itself: its other
 * values stay in reach.
 * @param isNamed whether a filter is set, whose values are named by what was counted
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
      const counted = filters.map(async (by) => {
        const label = searched?.by === by ? searched.text : '';
        const others = { ...narrowed, filters: { ...narrowed.filters, [by]: [] } };
        const { groups } = await api.loaded.groups({ resource, query: others, by, label }, { signal });
        return [by, groups] as const;
      });
      return new Map<FilterName, Groups>(await Promise.all(counted));
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

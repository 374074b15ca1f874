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
  const { sort: _sort, ...narrowed } = query;
  const { data } = useQuery({
    queryKey: ['loaded', resource, 'values', filters, narrowed, version],
    queryFn: async ({ signal }) => {
      const counted = filters.map(async (by) => {
        const others = { ...narrowed, filters: { ...narrowed.filters, [by]: [] } };
        const { groups } = await api.loaded.groups({ resource, query: others, by }, { signal });
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
    groupsOf: (by) => data?.get(by) ?? noGroups,
  };
};

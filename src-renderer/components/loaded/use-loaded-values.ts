import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { LoadedGroups } from '#shared/console-contract/loaded-calls.ts';
import type { GroupKey, LoadedResource } from '#shared/console-contract/loaded-query.ts';
import { useConsole } from '../../api/console-context.tsx';
import { useLoadedState } from '../../api/loaded-state.ts';
import type { FilterValue } from '../listing/filters/filter-values.ts';

interface LoadedValues {
  /** The values that loaded rows have; what is chosen is among them also where no row has it. */
  readonly valuesOf: (
    by: GroupKey,
    chosen: readonly string[],
    labelOf: (key: string, name: string | null) => string,
  ) => readonly FilterValue[];
  /** Somebody is about to open a filter: the values are counted. */
  readonly onNear: () => void;
}

type Groups = LoadedGroups['groups'];
const noGroups: Groups = [];

/** The values of all loaded rows for the filters, counted when somebody comes near them: a million rows take a moment. */
export const useLoadedValues = (resource: LoadedResource, keys: readonly GroupKey[], named: boolean): LoadedValues => {
  const { api } = useConsole();
  const version = useLoadedState(resource)?.version ?? 0;
  const [near, setNear] = useState(false);
  const { data } = useQuery({
    queryKey: ['loaded', resource, 'values', keys, version],
    queryFn: async ({ signal }) => {
      const counted = keys.map(async (by) => {
        const { groups } = await api.loaded.groups({ resource, query: {}, by }, { signal });
        return [by, groups] as const;
      });
      return new Map<GroupKey, Groups>(await Promise.all(counted));
    },
    // A filter that is set is named by what was counted.
    enabled: near || named,
    placeholderData: (before) => before,
    gcTime: 0,
  });
  return {
    onNear: () => setNear(true),
    valuesOf: (by, chosen, labelOf) => {
      const groups = data?.get(by) ?? noGroups;
      const known = new Set(groups.map(({ key }) => key));
      return [
        ...groups.map(({ key, label, count }) => ({ id: key, label: labelOf(key, label), rows: count })),
        ...chosen.filter((key) => !known.has(key)).map((key) => ({ id: key, label: labelOf(key, null), rows: 0 })),
      ];
    },
  };
};

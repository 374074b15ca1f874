import { useMemo } from 'react';
import { maxQuietRows } from '#shared/list-limits.ts';
import type { Resource } from '#shared/migration-api/fields.ts';
import {
  attentionBarFilter,
  type BarFilter,
  daysBarFilter,
  preloadMenus,
  valueBarFilter,
} from '../listing/filters/bar-filter.tsx';
import { parseDays, sincePresets } from '#ui/filters/days-choice.ts';
import { chosenOf } from '../listing/filters/field-filters.ts';
import { useChosenNames } from '../listing/filters/use-chosen-names.ts';
import { useLoadedValues } from '../listing/filters/use-loaded-values.ts';
import { groupLines, valuesInGroups } from '../listing/filters/value-filters.ts';
import type { List } from '../listing/list-definition.ts';
import { loadAllLabel } from '../load/use-load-all.tsx';
import { groupBarFilter } from '../loaded/groups/group-filter.tsx';
import type { ListRows } from './use-list-rows.ts';

interface BarFilters {
  readonly filters: readonly BarFilter[];
  readonly onNear: () => void;
}

export const useBarFilters = <Name extends Resource>(list: List<Name>, rows: ListRows<Name>): BarFilters => {
  const { resource, valueFilters } = list.definition;
  const { filters, search, change } = list.view;
  const { state, query, isWhole, total, loadAll } = rows;
  const chips = useMemo(() => valueFilters.filter(({ chip }) => chip), [valueFilters]);
  const names = useMemo(() => chips.map(({ name }) => name), [chips]);
  const chosenName = useChosenNames(valueFilters, filters);
  // The chip of an active filter needs the counts for the value's name and the number of values.
  const isNamed = chips.some((filter) => chosenOf(filters, filter).length > 0);
  const values = useLoadedValues(resource, names, query, isNamed);
  const isQuiet = total !== null && total <= maxQuietRows;
  const load =
    state?.phase === 'none'
      ? { label: loadAllLabel(total), isQuiet, press: isQuiet ? loadAll.load : loadAll.press }
      : null;
  const valueChips = chips.map((filter) => {
    const chosenValues = chosenOf(filters, filter);
    return valueBarFilter({
      id: filter.name,
      icon: filter.icon,
      name: filter.label,
      values: () => valuesInGroups(values.groupsOf(filter.name), filter, chosenValues, chosenName),
      onSearch: (text) => values.search(filter.name, text),
      load,
      chosen: chosenValues,
      onChoose: (next) => change({ [filter.name]: next } as never),
      styleOf: filter.styleOf,
    });
  });
  return {
    onNear: () => {
      preloadMenus();
      values.onNear();
    },
    filters: [
      ...(filters.attention.length === 0
        ? []
        : [attentionBarFilter(filters.attention, (attention) => change({ attention } as never))]),
      ...valueChips,
      daysBarFilter({
        id: 'created',
        name: 'Created',
        days: parseDays(filters.created),
        onChoose: (created) => change({ created } as never),
      }),
      ...(resource === 'migrations'
        ? [
            daysBarFilter({
              id: 'changed',
              name: 'Changed',
              days: parseDays(filters.changed, sincePresets),
              isOpenEnded: true,
              onChoose: (changed) => change({ changed } as never),
            }),
          ]
        : []),
      ...(isWhole ? [groupBarFilter(groupLines(valueFilters), search.group, (by) => change({ group: by }))] : []),
    ],
  };
};

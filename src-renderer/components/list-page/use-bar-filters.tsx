import { Inbox, Rows3 } from 'lucide-react';
import { type AttentionFilter, attentionFilters, attentionKinds } from '#shared/attention.ts';
import { attentionNames } from '#shared/attention-names.ts';
import type { GroupKey, LoadedQuery } from '#shared/console-contract/loaded-query.ts';
import { daysFilter } from '#ui/filters/days-filter.tsx';
import type { ChipFilter } from '#ui/filters/filter-chip.tsx';
import { oneOf } from '#ui/filters/one-of.tsx';
import { lazyPart } from '#ui/state/lazy-part.tsx';
import { keepPreviousData } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { LoadedGroups } from '#shared/console-contract/loaded-calls.ts';
import type { FilterName, Resource } from '#shared/migration-api/fields.ts';
import { useRead } from '../../api/console-api.ts';
import { useLoadedState } from '../../api/loaded.ts';
import { useCompanyNames } from '../../api/companies.ts';
import { chosenOf, type FiltersOf } from '../listing/filters/field-filters.ts';
import { chosenText, groupLines, type ValueFilter, valuesInGroups } from '../listing/filters/value-filters.ts';
import { maxQuietRows } from '#shared/list-limits.ts';
import { daysText, parseDays, sincePresets } from '#ui/filters/days-choice.ts';
import type { List } from '../listing/list-definition.ts';
import { loadAllLabel } from '../load/use-load-all.tsx';
import type { ListRows } from './use-list-rows.ts';

const menus = () => import('../listing/filters/choice-menus.tsx');
const ValueMenu = lazyPart(menus, 'ValueMenu');
const AttentionMenu = lazyPart(menus, 'AttentionMenu');

const isAnyReason = (chosen: readonly AttentionFilter[]): boolean =>
  chosen.length === attentionKinds.length && !chosen.includes('handled');

const attentionChoice = (chosen: readonly AttentionFilter[]): string => {
  const [first] = chosen;
  if (chosen.length === 1 && first !== undefined) return attentionNames[first];
  return isAnyReason(chosen) ? 'Any reason' : `${chosen.length} of ${attentionFilters.length}`;
};

const attentionFilter = (
  chosen: readonly AttentionFilter[],
  onChoose: (wanted: readonly AttentionFilter[]) => void,
): ChipFilter => ({
  icon: Inbox,
  name: 'Needs attention',
  shortName: 'Attention',
  choice: attentionChoice(chosen),
  opens: 'menu',
  onClear: () => onChoose([]),
  renderChoice: (place) => <AttentionMenu {...{ chosen, onChoose, place }} />,
});

const groupFilter = (
  keys: readonly (readonly [GroupKey, string])[],
  by: GroupKey | null,
  onGroup: (by: GroupKey | null) => void,
): ChipFilter => ({
  ...oneOf({
    filter: { name: 'Group by', icon: Rows3, shortName: 'Group' },
    head: 'Group by',
    lines: [{ id: 'none', label: 'No groups' }, ...keys.map(([id, label]) => ({ id, label }))],
    chosen: by ?? 'none',
    onChoose: (chosen) => onGroup(keys.find(([key]) => key === chosen)?.[0] ?? null),
  }),
  isOrder: true,
  choice: keys.find(([key]) => key === by)?.[1] ?? null,
});

type Groups = LoadedGroups['groups'];

const noGroups: Groups = [];

/**
 * Returns the filter values of loaded rows. A filter's counts respect all other filters but not the filter itself, so
 * that its other values can still be selected.
 * @param isNamed whether an active filter gets its value names from the counts
 */
const useLoadedValues = (resource: Resource, filters: readonly FilterName[], query: LoadedQuery, isNamed: boolean) => {
  const { version = 0, rows = 0 } = useLoadedState(resource) ?? {};
  const [isNear, setNear] = useState(false);
  const [searched, setSearched] = useState<{ readonly by: FilterName; readonly text: string } | null>(null);
  const { sort: _sort, ...narrowed } = query;
  const { data } = useRead(
    ['loaded', resource, 'values', filters, narrowed, searched, version],
    async (api, options) => {
      const groupReads = filters.map(async (by) => {
        const label = searched?.by === by ? searched.text : '';
        const queryWithoutFilter = { ...narrowed, filters: { ...narrowed.filters, [by]: [] } };
        const { groups } = await api.loaded.groups({ resource, query: queryWithoutFilter, by, label }, options);
        return [by, groups] as const;
      });
      return new Map<FilterName, Groups>(await Promise.all(groupReads));
    },
    { enabled: rows > 0 && (isNear || isNamed), placeholderData: keepPreviousData, gcTime: 0 },
  );
  return {
    /** Called on hover or focus of a filter, so that counting starts early. */
    onNear: () => setNear(true),
    /** Counts only values of this filter whose names match, because a response has at most 1,000 values. */
    search: (by: FilterName, text: string) => setSearched(text === '' ? null : { by, text }),
    groupsOf: (by: FilterName) => data?.get(by) ?? noGroups,
  };
};

const useChosenNames = <Name extends Resource>(
  valueFilters: readonly ValueFilter[],
  filters: FiltersOf<Name>,
): ((value: string) => string | null) => {
  // Only company IDs have display names that differ from the value.
  const companies = useCompanyNames(
    valueFilters.flatMap((filter) => (filter.namedBy === undefined ? [] : chosenOf(filters, filter))),
  );
  return (id) => companies.get(id)?.providerCompanyName ?? null;
};

export const useBarFilters = <Name extends Resource>(list: List<Name>, rows: ListRows<Name>) => {
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
  const valueChips = chips.map((filter): ChipFilter => {
    const { name, label, icon, styleOf } = filter;
    const chosen = chosenOf(filters, filter);
    const listed = () => valuesInGroups(values.groupsOf(name), filter, chosen, chosenName);
    const onChoose = (next: readonly string[]): void => change({ [name]: next } as never);
    return {
      icon,
      name: label,
      choice: chosen.length === 0 ? null : chosenText(chosen, listed()),
      opens: 'menu',
      onClear: () => onChoose([]),
      renderChoice: (place) => (
        <ValueMenu
          {...{ name: label, values: listed, chosen, onChoose, load, styleOf, place }}
          onSearch={(text) => values.search(name, text)}
        />
      ),
    };
  });
  return {
    onNear: () => {
      void menus().catch(() => undefined);
      values.onNear();
    },
    filters: [
      filters.attention.length > 0 && attentionFilter(filters.attention, (attention) => change({ attention } as never)),
      ...valueChips,
      daysFilter({
        name: 'Created',
        days: parseDays(filters.created),
        onChoose: (created) => change({ created: created && daysText(created) } as never),
      }),
      resource === 'migrations' &&
        daysFilter({
          name: 'Changed',
          days: parseDays(filters.changed, sincePresets),
          isOpenEnded: true,
          onChoose: (changed) => change({ changed: changed && daysText(changed) } as never),
        }),
      isWhole && groupFilter(groupLines(valueFilters), search.group, (by) => change({ group: by })),
    ].filter((filter) => filter !== false),
  };
};

import { CircleDot, type LucideIcon, Tag } from 'lucide-react';
import type { LoadedGroups } from '#shared/console-contract/loaded-calls.ts';
import type { GroupKey, LoadedQuery } from '#shared/console-contract/loaded-query.ts';
import {
  type FieldFilter,
  fieldFilters,
  type FieldKind,
  type FilterName,
  type Resource,
} from '#shared/migration-api/fields.ts';
import type { MenuLine } from '#ui/menu/pop-menu.tsx';
import type { TableSort } from '#ui/table/table-head.tsx';
import { shortIdText } from '#ui/values/ids.tsx';
import { querySort } from '../columns/column-sort.ts';
import { statusStyleOf } from '#ui/status/status-style.ts';
import { sortableColumns } from '../columns/sortable-columns.ts';
import { boundsOf } from '#ui/filters/day-range.ts';
import { type DaysChoice, parseDays, sincePresets } from '#ui/filters/days-choice.ts';
import { chipsOf, chosenOf, type FiltersOf, type FilterValue } from './field-filters.ts';

export const loadedQueryOf = <Name extends Resource>(
  resource: Name,
  filters: FiltersOf<Name>,
  sort: TableSort | null,
  now: Date,
): LoadedQuery => ({
  search: filters.text.trim(),
  filters: Object.fromEntries(chipsOf(resource).map((chip) => [chip.name, [...chosenOf(filters, chip)]])),
  ...createdBounds(filters.created, now),
  changedFrom: filters.changed === 'visit' ? 'visit' : timesOf(parseDays(filters.changed, sincePresets), now)[0],
  attention: [...filters.attention],
  sort: querySort(sort, sortableColumns(resource)),
});

interface ValueStyle {
  readonly icon: LucideIcon;
  readonly labelOf: (value: string, name: string | null) => string;
  readonly styleOf?: (value: string) => Pick<MenuLine, 'icon' | 'tone'>;
}

export interface ValueFilter extends Pick<FieldFilter, 'name' | 'field' | 'label' | 'namedBy' | 'chip'>, ValueStyle {}

const plainStyle: Pick<ValueStyle, 'icon' | 'labelOf'> = { icon: Tag, labelOf: (value) => value };
const kindStyles: Readonly<Record<FieldKind, ValueStyle>> = {
  text: plainStyle,
  time: plainStyle,
  id: { icon: Tag, labelOf: (id, name) => name ?? shortIdText(id) },
  status: {
    icon: CircleDot,
    labelOf: (status) => statusStyleOf(status).label,
    styleOf: (status) => {
      const { icon, tone } = statusStyleOf(status);
      return { icon, tone: `tone-${tone}` };
    },
  },
};

/**
 * Returns a resource's filters from its fields.
 * @param own overrides for filters that differ from the default of their kind; `without` labels rows without a value
 */
export const valueFilters = (
  resource: Resource,
  own: Partial<Record<FilterName, Partial<ValueStyle> & { readonly without?: string }>>,
): readonly ValueFilter[] =>
  fieldFilters(resource).map((filter) => {
    const { without = `No ${filter.label.toLowerCase()}`, ...look } = own[filter.name] ?? {};
    const styles = { ...kindStyles[filter.kind], ...look };
    const labelOf: ValueStyle['labelOf'] = (value, name) => (value === '' ? without : styles.labelOf(value, name));
    return { ...filter, ...styles, labelOf };
  });

export const chosenText = (chosen: readonly string[], values: readonly FilterValue[]): string | null => {
  if (chosen.length === 0) return null;
  if (chosen.length > 1) return `${chosen.length} of ${values.length}`;
  return values.find(({ id }) => id === chosen[0])?.label ?? chosen[0] ?? null;
};

type GroupHead = Pick<LoadedGroups['groups'][number], 'key' | 'label'>;

/**
 * Returns the values of loaded rows from counted groups, and selected values without rows.
 * @param knownName returns the names of selected values without rows
 */
export const valuesInGroups = (
  groups: readonly Omit<LoadedGroups['groups'][number], 'newest'>[],
  { namedBy, labelOf }: Pick<ValueFilter, 'namedBy' | 'labelOf'>,
  chosen: readonly string[],
  knownName: (value: string) => string | null,
): readonly FilterValue[] => {
  const countedKeys = new Set(groups.map(({ key }) => key));
  const nameOf = (value: string): string | null => (namedBy === undefined ? null : knownName(value));
  return [
    ...groups.map(({ key, label, count }) => ({ id: key, label: labelOf(key, label ?? nameOf(key)), rows: count })),
    ...chosen
      .filter((key) => !countedKeys.has(key))
      .map((key) => ({ id: key, label: labelOf(key, nameOf(key)), rows: 0 })),
  ];
};

export const groupLines = (filters: readonly ValueFilter[]): readonly (readonly [GroupKey, string])[] => [
  ...filters.map(({ name, label }) => [name, label] as const),
  ['day', 'Day'],
];

export const groupLabel = (filters: readonly ValueFilter[], by: GroupKey, { key, label }: GroupHead): string =>
  by === 'day' ? key || 'No date' : (filters.find(({ name }) => name === by)?.labelOf(key, label) ?? key);

const isoTime = (ms: number): string | null => (Number.isFinite(ms) ? new Date(ms).toISOString() : null);

/** Returns the start and end of a day filter as instants. Null for an open end. */
const timesOf = (days: DaysChoice | null, now: Date): readonly [from: string | null, to: string | null] => {
  if (days === null) return [null, null];
  const [from, after] = boundsOf(days, now);
  return [isoTime(from), isoTime(after)];
};

export const createdBounds = (
  created: string | null,
  now: Date,
): { readonly createdFrom: string | null; readonly createdTo: string | null } => {
  const [createdFrom, createdTo] = timesOf(parseDays(created), now);
  return { createdFrom, createdTo };
};

import { CircleDot, type LucideIcon, Tag } from 'lucide-react';
import type { LoadedGroups } from '#shared/console-contract/loaded-calls.ts';
import type { GroupKey } from '#shared/console-contract/loaded-query.ts';
import {
  type FieldFilter,
  fieldFilters,
  type FieldKind,
  type FilterName,
  type Resource,
} from '#shared/migration-api/fields.ts';
import type { MenuLine } from '#ui/menu/menu-parts.ts';
import { shortIdText } from '#ui/values/ids.ts';
import { type FilterValue, valuesOf } from './filter-values.ts';
import { statusLookOf } from '../../migration/status-looks.ts';

/** How the values of a field look where rows are filtered or grouped by it. */
interface ValueLook {
  readonly icon: LucideIcon;
  /** `''` is the value of rows without one. `name` is what stands for a value, as a company's name for its id. */
  readonly labelOf: (value: string, name: string | null) => string;
  readonly lookOf?: (value: string) => Pick<MenuLine, 'icon' | 'tone'>;
}

/** A filter by the values that rows have of one field. */
export interface ValueFilter extends Pick<FieldFilter, 'name' | 'field' | 'label' | 'namedBy' | 'chip'>, ValueLook {}

const plain: Pick<ValueLook, 'icon' | 'labelOf'> = { icon: Tag, labelOf: (value) => value };
const kindLooks: Readonly<Record<FieldKind, ValueLook>> = {
  text: plain,
  time: plain,
  id: { icon: Tag, labelOf: (id, name) => name ?? shortIdText(id) },
  status: {
    icon: CircleDot,
    labelOf: (status) => statusLookOf(status).label,
    lookOf: (status) => {
      const { icon, tone } = statusLookOf(status);
      return { icon, tone: `tone-${tone}` };
    },
  },
};

/**
 * The filters of a resource by its fields.
 * @param own looks of those that are shown in another way than their kind; `without` names rows without a value
 */
export const valueFilters = (
  resource: Resource,
  own: Partial<Record<FilterName, Partial<ValueLook> & { readonly without?: string }>>,
): readonly ValueFilter[] =>
  fieldFilters(resource).map((filter) => {
    const { without = `No ${filter.label.toLowerCase()}`, ...look } = own[filter.name] ?? {};
    const shown = { ...kindLooks[filter.kind], ...look };
    const labelOf: ValueLook['labelOf'] = (value, name) => (value === '' ? without : shown.labelOf(value, name));
    return { ...filter, ...shown, labelOf };
  });

type GroupHead = Pick<LoadedGroups['groups'][number], 'key' | 'label'>;

/**
 * The values that the rows of a page have.
 * @param knownName names a chosen value that no row of the page has
 */
export const valuesInRows = (
  rows: readonly object[],
  { field, namedBy, labelOf }: Pick<ValueFilter, 'field' | 'namedBy' | 'labelOf'>,
  chosen: readonly string[],
  knownName: (value: string) => string | null,
): readonly FilterValue[] => {
  const texts = rows as readonly Readonly<Record<string, string | null>>[];
  const nameOf = (value: string): string | null =>
    namedBy === undefined ? null : (texts.find((row) => row[field] === value)?.[namedBy] ?? knownName(value));
  return valuesOf(
    texts.map((row) => row[field] ?? ''),
    chosen,
    (value) => labelOf(value, nameOf(value)),
  );
};

/** What loaded rows can be grouped by, and how a person calls it. */
export const groupLines = (filters: readonly ValueFilter[]): readonly (readonly [GroupKey, string])[] => [
  ...filters.map(({ name, label }) => [name, label.toLowerCase()] as const),
  ['day', 'day'],
];

/** How the head of a group names it. */
export const groupLabel = (filters: readonly ValueFilter[], by: GroupKey, { key, label }: GroupHead): string =>
  by === 'day' ? key || 'No day' : (filters.find(({ name }) => name === by)?.labelOf(key, label) ?? key);

import { type AttentionFilter, attentionFilters } from '#shared/attention.ts';
import { type ChipName, type FieldFilter, fieldFilters, type Resource } from '#shared/migration-api/fields.ts';
import { sortableColumns } from '../columns/sortable-columns.ts';
import { daysText, parseDays, sincePresets } from '#ui/filters/days-choice.ts';

const maxValues = 100;
const maxTextLength = 200;

/** Parses a search string from a route. The router parses strings of digits as numbers. */
const parseText = (raw: unknown): string =>
  typeof raw === 'string' || typeof raw === 'number' ? String(raw).slice(0, maxTextLength) : '';

export const parseValues = (raw: unknown): readonly string[] => {
  const list: readonly unknown[] = Array.isArray(raw) ? raw : [raw];
  const texts = list.filter((each) => typeof each === 'string' && each.length <= 1000) as string[];
  return [...new Set(texts)].slice(0, maxValues);
};

export interface FilterValue {
  readonly id: string;
  readonly label: string;
  readonly rows: number;
}

interface PlainFilters {
  readonly text: string;
  readonly created: string | null;
  /** Finds rows changed since then: a day or a preset of `sincePresets`. Always null for companies. */
  readonly changed: string | null;
  /** Finds migrations that need attention for one of these reasons, or that are handled. Always empty for companies. */
  readonly attention: readonly AttentionFilter[];
}

/** Active filters of a list. An empty list, an empty string and null match every row. */
export type FiltersOf<Name extends Resource> = PlainFilters & {
  /** Selected values by filter name. '' selects rows without a value. */
  readonly [Chip in ChipName<Name>]: readonly string[];
};

export interface ListFilters<Name extends Resource> {
  readonly none: FiltersOf<Name>;
  readonly parse: (raw: Record<string, unknown>) => FiltersOf<Name>;
  readonly active: (filters: FiltersOf<Name>) => number;
  readonly sortable: ReadonlySet<string>;
}

export const chipsOf = (resource: Resource): readonly FieldFilter[] =>
  fieldFilters(resource).filter(({ chip }) => chip);

export const chosenOf = (filters: object, { name }: Pick<FieldFilter, 'name'>): readonly string[] =>
  (filters as Readonly<Record<string, readonly string[] | undefined>>)[name] ?? [];

const parseAttention = (resource: Resource, raw: unknown): readonly AttentionFilter[] => {
  const attentionValues = resource === 'migrations' ? parseValues(raw) : [];
  return attentionFilters.filter((attentionFilter) => attentionValues.includes(attentionFilter));
};

export function createListFilters<Name extends Resource>(resource: Name): ListFilters<Name> {
  const chips = chipsOf(resource);
  // TypeScript can't infer that a generic resource's chips are its filters.
  const createFilters = (plain: PlainFilters, chosenValuesOf: (name: string) => readonly string[]) =>
    ({ ...plain, ...Object.fromEntries(chips.map(({ name }) => [name, chosenValuesOf(name)])) }) as FiltersOf<Name>;
  return {
    none: createFilters({ text: '', created: null, changed: null, attention: [] }, () => []),
    sortable: new Set(sortableColumns(resource).keys()),
    active: (filters) =>
      [
        filters.text.trim(),
        filters.created,
        filters.changed,
        filters.attention.length > 0,
        ...chips.filter((chip) => chosenOf(filters, chip).length > 0),
      ].filter(Boolean).length,
    parse: (raw) => {
      const createdDays = parseDays(raw['created']);
      const attention = parseAttention(resource, raw['attention']);
      const changedDays = resource === 'migrations' ? parseDays(raw['changed'], sincePresets) : null;
      const days = { created: createdDays && daysText(createdDays), changed: changedDays && daysText(changedDays) };
      return createFilters({ text: parseText(raw['text']), ...days, attention }, (name) => parseValues(raw[name]));
    },
  };
}

import { type ChipName, type FieldFilter, fieldFilters, type Resource } from '#shared/migration-api/fields.ts';
import { sortableColumns } from '../columns/sortable-columns.ts';
import { createdText, parseCreated } from './created-range.ts';
import { parseText, parseValues } from './filter-values.ts';

/** What narrows the rows of a list; an empty list, an empty text and null narrow nothing. */
export type FiltersOf<Name extends Resource> = {
  /** Values of a field by the name of its filter; the empty text stands for rows without one. */
  readonly [Chip in ChipName<Name>]: readonly string[];
} & {
  /** Part of what a search looks into. */
  readonly text: string;
  /** As `parseCreated` reads it. */
  readonly created: string | null;
};

/** The filters of a list by its fields. */
export interface ListFilters<Name extends Resource> {
  readonly none: FiltersOf<Name>;
  /** From the search parameters of a route; what makes no sense is none. */
  readonly parse: (raw: Record<string, unknown>) => FiltersOf<Name>;
  /** How many of them narrow the rows. */
  readonly active: (filters: FiltersOf<Name>) => number;
  /** The columns that all rows can be sorted by. */
  readonly sortable: ReadonlySet<string>;
}

/** The filters that a list has chips for. */
export const chipsOf = (resource: Resource): readonly FieldFilter[] =>
  fieldFilters(resource).filter(({ chip }) => chip);

/** The chosen values of a filter. */
export const chosenOf = (filters: object, { name }: Pick<FieldFilter, 'name'>): readonly string[] =>
  (filters as Readonly<Record<string, readonly string[] | undefined>>)[name] ?? [];

export function createListFilters<Name extends Resource>(resource: Name): ListFilters<Name> {
  const chips = chipsOf(resource);
  // Of a name that is not known yet, TypeScript does not see that these are its filters.
  const by = (text: string, created: string | null, valuesOf: (name: string) => readonly string[]) =>
    ({ text, created, ...Object.fromEntries(chips.map(({ name }) => [name, valuesOf(name)])) }) as FiltersOf<Name>;
  return {
    none: by('', null, () => []),
    sortable: new Set(sortableColumns(resource).keys()),
    active: (filters) =>
      [filters.text.trim(), filters.created, ...chips.filter((chip) => chosenOf(filters, chip).length > 0)].filter(
        Boolean,
      ).length,
    parse: (raw) => {
      const created = parseCreated(raw['created']);
      return by(parseText(raw['text']), created && createdText(created), (name) => parseValues(raw[name]));
    },
  };
}

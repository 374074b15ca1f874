import type { LoadedQuery } from '#shared/console-contract/loaded-query.ts';
import { type ChipName, fieldFilters, fieldList, fieldsOf, type Resource } from '#shared/migration-api/fields.ts';
import type { RowOf } from '../../../api/listings.ts';
import { createdBounds } from '../../loaded/created-bounds.ts';
import { querySort } from '../../loaded/next-sort.ts';
import { sortableColumns } from '../columns/sortable-columns.ts';
import type { TableSort } from '../table/table-head.tsx';
import { boundsOf, createdText, isWithin, parseCreated } from './created-range.ts';
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
  /** Whether a row passes all; null where none is set. Days are those of this computer; case does not count. */
  readonly matcher: (filters: FiltersOf<Name>, now: Date) => ((row: RowOf[Name]) => boolean) | null;
  /** The same as the data process takes them. */
  readonly query: (filters: FiltersOf<Name>, sort: TableSort | null, now: Date) => LoadedQuery;
  /** The columns that all rows can be sorted by. */
  readonly sortable: ReadonlySet<string>;
}

type Texts = Readonly<Record<string, string | null>>;

const folded = (text: string): string => text.trim().toLocaleLowerCase();

export function createListFilters<Name extends Resource>(resource: Name): ListFilters<Name> {
  const chips = fieldFilters(resource).filter(({ chip }) => chip);
  const searched = fieldList(fieldsOf[resource]).flatMap(([name, { search }]) =>
    search === 'page and loaded' ? [name] : [],
  );
  const columns = sortableColumns(resource);
  // Of a name that is not known yet, TypeScript does not see that these are its filters.
  const by = (text: string, created: string | null, valuesOf: (name: string) => readonly string[]) =>
    ({ text, created, ...Object.fromEntries(chips.map(({ name }) => [name, valuesOf(name)])) }) as FiltersOf<Name>;
  const chosenIn = (filters: FiltersOf<Name>, name: string) =>
    (filters as unknown as Readonly<Record<string, readonly string[]>>)[name] ?? [];
  const active = (filters: FiltersOf<Name>): number =>
    [folded(filters.text), filters.created, ...chips.filter(({ name }) => chosenIn(filters, name).length > 0)].filter(
      Boolean,
    ).length;

  return {
    none: by('', null, () => []),
    active,
    sortable: new Set(columns.keys()),
    parse: (raw) => {
      const created = parseCreated(raw['created']);
      return by(parseText(raw['text']), created && createdText(created), (name) => parseValues(raw[name]));
    },
    matcher: (filters, now) => {
      if (active(filters) === 0) return null;
      const wanted = folded(filters.text);
      const created = parseCreated(filters.created);
      const bounds = created && boundsOf(created, now);
      return (whole) => {
        const row = whole as unknown as Texts;
        const has = (name: string): boolean => folded(row[name] ?? '').includes(wanted);
        const passes = ({ name, field }: (typeof chips)[number]): boolean => {
          const chosen = chosenIn(filters, name);
          return chosen.length === 0 || chosen.includes(row[field] ?? '');
        };
        return (
          (wanted === '' || searched.some(has)) &&
          chips.every(passes) &&
          (bounds === null || isWithin(whole.created, bounds))
        );
      };
    },
    query: (filters, sort, now) => ({
      search: filters.text.trim(),
      filters: Object.fromEntries(chips.map(({ name }) => [name, [...chosenIn(filters, name)]])),
      ...createdBounds(filters.created, now),
      sort: querySort(sort, columns),
    }),
  };
}

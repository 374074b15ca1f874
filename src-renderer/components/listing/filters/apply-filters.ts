import type { LoadedQuery } from '#shared/console-contract/loaded-query.ts';
import { fieldList, fieldsOf, type Resource } from '#shared/migration-api/fields.ts';
import type { RowOf } from '../../../api/listings.ts';
import { createdBounds } from '../../loaded/created-bounds.ts';
import { querySort } from '../../loaded/next-sort.ts';
import { sortableColumns } from '../columns/sortable-columns.ts';
import type { TableSort } from '#ui/table/table-head.tsx';
import { boundsOf, isWithin, parseCreated } from './created-range.ts';
import { chipsOf, chosenOf, type FiltersOf } from './field-filters.ts';

const folded = (text: string): string => text.trim().toLocaleLowerCase();

/** Whether a row of a page passes all filters. Days are those of this computer; case does not count. */
export function rowMatcher<Name extends Resource>(
  resource: Name,
  filters: FiltersOf<Name>,
  now: Date,
): (row: RowOf[Name]) => boolean {
  const wanted = folded(filters.text);
  const created = parseCreated(filters.created);
  const bounds = created && boundsOf(created, now);
  const searched = fieldList(fieldsOf[resource]).flatMap(([name, { search }]) =>
    search === 'page and loaded' ? [name] : [],
  );
  const chosen = chipsOf(resource)
    .map((chip) => ({ field: chip.field, values: chosenOf(filters, chip) }))
    .filter(({ values }) => values.length > 0);
  return (whole) => {
    const row = whole as unknown as Readonly<Record<string, string | null>>;
    return (
      (wanted === '' || searched.some((name) => folded(row[name] ?? '').includes(wanted))) &&
      chosen.every(({ field, values }) => values.includes(row[field] ?? '')) &&
      (bounds === null || isWithin(whole.created, bounds))
    );
  };
}

/** Filters and order as the data process takes them. */
export const loadedQueryOf = <Name extends Resource>(
  resource: Name,
  filters: FiltersOf<Name>,
  sort: TableSort | null,
  now: Date,
): LoadedQuery => ({
  search: filters.text.trim(),
  filters: Object.fromEntries(chipsOf(resource).map((chip) => [chip.name, [...chosenOf(filters, chip)]])),
  ...createdBounds(filters.created, now),
  sort: querySort(sort, sortableColumns(resource)),
});

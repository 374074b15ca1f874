import type { GroupKey } from '#shared/console-contract/loaded-query.ts';
import { filterNames, type Resource } from '#shared/migration-api/fields.ts';
import { parseSort, sortText } from './columns/column-sort.ts';
import type { FiltersOf, ListFilters } from './filters/field-filters.ts';
import { type PageSize, pageSizes, preferredPageSize } from './pager/page-size.ts';

export interface ListingSearch {
  /** From 1. */
  readonly page: number;
  readonly size: PageSize;
}

export const defaultListingSearch: ListingSearch = {
  page: 1,
  get size() {
    return preferredPageSize();
  },
};

const integerOf = (value: unknown): number | null => {
  const number = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) ? number : null;
};

export const parseListingSearch = (raw: Record<string, unknown>): ListingSearch => {
  const page = integerOf(raw['page']);
  const size = integerOf(raw['size']);
  return {
    page: page !== null && page >= 1 ? page : defaultListingSearch.page,
    size: pageSizes.find((pageSize) => pageSize === size) ?? defaultListingSearch.size,
  };
};

const groupKeys: readonly GroupKey[] = [...filterNames, 'day'];

export interface RowsView {
  readonly view: 'page' | 'all';
  /** For example "col-created desc", parsed by `parseSort`. */
  readonly sort: string | null;
  readonly group: GroupKey | null;
}

export type ListSearch<Name extends Resource> = ListingSearch & RowsView & FiltersOf<Name>;

export const defaultListSearch = <Name extends Resource>({ none }: ListFilters<Name>): ListSearch<Name> => ({
  ...none,
  view: 'page',
  sort: null,
  group: null,
  page: defaultListingSearch.page,
  get size() {
    return defaultListingSearch.size;
  },
});

export const parseListSearch = <Name extends Resource>(
  { parse, sortable }: ListFilters<Name>,
  raw: Record<string, unknown>,
): ListSearch<Name> => ({
  ...parseListingSearch(raw),
  ...parse(raw),
  view: raw['view'] === 'all' ? 'all' : 'page',
  sort: sortText(parseSort(raw['sort'], sortable)),
  group: groupKeys.find((groupKey) => groupKey === raw['group']) ?? null,
});

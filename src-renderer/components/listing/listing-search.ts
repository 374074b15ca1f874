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
    size: pageSizes.find((each) => each === size) ?? defaultListingSearch.size,
  };
};

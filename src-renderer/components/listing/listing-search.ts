import type { pageSizes as contractPageSizes } from '#shared/console-contract/listing.ts';

/** Rows per page that can be chosen; the type fails when it differs from the contract's list. */
export const pageSizes: typeof contractPageSizes = [10, 25, 50, 100];
export type PageSize = (typeof pageSizes)[number];

/** What the route of a listing holds. */
export interface ListingSearch {
  /** From 1. */
  readonly page: number;
  readonly size: PageSize;
}

const usualSize: PageSize = 25;
const storageKey = 'ferry-page-size';

const readSize = (): PageSize => {
  try {
    return pageSizes.find((size) => String(size) === localStorage.getItem(storageKey)) ?? usualSize;
  } catch {
    return usualSize;
  }
};
let preferredSize = readSize();

/** What a listing's route holds where it says nothing; the size is the person's choice. */
export const defaultListingSearch: ListingSearch = {
  page: 1,
  get size() {
    return preferredSize;
  },
};

/** Takes over the preferred size; kept for the next start, whose first read comes before the settings. */
export const preferSize = (size: PageSize): void => {
  preferredSize = size;
  try {
    localStorage.setItem(storageKey, String(size));
  } catch {
    // Without storage the first read of a start is of the usual size.
  }
};

const integerOf = (value: unknown): number | null => {
  const number = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) ? number : null;
};

/** Reads a listing's search parameters; whatever is missing or makes no sense falls back to the default. */
export const parseListingSearch = (raw: Record<string, unknown>): ListingSearch => {
  const page = integerOf(raw['page']);
  const size = integerOf(raw['size']);
  return {
    page: page !== null && page >= 1 ? page : defaultListingSearch.page,
    size: pageSizes.find((each) => each === size) ?? defaultListingSearch.size,
  };
};

import type { pageSizes as contractPageSizes } from '#shared/console-contract/listing.ts';

/** Available page sizes. Fails to compile if they differ from the contract's list. */
export const pageSizes: typeof contractPageSizes = [10, 25, 50, 100];
export type PageSize = (typeof pageSizes)[number];

const defaultPageSize: PageSize = 25;
const storageKey = 'ferry-page-size';

const readSize = (): PageSize => {
  try {
    return pageSizes.find((size) => String(size) === localStorage.getItem(storageKey)) ?? defaultPageSize;
  } catch {
    return defaultPageSize;
  }
};
let preferredSize = readSize();

export const preferredPageSize = (): PageSize => preferredSize;

/** Sets the preferred page size and stores it, because the first read after a start comes before the settings are known. */
export const preferSize = (size: PageSize): void => {
  preferredSize = size;
  try {
    localStorage.setItem(storageKey, String(size));
  } catch {
    // If storing fails, the first read after a start uses the default size.
  }
};

import type { pageSizes as contractPageSizes } from '#shared/console-contract/listing.ts';

/** Rows per page that can be chosen; the type fails when it differs from the contract's list. */
export const pageSizes: typeof contractPageSizes = [10, 25, 50, 100];
export type PageSize = (typeof pageSizes)[number];

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

export const preferredPageSize = (): PageSize => preferredSize;

/** Takes over the preferred size; kept for the next start, whose first read comes before the settings. */
export const preferSize = (size: PageSize): void => {
  preferredSize = size;
  try {
    localStorage.setItem(storageKey, String(size));
  } catch {
    // Without storage the first read of a start is of the usual size.
  }
};

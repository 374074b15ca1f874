// Pages load this file, so it must not import Zod.

/** Maximum rows that a list loads without asking the user when a filter, search or sort needs all rows. */
export const maxQuietRows = 5_000;

/** Maximum IDs per lookup call, and per list. */
export const lookupLimits = { concurrency: 12, ids: 500 } as const;

/** Maximum selected rows per export: rows that the page provides, and IDs of loaded rows. */
export const selectionLimits = { rows: 5_000, ids: 20_000 } as const;

/** Maximum loaded rows read by ID in one call. */
export const rowsByIds = 1_000;

export const maxHandledPerCall = 1_000;

/** Maximum watched migrations per profile. */
export const maxWatched = 50;

/** Maximum migrations whose failed items are counted in one call. */
export const maxFailedItemsIds = 10;

/** Maximum migrations whose cause is read in one call. Each takes a request. */
export const maxSummaries = 100;

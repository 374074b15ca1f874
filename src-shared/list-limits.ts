// Pages load this file, so it must not import Zod.

/** Maximum rows that a list loads without a question when a filter, a search or a sort needs all of them. */
export const maxQuietRows = 5_000;

/** Concurrent lookups per call, and total IDs. */
export const lookupLimits = { concurrency: 12, ids: 500 } as const;

/** Maximum selected rows per export: with values, or by ID if loaded. */
export const chosenLimits = { rows: 5_000, ids: 20_000 } as const;

/** Maximum loaded rows read by ID in one call. */
export const rowsByIds = 1_000;

/** Maximum migrations marked as handled in one call. */
export const maxHandledPerCall = 1_000;

/** Maximum watched migrations per profile. */
export const maxWatched = 50;

/** Maximum migrations whose failed items are counted in one call. */
export const maxFailedItemsIds = 10;

/** Maximum migrations whose cause is read in one call. Each takes a request. */
export const maxSummaries = 100;

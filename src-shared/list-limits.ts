/** How many ids of a list are looked up in one call, and how many in all. The pages load this file: it stays without Zod. */
export const lookupLimits = { concurrency: 12, ids: 500 } as const;

/** How many rows a page names at most for an export: with their values, or by id where they are loaded. */
export const chosenLimits = { rows: 5_000, ids: 20_000 } as const;

/** How many loaded rows are read by their ids in one call. */
export const rowsByIds = 1_000;

/** How many migrations are marked as handled in one call. */
export const handledAtOnce = 1_000;

/** How many migrations of one profile are watched at most. */
export const maxWatched = 50;

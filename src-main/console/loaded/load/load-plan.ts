import type { environments } from '#shared/console-contract/console-calls.ts';
import { loadedLimits, type LoadPlan } from '#shared/console-contract/loaded-calls.ts';
import type { LoadedResource } from '#shared/console-contract/loaded-query.ts';

/** How many rows the lists of each profile have said there are. */
export interface KnownTotals {
  /** null where the service says none, undefined where it was never asked. */
  readonly of: (resource: LoadedResource, profileId: string) => number | null | undefined;
  readonly set: (resource: LoadedResource, profileId: string, total: number | null) => void;
}

export function createKnownTotals(): KnownTotals {
  const totals = new Map<string, number | null>();
  return {
    of: (resource, profileId) => totals.get(`${resource} ${profileId}`),
    set: (resource, profileId, total) => void totals.set(`${resource} ${profileId}`, total),
  };
}

/** Requests that a load may make without a question. */
export const requestsUnasked = (environment: (typeof environments)[number]): number =>
  environment === 'production' ? loadedLimits.requestsUnaskedOnProduction : loadedLimits.requestsUnasked;

/** Requests under way at a time. */
export const atOnce = 2;

/**
 * What a whole load would take: every page, and page 1 once more.
 * @param requestMs how long one request takes, or null where that is not known
 */
export function planLoad(
  total: number | null,
  environment: (typeof environments)[number],
  requestMs: number | null,
): LoadPlan {
  if (total === null) return { rows: null, requests: null, seconds: null, asks: false };
  const rows = Math.min(total, loadedLimits.rows);
  const requests = Math.max(Math.ceil(rows / loadedLimits.pageSize), 1) + 1;
  return {
    rows,
    requests,
    seconds: requestMs === null ? null : Math.ceil((requests * requestMs) / atOnce / 1000),
    asks: requests - 1 > requestsUnasked(environment),
  };
}

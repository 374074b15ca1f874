import type { environments } from '#shared/console-contract/console-calls.ts';
import { loadedLimits, type LoadPlan } from '#shared/console-contract/loaded-calls.ts';

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

import type { LoadedState } from '#shared/console-contract/loaded-calls.ts';
import type { LoadedResource } from '#shared/console-contract/loaded-query.ts';

/** The state of a resource of which nothing is loaded. */
export const nothingLoaded = (resource: LoadedResource, profileId: string): LoadedState => ({
  resource,
  profileId,
  phase: 'none',
  pausedBy: null,
  pausedAt: null,
  nextTryAt: null,
  isTopUp: false,
  rows: 0,
  total: null,
  requests: { done: 0, planned: null },
  rowsPerSecond: null,
  remainingMs: null,
  startedAt: null,
  finishedAt: null,
  toppedUpAt: null,
  missing: null,
  duplicates: 0,
  unreadable: 0,
  problem: null,
  version: 0,
});

import { fail, succeed } from '#shared/app-error.ts';
import type { LoadedState } from '#shared/console-contract/loaded-calls.ts';
import type { LoadedResource } from '#shared/console-contract/loaded-query.ts';
import type { Clock } from '../clock.ts';
import type { ConsoleHandlers } from '../console-handlers.ts';

/** The state of a resource of which nothing is loaded. */
export const nothingLoaded = (resource: LoadedResource, profileId: string): LoadedState => ({
  resource,
  profileId,
  phase: 'none',
  pausedBy: null,
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

export const createLoadedHandlers = (clock: Clock, activeId: () => string): ConsoleHandlers['loaded'] => {
  const state = async ({ resource }: { resource: LoadedResource }) => succeed(nothingLoaded(resource, activeId()));
  const unknown = { rows: null, requests: null, seconds: null, asks: false };
  return {
    state,
    plan: async () => succeed(unknown),
    start: async ({ resource }) =>
      succeed({ started: false, plan: unknown, state: nothingLoaded(resource, activeId()) }),
    topUp: state,
    pause: state,
    resume: state,
    cancel: state,
    clear: state,
    window: async ({ resource, offset }) =>
      succeed({ resource, profileId: activeId(), version: 0, loaded: 0, matched: 0, offset, rows: [] }),
    groups: async () =>
      succeed({ profileId: activeId(), version: 0, matched: 0, groups: [], left: { groups: 0, rows: 0 } }),
    overview: async () => fail('cancelled', clock.now()),
  };
};

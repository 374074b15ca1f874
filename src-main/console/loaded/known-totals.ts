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

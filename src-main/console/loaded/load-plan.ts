import type { Resource } from '#shared/migration-api/fields.ts';
import { mapOutcome, succeed } from '#shared/app-error.ts';
import { loadedLimits, type LoadPlan } from '#shared/console-contract/loaded-calls.ts';
import type { Profile } from '../profiles/profile.ts';
import { type BeginLoadPorts, loadLabels } from './begin-load.ts';
import { concurrency } from './load/load-state.ts';
import { readPageOfRows } from './page-of-rows.ts';

export interface LoadPlansPorts extends Pick<BeginLoadPorts, 'clock' | 'api'> {
  readonly profile: () => Profile;
  /** Returns the duration of the latest request in ms, or null if unknown. */
  readonly requestMs: () => number | null;
}

export function createLoadPlans({ clock, api, profile, requestMs }: LoadPlansPorts) {
  const totals = new Map<string, number | null>();
  const keyOf = (resource: Resource, profileId: string) => `${resource} ${profileId}`;
  const noteTotal = (resource: Resource, profileId: string, total: number | null) =>
    void totals.set(keyOf(resource, profileId), total);
  return {
    noteTotal,
    /** Requests the total if neither `total` (from the last load) nor an earlier response contains it. */
    plan: async (resource: Resource, total: number | null, signal: AbortSignal) => {
      const { id } = profile();
      const knownTotal = total ?? totals.get(keyOf(resource, id));
      if (knownTotal !== undefined) return succeed(planLoad(knownTotal, requestMs()));
      const firstRow = { resource, page: 1, pageSize: 1 };
      const calls = api.inBulk(loadLabels[resource], { isAwaited: true });
      return mapOutcome(readPageOfRows(calls, firstRow, signal, clock), (rows) => {
        noteTotal(resource, id, rows.total);
        return planLoad(rows.total, requestMs());
      });
    },
  };
}

function planLoad(total: number | null, requestMs: number | null): LoadPlan {
  if (total === null) return { rows: null, requests: null, seconds: null };
  const rows = Math.min(total, loadedLimits.rows);
  const requests = Math.max(Math.ceil(rows / loadedLimits.pageSize), 1) + 1;
  const seconds = requestMs === null ? null : Math.ceil((requests * requestMs) / concurrency / 1000);
  return { rows, requests, seconds };
}

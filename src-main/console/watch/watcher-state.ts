import { requiresKey, isUnanswered, type AppErrorCode } from '#shared/app-error-codes.ts';
import type { WatchState } from '#shared/console-contract/watch-calls.ts';
import { isFinalStatus } from '#shared/migration-api/migration-steps.ts';
import type { StoredWatch } from '../settings/settings-document.ts';

interface Check {
  /** Monotonic time of the last check. The migration with the oldest check is next. */
  readonly at: number;
  readonly readAt: string | null;
  readonly problem: AppErrorCode | null;
  readonly companyId: string | null;
}

interface WatcherState {
  readonly checks: ReadonlyMap<string, Check>;
  /** Last notified statuses. Needed because two responses may report the same change before the first is saved. */
  readonly statuses: ReadonlyMap<string, string>;
  readonly paused: WatchState['paused'];
}

type Place = Pick<StoredWatch, 'profileId' | 'migrationId'>;

export type WatcherEvent =
  | {
      readonly kind: 'rowSeen';
      readonly place: Place;
      readonly status: string;
      readonly companyId: string | null;
      readonly at: number;
      /** ISO 8601. */
      readonly readAt: string;
    }
  | { readonly kind: 'checkFailed'; readonly place: Place; readonly problem: AppErrorCode; readonly at: number }
  | { readonly kind: 'checkRequested'; readonly place: Place }
  | { readonly kind: 'watchRemoved'; readonly place: Place }
  | { readonly kind: 'checkEnded'; readonly problem: AppErrorCode | null }
  | { readonly kind: 'restarted' };

export const initialState: WatcherState = { checks: new Map(), statuses: new Map(), paused: null };

const keyOf = ({ profileId, migrationId }: Place): string => `${profileId} ${migrationId}`;

const withCheck = (state: WatcherState, place: Place, check: Check): WatcherState => ({
  ...state,
  checks: new Map(state.checks).set(keyOf(place), check),
});

const pausedBy = (problem: AppErrorCode | null): WatchState['paused'] => {
  if (problem === null) return null;
  return isUnanswered(problem) ? 'offline' : requiresKey(problem) ? 'key' : null;
};

export function reduceWatcher(state: WatcherState, event: WatcherEvent): WatcherState {
  switch (event.kind) {
    case 'rowSeen': {
      const { place, status, companyId, at, readAt } = event;
      const statuses = new Map(state.statuses).set(keyOf(place), status);
      return withCheck({ ...state, statuses }, place, { at, readAt, problem: null, companyId });
    }
    case 'checkFailed': {
      const { place, problem, at } = event;
      const { readAt = null, companyId = null } = checkOf(state, place) ?? {};
      return withCheck(state, place, { at, readAt, problem, companyId });
    }
    case 'checkRequested': {
      const lastCheck = checkOf(state, event.place);
      // A watch that has never been checked needs no mark, because it comes first anyway.
      return lastCheck ? withCheck(state, event.place, { ...lastCheck, at: Number.NEGATIVE_INFINITY }) : state;
    }
    case 'watchRemoved': {
      const [checks, statuses] = [new Map(state.checks), new Map(state.statuses)];
      checks.delete(keyOf(event.place));
      statuses.delete(keyOf(event.place));
      return { ...state, checks, statuses };
    }
    case 'checkEnded':
      return { ...state, paused: pausedBy(event.problem) };
    case 'restarted':
      return { ...state, paused: null };
  }
}

export const checkOf = ({ checks }: WatcherState, place: Place): Check | undefined => checks.get(keyOf(place));

export const statusBefore = ({ statuses }: WatcherState, watch: StoredWatch): string | null =>
  statuses.get(keyOf(watch)) ?? watch.status;

export const isOver = ({ status }: StoredWatch): boolean => status !== null && isFinalStatus(status);

/** `reportedSince`: ms since when the feed reports every change. Skips watches checked successfully since then. */
export const nextWatch = (
  state: WatcherState,
  watches: readonly StoredWatch[],
  reportedSince: number | null = null,
): StoredWatch | undefined => {
  const isKnown = (watch: StoredWatch): boolean => {
    const check = checkOf(state, watch);
    return reportedSince !== null && check !== undefined && check.at >= reportedSince && check.problem === null;
  };
  const waitingSince = (watch: StoredWatch): number => checkOf(state, watch)?.at ?? 0;
  return watches
    .filter((watch) => (isOver(watch) ? !checkOf(state, watch) : !isKnown(watch)))
    .sort((one, other) => waitingSince(one) - waitingSince(other))[0];
};

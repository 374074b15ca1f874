import { asksForKey, isUnanswered, type AppErrorCode } from '#shared/app-error-codes.ts';
import type { WatchState } from '#shared/console-contract/watch-calls.ts';
import { type MigrationStatus, migrationStatuses } from '#shared/migration-api/migration-status.ts';
import { hasEnded } from '#shared/migration-api/migration-steps.ts';
import type { StoredWatch } from '../settings/settings-document.ts';

interface Look {
  /** Monotonic time of the last check. The oldest is checked first. */
  readonly at: number;
  readonly readAt: string | null;
  readonly problem: AppErrorCode | null;
  readonly companyId: string | null;
}

interface WatcherState {
  readonly looks: ReadonlyMap<string, Look>;
  /** Last notified statuses. Two responses may report the same change before the first one is saved. */
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
  | { readonly kind: 'lookFailed'; readonly place: Place; readonly problem: AppErrorCode; readonly at: number }
  | { readonly kind: 'lookRequested'; readonly place: Place }
  | { readonly kind: 'watchRemoved'; readonly place: Place }
  | { readonly kind: 'lookEnded'; readonly problem: AppErrorCode | null }
  | { readonly kind: 'restarted' };

export const initialState: WatcherState = { looks: new Map(), statuses: new Map(), paused: null };

const keyOf = ({ profileId, migrationId }: Place): string => `${profileId} ${migrationId}`;

const withLook = (state: WatcherState, place: Place, look: Look): WatcherState => ({
  ...state,
  looks: new Map(state.looks).set(keyOf(place), look),
});

const pausedBy = (problem: AppErrorCode | null): WatchState['paused'] => {
  if (problem === null) return null;
  return isUnanswered(problem) ? 'offline' : asksForKey(problem) ? 'key' : null;
};

export function reduceWatcher(state: WatcherState, event: WatcherEvent): WatcherState {
  switch (event.kind) {
    case 'rowSeen': {
      const { place, status, companyId, at, readAt } = event;
      const statuses = new Map(state.statuses).set(keyOf(place), status);
      return withLook({ ...state, statuses }, place, { at, readAt, problem: null, companyId });
    }
    case 'lookFailed': {
      const { place, problem, at } = event;
      const { readAt = null, companyId = null } = lookAt(state, place) ?? {};
      return withLook(state, place, { at, readAt, problem, companyId });
    }
    case 'lookRequested': {
      const known = lookAt(state, event.place);
      // Unread watches come first anyway.
      return known ? withLook(state, event.place, { ...known, at: Number.NEGATIVE_INFINITY }) : state;
    }
    case 'watchRemoved': {
      const [looks, statuses] = [new Map(state.looks), new Map(state.statuses)];
      looks.delete(keyOf(event.place));
      statuses.delete(keyOf(event.place));
      return { ...state, looks, statuses };
    }
    case 'lookEnded':
      return { ...state, paused: pausedBy(event.problem) };
    case 'restarted':
      return { ...state, paused: null };
  }
}

export const lookAt = ({ looks }: WatcherState, place: Place): Look | undefined => looks.get(keyOf(place));

/** Returns the previous status for a change report; null if unknown. */
export const statusBefore = ({ statuses }: WatcherState, watch: StoredWatch): string | null =>
  statuses.get(keyOf(watch)) ?? watch.status;

export const isOver = ({ status }: StoredWatch): boolean => {
  const known = migrationStatuses.find((one: MigrationStatus) => one === status);
  return known !== undefined && hasEnded(known);
};

/**
 * Picks the next watch to check: the least recently checked unfinished or unread one. While the feed reports every
 * change, only watches that couldn't be read since then.
 */
export const nextWatch = (
  state: WatcherState,
  watches: readonly StoredWatch[],
  reportedSince: number | null = null,
): StoredWatch | undefined => {
  const isKnown = (watch: StoredWatch): boolean => {
    const look = lookAt(state, watch);
    return reportedSince !== null && look !== undefined && look.at >= reportedSince && look.problem === null;
  };
  const waitsSince = (watch: StoredWatch): number => lookAt(state, watch)?.at ?? 0;
  return watches
    .filter((watch) => (isOver(watch) ? !lookAt(state, watch) : !isKnown(watch)))
    .sort((one, other) => waitsSince(one) - waitsSince(other))[0];
};

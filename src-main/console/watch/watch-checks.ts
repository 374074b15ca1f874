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

type Place = Pick<StoredWatch, 'profileId' | 'migrationId'>;

const keyOf = ({ profileId, migrationId }: Place): string => `${profileId} ${migrationId}`;

export const pausedBy = (problem: AppErrorCode | null): WatchState['paused'] => {
  if (problem === null) return null;
  return isUnanswered(problem) ? 'offline' : requiresKey(problem) ? 'key' : null;
};

export const isOver = ({ status }: StoredWatch): boolean => status !== null && isFinalStatus(status);

/** The last check of each watched migration, and which one is next. */
export function createChecks() {
  const checks = new Map<string, Check>();
  /** Last notified statuses. Needed because two responses may report the same change before the first is saved. */
  const statuses = new Map<string, string>();
  const checkOf = (place: Place): Check | undefined => checks.get(keyOf(place));
  const waitingSince = (watch: StoredWatch): number => checkOf(watch)?.at ?? 0;
  return {
    of: checkOf,
    statusBefore: (watch: StoredWatch): string | null => statuses.get(keyOf(watch)) ?? watch.status,
    seeRow: (place: Place, status: string, check: Omit<Check, 'problem'>) => {
      statuses.set(keyOf(place), status);
      checks.set(keyOf(place), { ...check, problem: null });
    },
    fail: (place: Place, problem: AppErrorCode, at: number) => {
      const { readAt = null, companyId = null } = checkOf(place) ?? {};
      checks.set(keyOf(place), { at, readAt, problem, companyId });
    },
    /** A watch that has never been checked needs no mark, because it comes first anyway. */
    request: (place: Place) => {
      const lastCheck = checkOf(place);
      if (lastCheck) checks.set(keyOf(place), { ...lastCheck, at: Number.NEGATIVE_INFINITY });
    },
    remove: (place: Place) => {
      checks.delete(keyOf(place));
      statuses.delete(keyOf(place));
    },
    /** `reportedSince`: ms since when the feed reports every change. Skips watches checked successfully since then. */
    next: (watches: readonly StoredWatch[], reportedSince: number | null = null): StoredWatch | undefined => {
      const isKnown = (watch: StoredWatch): boolean => {
        const check = checkOf(watch);
        return reportedSince !== null && check !== undefined && check.at >= reportedSince && check.problem === null;
      };
      return watches
        .filter((watch) => (isOver(watch) ? !checkOf(watch) : !isKnown(watch)))
        .sort((one, other) => waitingSince(one) - waitingSince(other))[0];
    },
  };
}

import type { DatabaseSync } from 'node:sqlite';
import { truncateStatus } from '#shared/migration-api/migration-status.ts';
import { isFinalStatus } from '#shared/migration-api/migration-steps.ts';
import { watchedGapMs } from '#shared/data-messages/data-calls.ts';
import type { ListedMigration } from '#shared/console-contract/migrations-calls.ts';
import { timeText } from '../storage/read-value.ts';

export interface StatusStart {
  readonly migrationId: string;
  readonly status: string;
  readonly startedAt: number;
  /** Time since which this status was observed without a gap. */
  readonly seenSince: number;
}

/** The last observed status of a migration. Times in ms since 1970. */
interface StatusPeriod extends Omit<StatusStart, 'startedAt'> {
  /**
   * Earliest possible time of the change to this status: the observed change, else the last observation of another
   * status. If both are missing, null: the migration may have had this status since its creation.
   */
  readonly startedAt: number | null;
  readonly until: number;
}

type ObservedTimes = Pick<ListedMigration, 'since' | 'seenSince' | 'changed'>;

const medianOf = (sorted: readonly number[]): number => {
  const middleIndex = Math.floor(sorted.length / 2);
  const upper = sorted[middleIndex] ?? 0;
  return sorted.length % 2 === 1 ? upper : Math.round(((sorted[middleIndex - 1] ?? upper) + upper) / 2);
};

/** Returns the start of a status: `at`, or the earliest possible start (`until`) after a gap in the observations. */
const startOf = (until: number, at: number): number => (at - until <= watchedGapMs ? at : until);

const timeOf = (text: string | null): number => (text === null ? Number.NaN : Date.parse(text));

export function createStatusTimes(database: DatabaseSync) {
  const newestFirst = database.prepare(
    'SELECT status, at, until FROM changes WHERE profile = ? AND migration = ? ORDER BY number DESC',
  );
  const latestStatement = database.prepare('SELECT max(number) AS number FROM changes');
  // Reads only entries after a number, and then the entries before them by the index on (profile, migration, number).
  const changesStatement = database.prepare(`
    SELECT DISTINCT latest.migration FROM changes AS latest
    WHERE latest.profile = :profile AND latest.number > :after AND EXISTS (
      SELECT 1 FROM changes
      WHERE profile = latest.profile AND migration = latest.migration AND status <> latest.status)`);
  // Finds the previous and next entry by the index on (profile, migration, number).
  const stays = database.prepare(`
    SELECT after.at - here.at AS stay
    FROM changes AS here
    JOIN changes AS after ON after.number = (
      SELECT min(number) FROM changes
      WHERE profile = here.profile AND migration = here.migration AND number > here.number)
    JOIN changes AS before ON before.number = (
      SELECT max(number) FROM changes
      WHERE profile = here.profile AND migration = here.migration AND number < here.number)
    WHERE here.profile = :profile AND here.status = :status
      AND before.status <> here.status AND after.status <> here.status
      AND here.at - before.until <= :gap AND after.at - here.until <= :gap
    ORDER BY stay`);

  const version = (): number => Number(latestStatement.get()?.['number'] ?? 0);
  const lastOf = (profileId: string, migrationId: string): StatusPeriod | undefined => {
    let last: StatusPeriod | undefined;
    for (const row of newestFirst.iterate(profileId, migrationId)) {
      const [status, at, until] = [String(row['status']), Number(row['at']), Number(row['until'])];
      if (last && last.status !== status) return { ...last, startedAt: startOf(until, last.seenSince) };
      last = { migrationId, status, seenSince: at, until: last?.until ?? until, startedAt: null };
    }
    return last;
  };

  return {
    lastOf,
    /** A status without an observation counts as observed at `at`. */
    timesOf: (
      profileId: string,
      migration: Pick<ListedMigration, 'id' | 'status' | 'created'>,
      at: number,
    ): ObservedTimes => {
      const { id, status, created } = migration;
      const last = lastOf(profileId, id);
      const isSame = last?.status === truncateStatus(status);
      const seenSince = last && isSame ? last.seenSince : at;
      const isChanged = last !== undefined && (!isSame || last.startedAt !== null);
      const observed = { seenSince: timeText(seenSince), changed: isChanged ? timeText(seenSince) : created };
      if (isFinalStatus(status)) return { ...observed, since: null };
      const startedAt = last && !isSame ? startOf(last.until, at) : (last?.startedAt ?? timeOf(created));
      // If the service's clock is ahead, the start may be after the first observation, which then counts as the start.
      const since = startedAt <= seenSince ? startedAt : seenSince;
      return { ...observed, since: timeText(since) };
    },
    /** Returns the statuses that changed after timeline entry `after`. All other statuses started at `created`. */
    statusChangesAfter: (profile: string, after: number) => {
      const statuses: StatusStart[] = changesStatement.all({ profile, after }).flatMap(({ migration }) => {
        const last = lastOf(profile, String(migration));
        return last === undefined || last.startedAt === null ? [] : { ...last, startedAt: last.startedAt };
      });
      return { last: version(), statuses };
    },
    version,
    leftAfter: (profileId: string, status: string) => {
      const sortedDurationsMs = stays
        .all({ profile: profileId, status, gap: watchedGapMs })
        .map((row) => Number(row['stay']));
      return sortedDurationsMs.length === 0
        ? null
        : { migrations: sortedDurationsMs.length, medianMs: medianOf(sortedDurationsMs) };
    },
  };
}

export type StatusTimes = ReturnType<typeof createStatusTimes>;

import type { DatabaseSync } from 'node:sqlite';
import { truncateStatus } from '#shared/migration-api/migration-status.ts';
import { isFinalStatus } from '#shared/migration-api/migration-steps.ts';
import { type ObservedChange, watchedGapMs } from '#shared/data-messages/data-calls.ts';
import { inTransaction } from '../storage/in-transaction.ts';
import type { DatabaseLayout } from '../storage/open-database.ts';

export const timelineLayout: DatabaseLayout = {
  name: 'the observed timeline',
  version: 2,
  steps: {
    // `until`: the time until which a status was observed.
    1: `
      ALTER TABLE changes ADD COLUMN until INTEGER NOT NULL DEFAULT 0;
      UPDATE changes SET until = at;
      DROP INDEX changes_by_time;`,
  },
  schema: `
    CREATE TABLE IF NOT EXISTS changes (
      number INTEGER PRIMARY KEY AUTOINCREMENT,
      profile TEXT NOT NULL, migration TEXT NOT NULL, status TEXT NOT NULL, at INTEGER NOT NULL,
      until INTEGER NOT NULL DEFAULT 0
    );
    CREATE INDEX IF NOT EXISTS changes_of_migration ON changes (profile, migration, number);
    CREATE INDEX IF NOT EXISTS changes_by_last_sight ON changes (until);`,
  synchronous: 'NORMAL',
};

export const timelineLimits = { days: 90, changes: 200_000 } as const;
const dayMs = 24 * 60 * 60_000;
/** Maximum age of a late response, in ms. Longer than any request with all its retries. */
const latestReplyMs = 3 * 60_000;
/** Maximum characters of a stored migration ID (UUIDs have 36), so that a service can't fill the disk. */
const longestId = 200;
const changesPerCleanup = 1_000;

interface LastObservation {
  readonly number: number;
  readonly status: string;
  readonly until: number;
}

interface ObservedStatus {
  readonly id: string;
  readonly status: string;
}

/** `before`: the migration's last stored observation, which isn't newer than `current`. Undefined for the first. */
export interface TimelineObservation<Seen extends ObservedStatus = ObservedStatus> {
  readonly current: Seen;
  readonly before: LastObservation | undefined;
}

interface ObserveOptions<Seen extends ObservedStatus> {
  /** Whether a migration's first observation with this status is recorded. Default: always. */
  readonly isUpdate?: (status: string) => boolean;
  /** Called before the observations are stored. If it throws, none is stored. */
  readonly tell?: (observations: readonly TimelineObservation<Seen>[]) => void;
}

export function createTimeline(database: DatabaseSync, limits: { days: number; changes: number } = timelineLimits) {
  // With max(), SQLite takes the other columns from the row with the maximum.
  const lastOf = database.prepare(`
    SELECT migration, max(number) AS number, status, until FROM changes
    WHERE profile = ? AND migration IN (SELECT value FROM json_each(?)) GROUP BY migration`);
  const add = database.prepare(
    'INSERT INTO changes (profile, migration, status, at, until) VALUES (:profile, :migration, :status, :at, :at)',
  );
  const extendObservation = database.prepare(
    'UPDATE changes SET until = ? WHERE number IN (SELECT value FROM json_each(?))',
  );
  const all = database.prepare(
    'SELECT status, at, until FROM changes WHERE profile = ? AND migration = ? ORDER BY number',
  );
  const count = database.prepare('SELECT count(*) AS n FROM changes WHERE profile = ?');
  const remove = database.prepare('DELETE FROM changes WHERE profile = ?');
  const dropOld = database.prepare('DELETE FROM changes WHERE until < ?');
  const dropBeyond = database.prepare(
    'DELETE FROM changes WHERE number <= (SELECT number FROM changes ORDER BY number DESC LIMIT 1 OFFSET ?)',
  );
  const latestStatement = database.prepare('SELECT until FROM changes WHERE profile = ? ORDER BY until DESC LIMIT 1');
  const visits = new Map<string, number | null>();
  let added = 0;

  /** Returns when an earlier process last observed this profile, in ms since 1970. Null for a new profile. */
  const lastVisit = (profileId: string): number | null => {
    const cachedVisit = visits.get(profileId);
    if (cachedVisit !== undefined) return cachedVisit;
    const until = latestStatement.get(profileId)?.['until'];
    // Excludes the last observations of that visit, which aren't new.
    const at = until === undefined ? null : Number(until) + 1;
    visits.set(profileId, at);
    return at;
  };
  const clean = (now: number) => {
    added = 0;
    dropOld.run(now - limits.days * dayMs);
    dropBeyond.run(limits.changes);
  };
  const lastSeen = (profile: string, observed: readonly ObservedStatus[]): Map<string, LastObservation> => {
    const rows = lastOf.all(profile, JSON.stringify(observed.map(({ id }) => id)));
    return new Map(
      rows.map(({ migration, number, status, until }) => [
        String(migration),
        { number: Number(number), status: String(status), until: Number(until) },
      ]),
    );
  };
  const judge = (
    before: LastObservation | undefined,
    at: number,
    status: string,
  ): 'begins' | 'continues' | 'nothing new' => {
    const until = before?.until ?? 0;
    // Ignores a late response. A larger difference means that the clock was set back, and starts a new entry.
    const isSetBack = until - at > latestReplyMs;
    if (until > at && !isSetBack) return 'nothing new';
    const isWatched = at - until <= watchedGapMs || isFinalStatus(status);
    return before?.status === status && !isSetBack && isWatched ? 'continues' : 'begins';
  };

  return {
    clean,
    lastVisit,
    /** Returns the number of new entries. After a gap without reads, an unchanged open status starts a new entry. */
    observe: <Seen extends ObservedStatus>(
      profileId: string,
      at: number,
      observed: readonly Seen[],
      { isUpdate = () => true, tell }: ObserveOptions<Seen> = {},
    ): number => {
      // Caches the end of the last visit before the new observations change it.
      lastVisit(profileId);
      const changes = inTransaction(database, () => {
        const last = lastSeen(profileId, observed);
        const continuedNumbers: number[] = [];
        const observations: TimelineObservation<Seen>[] = [];
        let changeCount = 0;
        for (const one of observed) {
          const { id } = one;
          const status = truncateStatus(one.status);
          if (id.length > longestId) continue;
          const previous = last.get(id);
          const judgement = judge(previous, at, status);
          if (tell && judgement !== 'nothing new') observations.push({ current: one, before: previous });
          if (!previous && !isUpdate(status)) continue;
          if (judgement === 'begins') {
            const { lastInsertRowid } = add.run({ profile: profileId, migration: id, status, at });
            last.set(id, { number: Number(lastInsertRowid), status, until: at });
            changeCount += 1;
          } else if (judgement === 'continues' && previous) continuedNumbers.push(previous.number);
        }
        if (continuedNumbers.length > 0) extendObservation.run(at, JSON.stringify(continuedNumbers));
        tell?.(observations);
        return changeCount;
      });
      added += changes;
      if (added >= changesPerCleanup) clean(at);
      return changes;
    },
    changesOf: (profileId: string, migrationId: string): ObservedChange[] =>
      all.all(profileId, migrationId).map((row) => ({
        status: String(row['status']),
        at: Number(row['at']),
        until: Number(row['until']),
      })),
    count: (profileId: string) => Number(count.get(profileId)?.['n'] ?? 0),
    remove: (profileId: string) => Number(remove.run(profileId).changes),
  };
}

export type Timeline = ReturnType<typeof createTimeline>;

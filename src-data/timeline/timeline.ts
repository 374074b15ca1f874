import type { DatabaseSync } from 'node:sqlite';
import { type MigrationStatus, migrationStatuses } from '#shared/migration-api/migration.ts';
import { hasEnded } from '#shared/migration-api/migration-steps.ts';
import { type SeenChange, type SeenStatus, watchedGapMs } from '#shared/data-messages/data-calls.ts';

export const timelineLimits = { days: 90, changes: 200_000 } as const;
const dayMs = 24 * 60 * 60_000;
/** Longer than any reply takes with all its tries. */
const latestReplyMs = 3 * 60_000;
/** Changes between two cleanings. */
const cleanEvery = 1_000;

/** The changes of status that this console has seen (W1): which migration, which status, from when to when. */
export interface Timeline {
  /**
   * Records what differs from the last status seen, and until when each was seen. A status that is seen again after
   * nobody looked begins anew, unless it is one that never changes. Returns how many statuses began.
   * @param isNews whether the first sight of a migration in this status is recorded; without it, always
   */
  readonly observe: (
    profileId: string,
    at: number,
    seen: readonly SeenStatus[],
    isNews?: (status: string) => boolean,
  ) => number;
  /** Oldest first. */
  readonly changesOf: (profileId: string, migrationId: string) => SeenChange[];
  readonly count: (profileId: string) => number;
  /** Returns how many changes were removed. */
  readonly remove: (profileId: string) => number;
  /** Drops what was last seen more than 90 days ago, and the oldest beyond 200,000. */
  readonly clean: (now: number) => void;
}

const neverChanges = (status: string): boolean => {
  const known = migrationStatuses.find((one: MigrationStatus) => one === status);
  return known !== undefined && hasEnded(known);
};

export function createTimeline(
  database: DatabaseSync,
  limits: { days: number; changes: number } = timelineLimits,
): Timeline {
  const last = database.prepare(
    'SELECT number, status, until FROM changes WHERE profile = ? AND migration = ? ORDER BY number DESC LIMIT 1',
  );
  const add = database.prepare(
    'INSERT INTO changes (profile, migration, status, at, until) VALUES (:profile, :migration, :status, :at, :at)',
  );
  const seeAgain = database.prepare('UPDATE changes SET until = ? WHERE number = ?');
  const all = database.prepare(
    'SELECT status, at, until FROM changes WHERE profile = ? AND migration = ? ORDER BY number',
  );
  const count = database.prepare('SELECT count(*) AS n FROM changes WHERE profile = ?');
  const remove = database.prepare('DELETE FROM changes WHERE profile = ?');
  const dropOld = database.prepare('DELETE FROM changes WHERE until < ?');
  const dropBeyond = database.prepare(
    'DELETE FROM changes WHERE number <= (SELECT number FROM changes ORDER BY number DESC LIMIT 1 OFFSET ?)',
  );
  let added = 0;

  const clean = (now: number) => {
    added = 0;
    dropOld.run(now - limits.days * dayMs);
    dropBeyond.run(limits.changes);
  };
  const observeOne = (
    profile: string,
    at: number,
    { migrationId: migration, status }: SeenStatus,
    isNews: (status: string) => boolean,
  ): boolean => {
    const before = last.get(profile, migration);
    if (!before && !isNews(status)) return false;
    const until = Number(before?.['until'] ?? 0);
    // A reply that was sent earlier than one that is known says nothing new. No reply is later than this: more of a lead
    // is a clock that was set back, and what is seen then begins anew.
    const isSetBack = until - at > latestReplyMs;
    if (until > at && !isSetBack) return false;
    if (before?.['status'] === status && !isSetBack && (at - until <= watchedGapMs || neverChanges(status))) {
      seeAgain.run(at, Number(before['number']));
      return false;
    }
    add.run({ profile, migration, status, at });
    return true;
  };

  return {
    clean,
    observe: (profileId, at, seen, isNews = () => true) => {
      database.exec('BEGIN IMMEDIATE');
      try {
        const changes = seen.filter((one) => observeOne(profileId, at, one, isNews)).length;
        database.exec('COMMIT');
        added += changes;
        if (added >= cleanEvery) clean(at);
        return changes;
      } catch (error) {
        database.exec('ROLLBACK');
        throw error;
      }
    },
    changesOf: (profileId, migrationId) =>
      all.all(profileId, migrationId).map((row) => ({
        status: String(row['status']),
        at: Number(row['at']),
        until: Number(row['until']),
      })),
    count: (profileId) => Number(count.get(profileId)?.['n'] ?? 0),
    remove: (profileId) => Number(remove.run(profileId).changes),
  };
}

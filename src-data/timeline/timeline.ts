import type { DatabaseSync } from 'node:sqlite';
import type { SeenChange, SeenStatus } from '#shared/data-messages/data-calls.ts';

export const timelineLimits = { days: 90, changes: 200_000 } as const;
const dayMs = 24 * 60 * 60_000;
/** Changes between two cleanings. */
const cleanEvery = 1_000;

/** The changes of status that this console has seen (W1): which migration, which status, when. */
export interface Timeline {
  /** Records what differs from the last status seen. Returns how many changes that were. */
  readonly observe: (profileId: string, at: number, seen: readonly SeenStatus[]) => number;
  /** Oldest first. */
  readonly changesOf: (profileId: string, migrationId: string) => SeenChange[];
  readonly count: (profileId: string) => number;
  /** Returns how many changes were removed. */
  readonly remove: (profileId: string) => number;
  /** Drops what is older than 90 days, and the oldest beyond 200,000. */
  readonly clean: (now: number) => void;
}

export function createTimeline(
  database: DatabaseSync,
  limits: { days: number; changes: number } = timelineLimits,
): Timeline {
  const last = database.prepare(
    'SELECT status, at FROM changes WHERE profile = ? AND migration = ? ORDER BY number DESC LIMIT 1',
  );
  const add = database.prepare('INSERT INTO changes (profile, migration, status, at) VALUES (?, ?, ?, ?)');
  const all = database.prepare('SELECT status, at FROM changes WHERE profile = ? AND migration = ? ORDER BY number');
  const count = database.prepare('SELECT count(*) AS n FROM changes WHERE profile = ?');
  const remove = database.prepare('DELETE FROM changes WHERE profile = ?');
  const dropOld = database.prepare('DELETE FROM changes WHERE at < ?');
  const dropBeyond = database.prepare(
    'DELETE FROM changes WHERE number <= (SELECT number FROM changes ORDER BY number DESC LIMIT 1 OFFSET ?)',
  );
  let added = 0;

  const clean = (now: number) => {
    added = 0;
    dropOld.run(now - limits.days * dayMs);
    dropBeyond.run(limits.changes);
  };
  const observeOne = (profileId: string, at: number, { migrationId, status }: SeenStatus): boolean => {
    const before = last.get(profileId, migrationId);
    // A reply that was sent earlier than one that is known already says nothing new.
    if (before?.['status'] === status || Number(before?.['at'] ?? 0) > at) return false;
    add.run(profileId, migrationId, status, at);
    return true;
  };

  return {
    clean,
    observe: (profileId, at, seen) => {
      database.exec('BEGIN IMMEDIATE');
      try {
        const changes = seen.filter((one) => observeOne(profileId, at, one)).length;
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
      all.all(profileId, migrationId).map((row) => ({ status: String(row['status']), at: Number(row['at']) })),
    count: (profileId) => Number(count.get(profileId)?.['n'] ?? 0),
    remove: (profileId) => Number(remove.run(profileId).changes),
  };
}

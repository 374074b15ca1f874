import type { DatabaseSync } from 'node:sqlite';
import { keptStatus } from '#shared/migration-api/migration-status.ts';
import { neverChanges } from '#shared/migration-api/migration-steps.ts';
import {
  type LeftAfter,
  type SeenMigration,
  type StatusSince,
  watchedGapMs,
} from '#shared/data-messages/data-calls.ts';

/** How long migrations stay in a status, as far as this console has seen it (W1). */
export interface StatusTimes {
  /** The last status of each migration that was ever seen, and since when it was no other. */
  readonly since: (profileId: string, migrationIds: readonly string[]) => StatusSince[];
  /**
   * Since when a migration was seen in the status that it has at `at`, as ISO 8601: since then, where that is news; null for a
   * status that never changes.
   */
  readonly sinceOf: (profileId: string, migration: Pick<SeenMigration, 'id' | 'status' | 'at'>) => string | null;
  /** The same for every migration whose last status is one of these. */
  readonly lastIn: (profileId: string, statuses: readonly string[]) => StatusSince[];
  /** How long others stayed in a status, where both its begin and its end were watched; null where none were. */
  readonly leftAfter: (profileId: string, status: string) => LeftAfter | null;
}

const middleOf = (sorted: readonly number[]): number => {
  const half = Math.floor(sorted.length / 2);
  const upper = sorted[half] ?? 0;
  return sorted.length % 2 === 1 ? upper : Math.round(((sorted[half - 1] ?? upper) + upper) / 2);
};

export function createStatusTimes(database: DatabaseSync): StatusTimes {
  const backwards = database.prepare(
    'SELECT status, at, until FROM changes WHERE profile = ? AND migration = ? ORDER BY number DESC',
  );
  const last = database.prepare(`
    SELECT migration FROM changes AS one
    WHERE profile = :profile AND status IN (SELECT value FROM json_each(:statuses)) AND NOT EXISTS (
      SELECT 1 FROM changes WHERE profile = one.profile AND migration = one.migration AND number > one.number)`);
  // Neighbours of the same migration by the index on (profile, migration, number).
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

  const lastOf = (profileId: string, migrationId: string): StatusSince | undefined => {
    const rows = backwards.iterate(profileId, migrationId);
    let since: StatusSince | undefined;
    for (const { status, at, until } of rows) {
      if (since !== undefined && since.status !== status) break;
      since = { migrationId, status: String(status), since: Number(at), until: since?.until ?? Number(until) };
    }
    return since;
  };

  const since = (profileId: string, ids: readonly string[]) => ids.flatMap((id) => lastOf(profileId, id) ?? []);
  return {
    since,
    sinceOf: (profileId, { id, status, at }) => {
      if (neverChanges(status)) return null;
      const seen = lastOf(profileId, id);
      return new Date(seen?.status === keptStatus(status) ? seen.since : at).toISOString();
    },
    lastIn: (profile, statuses) => {
      const found = last.all({ profile, statuses: JSON.stringify(statuses) });
      return since(
        profile,
        found.map((row) => String(row['migration'])),
      );
    },
    leftAfter: (profileId, status) => {
      const sorted = stays.all({ profile: profileId, status, gap: watchedGapMs }).map((row) => Number(row['stay']));
      return sorted.length === 0 ? null : { migrations: sorted.length, medianMs: middleOf(sorted) };
    },
  };
}

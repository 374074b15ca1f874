import type { DatabaseSync } from 'node:sqlite';
import type { ActivityEntry } from '../../migration-engine/record-activity.ts';
import { newReference } from '../activity-store.ts';
import { organizationOf, positionOf } from '../list-rows.ts';

/** Writes entries of a migration. Call it in the transaction of the change. */
export const createEntryWriter = (database: DatabaseSync) => {
  const write = database.prepare(`
    INSERT INTO activity (organization, position, number, at, step, detail) VALUES (?, ?, ?, ?, ?, ?)
    ON CONFLICT (organization, position, number) DO UPDATE SET at = excluded.at, detail = excluded.detail`);
  return (migration: number, entries: readonly ActivityEntry[]): void => {
    const [organization, position] = [organizationOf(migration), positionOf(migration)];
    for (const { number, at, step, detail } of entries)
      write.run(organization, position, number, at, step, JSON.stringify(detail));
  };
};

/** Adds the session of a new migration, with a reference that its organization doesn't use yet. */
export const createSessionWriter = (database: DatabaseSync) => {
  const insert = database.prepare(`
    INSERT INTO modal_sessions (organization, position, reference, user_id, started) VALUES (?, ?, ?, ?, ?)
    ON CONFLICT (organization, reference) DO NOTHING`);
  return (migration: number, userId: string, now: number): void => {
    const [organization, position] = [organizationOf(migration), positionOf(migration)];
    while (insert.run(organization, position, newReference(), userId, now).changes === 0);
  };
};

import type { ActivityEntry } from '../../migration-engine/record-activity.ts';
import { newReference } from '../activity-store.ts';
import type { Session } from './database.ts';

const write = {
  name: 'write activity',
  text: `
    INSERT INTO activity (organization, position, number, at, step, detail)
    SELECT $1, $2, number, at, step, detail
    FROM unnest($3::bigint[], $4::bigint[], $5::text[], $6::text[]) AS added (number, at, step, detail)
    ON CONFLICT (organization, position, number) DO UPDATE SET at = excluded.at, detail = excluded.detail`,
};
const insert = {
  name: 'insert session',
  text: `
    INSERT INTO modal_sessions (organization, position, reference, user_id, started) VALUES ($1, $2, $3, $4, $5)
    ON CONFLICT (organization, reference) DO NOTHING RETURNING reference`,
};

/** Writes entries of a migration, in the transaction of the change. */
export const writeEntries = async (
  session: Session,
  [organization, position]: readonly [number, number],
  entries: readonly ActivityEntry[],
): Promise<void> => {
  if (entries.length === 0) return;
  await session.run(write, [
    organization,
    position,
    entries.map(({ number }) => number),
    entries.map(({ at }) => at),
    entries.map(({ step }) => step),
    entries.map(({ detail }) => JSON.stringify(detail)),
  ]);
};

/** Adds the session of a new migration, with a reference that its organization doesn't use yet. */
export const insertSession = async (
  session: Session,
  [organization, position]: readonly [number, number],
  userId: string,
  now: number,
): Promise<void> => {
  while ((await session.run(insert, [organization, position, newReference(), userId, now])).length === 0);
};

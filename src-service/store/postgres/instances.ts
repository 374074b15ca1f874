import { randomUUID } from 'node:crypto';
import type { Session } from './database.ts';
import { nowSql } from './database-time.ts';

/** Interval of an instance's heartbeats. An instance stays registered if some are missed. */
const announceEveryMs = 5_000;
const countsForMs = 30_000;

export const liveInstances = `SELECT id FROM instances WHERE seen > ${nowSql} - ${countsForMs}`;

export const runningInstances = async (session: Session): Promise<readonly { readonly schema: number }[]> => {
  const rows = await session.run(
    `SELECT schema FROM instances WHERE seen > ${nowSql} - ${countsForMs} ORDER BY schema`,
  );
  return rows.map(({ schema }) => ({ schema: Number(schema) }));
};

const announce = (session: Session, id: string, schema: number): Promise<unknown> =>
  session.run(
    `INSERT INTO instances (id, schema, seen) VALUES ($1, $2, ${nowSql})
     ON CONFLICT (id) DO UPDATE SET seen = excluded.seen`,
    [id, schema],
  );

export const createPresence = (schema: number) => {
  const id = randomUUID();
  let timer: NodeJS.Timeout | undefined;
  return {
    id,
    /** Sends the first heartbeat in the transaction of the schema check, so that no other instance starts in between. */
    register: async (session: Session): Promise<void> => {
      await session.run(`DELETE FROM instances WHERE seen <= ${nowSql} - ${countsForMs}`);
      await announce(session, id, schema);
    },
    stay: (database: Session): void => {
      // After a failure, the heartbeat is retried at the next interval.
      timer = setInterval(() => void announce(database, id, schema).catch(() => {}), announceEveryMs).unref();
    },
    end: async (database: Session): Promise<void> => {
      clearInterval(timer);
      await database.run('DELETE FROM instances WHERE id = $1', [id]).catch(() => []);
    },
  };
};

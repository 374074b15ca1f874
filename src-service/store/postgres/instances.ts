import { randomUUID } from 'node:crypto';
import type { Database, Session } from './database.ts';
import { nowSql } from './postgres-clock.ts';

/** How often an instance says that it is there, and how long that counts; in between it may have been cut off. */
const sayEveryMs = 5_000;
const countsForMs = 30_000;

export const instancesThere = `SELECT id FROM instances WHERE seen > ${nowSql} - ${countsForMs}`;

/** The oldest schema that a running instance was made for; undefined where none runs, or none that says so. */
export const oldestInstance = async (session: Session): Promise<number | undefined> => {
  const sql = `SELECT min(schema) AS oldest FROM instances WHERE seen > ${nowSql} - ${countsForMs}`;
  const oldest = (await session.run(sql))[0]?.['oldest'];
  return oldest === null ? undefined : Number(oldest);
};

const say = (session: Session, id: string, schema: number): Promise<unknown> =>
  session.run(
    `INSERT INTO instances (id, schema, seen) VALUES ($1, $2, ${nowSql})
     ON CONFLICT (id) DO UPDATE SET seen = excluded.seen`,
    [id, schema],
  );

interface Presence {
  readonly id: string;
  /** Says it for the first time; in the transaction that looks at the schema, so that nobody changes it in between. */
  begin(session: Session): Promise<void>;
  stay(database: Database): void;
  end(database: Database): Promise<void>;
}

export const createPresence = (schema: number): Presence => {
  const id = randomUUID();
  let timer: NodeJS.Timeout | undefined;
  return {
    id,
    begin: async (session) => {
      await session.run(`DELETE FROM instances WHERE seen <= ${nowSql} - ${countsForMs}`);
      await say(session, id, schema);
    },
    stay: (database) => {
      // Where it cannot be said now, it is said with the next turn.
      timer = setInterval(() => void say(database, id, schema).catch(() => {}), sayEveryMs).unref();
    },
    end: async (database) => {
      clearInterval(timer);
      await database.run('DELETE FROM instances WHERE id = $1', [id]).catch(() => []);
    },
  };
};

import pg from 'pg';
import { StoreUnavailable } from '../store.ts';

/** SQL with a name is prepared once per connection: for what every request asks. */
type Statement = string | { readonly name: string; readonly text: string };

export type Row = Readonly<Record<string, unknown>>;

/** Where statements run: the pool, or the one connection of a transaction. */
export interface Session {
  run(statement: Statement, values?: readonly unknown[]): Promise<readonly Row[]>;
}

/** A shared database. What it throws where the database does not answer, is full or only reads is `StoreUnavailable`. */
export interface Database extends Session {
  /** Runs `work` in one transaction; an exception takes everything back. After a deadlock `work` runs once more. */
  inTransaction<Result>(work: (session: Session) => Promise<Result>): Promise<Result>;
  /** The same on a connection of its own whose statements and locks no timeout cuts: for a fill and for a new schema. */
  inLongTransaction<Result>(work: (session: Session) => Promise<Result>): Promise<Result>;
  end(): Promise<void>;
}

/** The first key of each advisory lock, a number of Ferry's own ("FERR"); the second one is the organization, or 0. */
export const advisoryLocks = { schema: 0x46_45_52_01, fill: 0x46_45_52_02 } as const;

/** A request waits no longer than this for a connection, for a lock, for a statement, and for the reply to it. */
const timeouts = {
  connectionTimeoutMillis: 3_000,
  lock_timeout: 3_000,
  statement_timeout: 4_000,
  query_timeout: 5_000,
  idle_in_transaction_session_timeout: 10_000,
} as const;

const mostConnections = 10;
const mostTries = 4;

/**
 * Codes of PostgreSQL's that say nothing about the statement, by their beginning: no connection, no resources, shutting
 * down, a system error, read-only, a timeout, a lock that was not had, a deadlock, who may connect, no such database.
 */
const passing = /^(?:08|53|57P|58|25006|57014|55P03|40001|40P01|28|3D000)/;
const collisions = new Set(['40001', '40P01']);

/** The code of what the database or the system said, also where it stands behind `StoreUnavailable`. */
export const codeOf = (error: unknown): string | undefined => {
  const said = error instanceof StoreUnavailable ? error.cause : error;
  return said instanceof Error && 'code' in said && typeof said.code === 'string' ? said.code : undefined;
};

/** What is wrong with this program, and with no database. */
const isMistake = (error: unknown): boolean =>
  error instanceof TypeError || (error instanceof Error && /after calling end/.test(error.message));

/** Waits for the driver. What it throws that is no answer to a statement means that there is no connection. */
const answered = async <Answer>(asked: Promise<Answer>): Promise<Answer> => {
  try {
    return await asked;
  } catch (error) {
    const code = codeOf(error);
    const isAnswer = error instanceof pg.DatabaseError && !passing.test(code ?? '');
    if (isAnswer || isMistake(error)) throw error;
    const reason = code ?? (error instanceof Error ? error.message : String(error));
    throw new StoreUnavailable(`the database does not answer (${reason})`, { cause: error });
  }
};

/** Counts and times are far below 2^53, so that PostgreSQL's bigint is read as a number. */
const int8 = 20;
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === int8 ? Number : pg.types.getTypeParser(oid, format as 'text'),
};

const sessionOf = (client: pg.Pool | pg.ClientBase): Session => ({
  run: async (statement, values = []) => {
    const config = typeof statement === 'string' ? { text: statement } : { ...statement };
    return (await answered(client.query<Record<string, unknown>>({ ...config, values: [...values] }))).rows;
  },
});

/** Runs `work` between BEGIN and COMMIT. */
const transact = async <Result>(
  client: pg.ClientBase,
  begin: string,
  work: (session: Session) => Promise<Result>,
): Promise<Result> => {
  await answered(client.query(begin));
  const result = await work(sessionOf(client));
  await answered(client.query('COMMIT'));
  return result;
};

const ignore = (): void => {};

const fails = (asked: Promise<unknown>): Promise<boolean> =>
  asked.then(
    () => false,
    () => true,
  );

/** Opens a pool of connections to a database; none is made before the first statement. */
export const connectDatabase = (config: pg.ClientConfig, onLost: (error: Error) => void = ignore): Database => {
  const shared: pg.ClientConfig = { ...config, types, keepAlive: true, application_name: 'ferry-service' };
  const pool = new pg.Pool({ ...shared, ...timeouts, max: mostConnections });
  // Without a listener, a connection that breaks while nobody uses it would end the process; so would one that is in use.
  pool.on('error', onLost);
  pool.on('connect', (client) => client.on('error', ignore));

  const once = async <Result>(work: (session: Session) => Promise<Result>): Promise<Result> => {
    const client = await answered(pool.connect());
    let isSpoiled = false;
    try {
      return await transact(client, 'BEGIN', work);
    } catch (error) {
      // Where no answer came, none would come to ROLLBACK either: the end of the connection takes everything back.
      const isSilent = error instanceof StoreUnavailable && !(error.cause instanceof pg.DatabaseError);
      isSpoiled = isSilent || (await fails(client.query('ROLLBACK')));
      throw error;
    } finally {
      client.release(isSpoiled);
    }
  };

  return {
    ...sessionOf(pool),
    inTransaction: async (work) => {
      for (let tries = 1; ; tries++) {
        try {
          return await once(work);
        } catch (error) {
          if (!collisions.has(codeOf(error) ?? '') || tries === mostTries) throw error;
        }
      }
    },
    inLongTransaction: async (work) => {
      const client = new pg.Client({ ...shared, connectionTimeoutMillis: timeouts.connectionTimeoutMillis });
      client.on('error', ignore);
      try {
        await answered(client.connect());
        return await transact(client, 'BEGIN; SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = 0', work);
      } finally {
        // The end of a connection takes back what was not committed.
        await client.end().catch(ignore);
      }
    },
    end: () => pool.end(),
  };
};

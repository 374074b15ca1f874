import { advisoryLocks, connectDatabase, type Database, type Session } from './database.ts';
import type { DatabaseAddress } from './database-address.ts';
import { codeOf } from './driver-errors.ts';
import type { OpenOptions } from '../store.ts';
import { createPresence, oldestInstance } from './instances.ts';
import { instancesSince, schemaTable, type SchemaStep, schemaVersions } from './schema-versions.ts';

/** A database, and who this instance is among those that run on it; or one sentence that says why there is none. */
type OpenedDatabase =
  | { readonly ok: true; readonly database: Database; readonly instance: string | undefined }
  | { readonly ok: false; readonly sentence: string };

/** A reason to leave the database as it is: thrown, so that the transaction is taken back. */
class Refused extends Error {}

/** A step waits so long for its tables, and is then tried again. */
const stepLockMs = 1_000;
const maxTries = 30;

const codes = { user: ['28P01', '28000'], database: ['3D000'], right: ['42501'] } as const;
const isOneOf = (code: string | undefined, wanted: readonly string[]): boolean => wanted.includes(code ?? '');

/** The sentence of what a database, or the way to it, said. Never the address itself, which may hold a password. */
const sentenceOf = (error: unknown, { name, user, place }: DatabaseAddress): string => {
  const code = codeOf(error);
  if (isOneOf(code, codes.user)) {
    return `The database at ${place} does not let user ${user} in; check the user and the password of the address.`;
  }
  if (isOneOf(code, codes.database)) {
    return `There is no database ${name} at ${place}; create it, or name another one.`;
  }
  if (isOneOf(code, codes.right)) {
    return `User ${user} may not create and change tables in the database ${name} at ${place}; grant CREATE and USAGE on its schema.`;
  }
  const reason = code ?? (error instanceof Error ? error.message : String(error));
  return `The database ${name} at ${place} cannot be used (${reason}); check that PostgreSQL runs there and takes connections.`;
};

interface KeptSchema {
  readonly version: number;
  readonly least: number;
}

/** The schema of the database; undefined where there are no tables at all. */
const readSchema = async (session: Session, { name, place }: DatabaseAddress): Promise<KeptSchema | undefined> => {
  const tables = await session.run(
    `SELECT relname AS name FROM pg_class
     WHERE relnamespace = to_regnamespace(current_schema()) AND relkind IN ('r', 'p', 'v', 'm', 'S', 'f')`,
  );
  if (tables.length === 0) return undefined;
  if (tables.some((table) => table['name'] === schemaTable)) {
    const [row] = await session.run(
      `SELECT to_jsonb(kept) ->> 'version' AS version, to_jsonb(kept) ->> 'least' AS least FROM ${schemaTable} AS kept`,
    );
    const version = Number(row?.['version'] ?? Number.NaN);
    if (Number.isInteger(version)) return { version, least: Number(row?.['least'] ?? version) };
  }
  throw new Refused(`The database ${name} at ${place} holds tables that are not Ferry Service’s; name an empty one.`);
};

/** Refuses to change the schema under an instance that could not work any more. */
const refuseUnderOlder = async (
  session: Session,
  { version }: KeptSchema,
  least: number,
  { name, place }: DatabaseAddress,
): Promise<void> => {
  const oldest = version < instancesSince ? undefined : await oldestInstance(session);
  if (oldest === undefined || oldest >= least) return;
  throw new Refused(
    `An older Ferry Service runs on the database ${name} at ${place} and cannot work with the schema of this one (${least} at least, it knows ${oldest}); end it, wait half a minute and start again.`,
  );
};

/**
 * Makes a new schema, or takes the next step of one that is older, so that the locks of a step end with it: instances of the
 * version before wait for them. A schema that is newer stays as it is where this program can work with it.
 *
 * @returns Whether the schema is up to date.
 */
const upgrade = async (session: Session, address: DatabaseAddress, steps: readonly SchemaStep[]): Promise<boolean> => {
  await session.run('SELECT pg_advisory_xact_lock($1, 0)', [advisoryLocks.schema]);
  const schema = await readSchema(session, address);
  const known = steps.length;
  if (schema !== undefined && schema.version > known) {
    if (schema.least <= known) return true;
    throw new Refused(
      `The database ${address.name} at ${address.place} was written by a newer Ferry Service (schema ${schema.version}, this one knows ${known}); start that version, or name another database.`,
    );
  }
  if (schema?.version === known) return true;
  const missing = steps.slice(schema?.version);
  const least = Math.max(schema?.least ?? 0, ...missing.map((step) => step.least));
  if (schema !== undefined) await refuseUnderOlder(session, schema, least, address);
  if (schema === undefined) {
    for (const { sql } of missing) await session.run(sql);
    await session.run(`CREATE TABLE ${schemaTable} (version integer NOT NULL, least integer NOT NULL)`);
    await session.run(`INSERT INTO ${schemaTable} (version, least) VALUES ($1, $2)`, [known, least]);
    return true;
  }
  const [step] = missing as [SchemaStep];
  // Who waits for a table stands in the way of everybody who comes after it: better to try again.
  await session.run(`SET LOCAL lock_timeout = ${stepLockMs}`);
  await session.run(step.sql);
  await session.run('SET LOCAL lock_timeout = 0');
  const version = schema.version + 1;
  const minNow = Math.max(schema.least, step.least);
  await session.run(`ALTER TABLE ${schemaTable} ADD COLUMN IF NOT EXISTS least integer NOT NULL DEFAULT 1`);
  await session.run(`UPDATE ${schemaTable} SET version = $1, least = $2`, [version, minNow]);
  return version === known;
};

/** Whether the first fill was done: an organization that is made before it stands in its way. */
const isFilled = async (session: Session): Promise<boolean> =>
  (await session.run('SELECT FROM organizations WHERE number = 1')).length > 0;

/** Whether this user may write what the service writes; a schema of another user's may be readable only. */
const checkRights = async (session: Session): Promise<void> => {
  await session.run('UPDATE organizations SET name = name WHERE number = 0');
  await session.run('DELETE FROM migrations WHERE organization = 0');
};

interface OpenDatabaseOptions extends OpenOptions {
  /** Refuses a database without data of the service. */
  readonly existing?: boolean;
  /** The schema; tests look at what other versions would do. */
  readonly steps?: readonly SchemaStep[];
}

/**
 * Opens a database and brings the schema up to date, each step under a lock that ends with its transaction: of several
 * instances that start at once, one does it. Where the database is refused, the step that was begun is taken back.
 */
export const openDatabase = async (
  address: DatabaseAddress,
  { existing = false, onLost, signal, steps = schemaVersions }: OpenDatabaseOptions = {},
): Promise<OpenedDatabase> => {
  const database = connectDatabase(address.config, onLost);
  // A program beside the services, as `keys`, is there for a moment only.
  const presence = existing ? undefined : createPresence(steps.length);
  /** Whether it is open; a schema of several steps needs several turns. */
  const open = (): Promise<boolean> =>
    database.inLongTransaction(async (session) => {
      const isEmpty = existing && (await readSchema(session, address)) === undefined;
      if (!isEmpty && !(await upgrade(session, address, steps))) return false;
      if (isEmpty || (existing && !(await isFilled(session)))) {
        throw new Refused(
          `There is no Ferry Service data in the database ${address.name} at ${address.place}; start the service there first, or name another one.`,
        );
      }
      await checkRights(session);
      await presence?.begin(session);
      return true;
    }, signal);
  try {
    for (let tries = 1; ; tries++) {
      try {
        if (await open()) break;
        tries = 0;
      } catch (error) {
        if (codeOf(error) !== '55P03' || tries === maxTries || signal?.aborted) throw error;
      }
    }
    presence?.stay(database);
    const end = async (): Promise<void> => {
      await presence?.end(database);
      await database.end();
    };
    return { ok: true, database: { ...database, end }, instance: presence?.id };
  } catch (error) {
    await database.end();
    return { ok: false, sentence: error instanceof Refused ? error.message : sentenceOf(error, address) };
  }
};

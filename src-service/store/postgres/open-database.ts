import { advisoryLocks, codeOf, connectDatabase, type Database, type Session } from './database.ts';
import type { DatabaseAddress } from './database-address.ts';
import { schemaTable, schemaVersions } from './schema-versions.ts';

/** A database, or one sentence that says why there is none. */
type OpenedDatabase =
  { readonly ok: true; readonly database: Database } | { readonly ok: false; readonly sentence: string };

/** A reason to leave the database as it is: thrown, so that the transaction is taken back. */
class Refused extends Error {}

const missing = { user: ['28P01', '28000'], database: ['3D000'], right: ['42501'] } as const;
const isOneOf = (code: string | undefined, codes: readonly string[]): boolean => codes.includes(code ?? '');

/** The sentence of what a database, or the way to it, said. Never the address itself, which may hold a password. */
const sentenceOf = (error: unknown, { name, user, place }: DatabaseAddress): string => {
  const code = codeOf(error);
  if (isOneOf(code, missing.user)) {
    return `The database at ${place} does not let user ${user} in; check the user and the password of the address.`;
  }
  if (isOneOf(code, missing.database)) {
    return `There is no database ${name} at ${place}; create it, or name another one.`;
  }
  if (isOneOf(code, missing.right)) {
    return `User ${user} may not create and change tables in the database ${name} at ${place}; grant CREATE and USAGE on its schema.`;
  }
  const reason = code ?? (error instanceof Error ? error.message : String(error));
  return `The database ${name} at ${place} cannot be used (${reason}); check that PostgreSQL runs there and takes connections.`;
};

/** The version of the schema; undefined where there are no tables at all. */
const readVersion = async (session: Session, { name, place }: DatabaseAddress): Promise<number | undefined> => {
  const tables = await session.run(
    `SELECT relname AS name FROM pg_class
     WHERE relnamespace = to_regnamespace(current_schema()) AND relkind IN ('r', 'p', 'v', 'm', 'S', 'f')`,
  );
  if (tables.length === 0) return undefined;
  if (tables.some((table) => table['name'] === schemaTable)) {
    const [row] = await session.run(`SELECT to_jsonb(kept) ->> 'version' AS version FROM ${schemaTable} AS kept`);
    const version = Number(row?.['version'] ?? Number.NaN);
    if (Number.isInteger(version)) return version;
  }
  throw new Refused(`The database ${name} at ${place} holds tables that are not Ferry Service’s; name an empty one.`);
};

const upgrade = async (session: Session, address: DatabaseAddress): Promise<void> => {
  await session.run('SELECT pg_advisory_xact_lock($1, 0)', [advisoryLocks.schema]);
  const version = await readVersion(session, address);
  const known = schemaVersions.length;
  if (version !== undefined && version > known) {
    throw new Refused(
      `The database ${address.name} at ${address.place} was written by a newer Ferry Service (schema ${version}, this one knows ${known}); start that version, or name another database.`,
    );
  }
  if (version === known) return;
  for (const step of schemaVersions.slice(version)) await session.run(step);
  if (version === undefined) {
    await session.run(`CREATE TABLE ${schemaTable} (version integer NOT NULL)`);
    await session.run(`INSERT INTO ${schemaTable} (version) VALUES ($1)`, [known]);
  } else {
    await session.run(`UPDATE ${schemaTable} SET version = $1`, [known]);
  }
};

/** Whether the first fill was done: an organization that is made before it stands in its way. */
const isFilled = async (session: Session): Promise<boolean> =>
  (await session.run('SELECT FROM organizations WHERE number = 1')).length > 0;

/** Whether this user may write what the service writes; a schema of another user's may be readable only. */
const checkRights = async (session: Session): Promise<void> => {
  await session.run('UPDATE organizations SET name = name WHERE number = 0');
  await session.run('DELETE FROM migrations WHERE organization = 0');
};

/**
 * Opens a database and brings the schema up to date, under a lock that ends with its transaction: of several instances
 * that start at once, one does it. Nothing is changed where the database is refused.
 *
 * @param existing refuses a database without data of the service
 */
export const openDatabase = async (
  address: DatabaseAddress,
  { existing = false, onLost }: { existing?: boolean; onLost?: (error: Error) => void } = {},
): Promise<OpenedDatabase> => {
  const database = connectDatabase(address.config, onLost);
  try {
    await database.inLongTransaction(async (session) => {
      const isEmpty = existing && (await readVersion(session, address)) === undefined;
      if (!isEmpty) await upgrade(session, address);
      if (isEmpty || (existing && !(await isFilled(session)))) {
        throw new Refused(
          `There is no Ferry Service data in the database ${address.name} at ${address.place}; start the service there first, or name another one.`,
        );
      }
      await checkRights(session);
    });
    return { ok: true, database };
  } catch (error) {
    await database.end();
    return { ok: false, sentence: error instanceof Refused ? error.message : sentenceOf(error, address) };
  }
};

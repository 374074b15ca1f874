import { UserError } from '#shared/user-error.ts';
import { advisoryLocks, connectDatabase, type Database, type Session } from './database.ts';
import type { DatabaseAddress } from './database-address.ts';
import { codeOf, isWorthRetryElsewhere } from './driver-errors.ts';
import { messageOf } from '../base/message-of.ts';
import type { OpenOptions } from '../store.ts';
import { createPresence, runningInstances } from './instances.ts';
import { instancesSince, schemaTable, type SchemaStep, schemaVersions } from './schema-versions.ts';

/** A schema step waits this long for its tables, and is then retried. */
const stepLockMs = 1_000;
const maxTries = 30;

const errorCodes = { user: ['28P01', '28000'], database: ['3D000'], right: ['42501'] } as const;
const isOneOf = (code: string | undefined, wanted: readonly string[]): boolean => wanted.includes(code ?? '');

/** Returns the error to show for a database or connection error. Omits the URL, which may contain a password. */
export const toUserError = (error: unknown, address: DatabaseAddress): UserError =>
  error instanceof UserError ? error : new UserError(sentenceOf(error, address));

const sentenceOf = (error: unknown, { name, user, place }: DatabaseAddress): string => {
  const code = codeOf(error);
  if (isOneOf(code, errorCodes.user)) {
    return `The database at ${place} rejected user ${user}. Check the user and the password in the URL.`;
  }
  if (isOneOf(code, errorCodes.database)) {
    return `No database ${name} exists at ${place}. Create it, or use another database.`;
  }
  if (isOneOf(code, errorCodes.right)) {
    return `User ${user} can't create and change tables in the database ${name} at ${place}. Grant CREATE and USAGE on its schema.`;
  }
  const reason = code ?? messageOf(error);
  return `The database ${name} at ${place} is unavailable (${reason}). Check that PostgreSQL is running there and accepts connections.`;
};

interface KeptSchema {
  readonly version: number;
  readonly oldestCompatible: number;
}

export const readSchema = async (
  session: Session,
  { name, place }: DatabaseAddress,
): Promise<KeptSchema | undefined> => {
  const tables = await session.run(
    `SELECT relname AS name FROM pg_class
     WHERE relnamespace = to_regnamespace(current_schema()) AND relkind IN ('r', 'p', 'v', 'm', 'S', 'f')`,
  );
  if (tables.length === 0) return undefined;
  if (tables.some((table) => table['name'] === schemaTable)) {
    const [row] = await session.run(
      `SELECT to_jsonb(stored) ->> 'version' AS version, to_jsonb(stored) ->> 'least' AS least FROM ${schemaTable} AS stored`,
    );
    const version = Number(row?.['version'] ?? Number.NaN);
    if (Number.isInteger(version)) return { version, oldestCompatible: Number(row?.['least'] ?? version) };
  }
  throw new UserError(`The database ${name} at ${place} has tables of another program. Use an empty database.`);
};

/** Returns why this program can't use the schema, or can't change it while an older instance runs. */
export const schemaObstacle = async (
  session: Session,
  schema: KeptSchema,
  { name, place }: DatabaseAddress,
  steps: readonly SchemaStep[],
): Promise<string | undefined> => {
  const knownCount = steps.length;
  if (schema.version > knownCount && schema.oldestCompatible > knownCount) {
    return `The database ${name} at ${place} has schema ${schema.version}, but this version of Ferry Service supports only up to ${knownCount}. Use a newer version or another database.`;
  }
  const missingSteps = steps.slice(schema.version);
  const neededVersion = Math.max(schema.oldestCompatible, ...missingSteps.map((step) => step.oldestCompatible));
  const isOld = missingSteps.length === 0 || schema.version < instancesSince;
  const oldest = isOld ? undefined : (await runningInstances(session))[0]?.schema;
  if (oldest === undefined || oldest >= neededVersion) return undefined;
  return `An older Ferry Service is using the database ${name} at ${place}. It supports schemas up to ${oldest}, but must support ${neededVersion}. Stop the older service, wait 30 s and start again.`;
};

/**
 * Creates the schema or runs its next step, each in its own transaction, because instances of the previous version wait
 * for its locks. Keeps a newer schema that this version supports. Returns whether the schema is up to date.
 */
const upgrade = async (session: Session, address: DatabaseAddress, steps: readonly SchemaStep[]): Promise<boolean> => {
  await session.run('SELECT pg_advisory_xact_lock($1, 0)', [advisoryLocks.schema]);
  const schema = await readSchema(session, address);
  const knownCount = steps.length;
  const obstacle = schema && (await schemaObstacle(session, schema, address, steps));
  if (obstacle !== undefined) throw new UserError(obstacle);
  if (schema !== undefined && schema.version >= knownCount) return true;
  const missingSteps = steps.slice(schema?.version);
  const oldestCompatible = Math.max(
    schema?.oldestCompatible ?? 0,
    ...missingSteps.map((step) => step.oldestCompatible),
  );
  if (schema === undefined) {
    for (const { sql } of missingSteps) await session.run(sql);
    await session.run(`CREATE TABLE ${schemaTable} (version integer NOT NULL, least integer NOT NULL)`);
    await session.run(`INSERT INTO ${schemaTable} (version, least) VALUES ($1, $2)`, [knownCount, oldestCompatible]);
    return true;
  }
  const [step] = missingSteps as [SchemaStep];
  // A waiting lock blocks all later queries of the table, so the wait is short and the step is retried.
  await session.run(`SET LOCAL lock_timeout = ${stepLockMs}`);
  await session.run(step.sql);
  await session.run('SET LOCAL lock_timeout = 0');
  const version = schema.version + 1;
  const minNow = Math.max(schema.oldestCompatible, step.oldestCompatible);
  await session.run(`ALTER TABLE ${schemaTable} ADD COLUMN IF NOT EXISTS least integer NOT NULL DEFAULT 1`);
  await session.run(`UPDATE ${schemaTable} SET version = $1, least = $2`, [version, minNow]);
  return version === knownCount;
};

/** Whether the first seeding finished. Any organization in the store prevents a first seeding. */
const isFilled = async (session: Session): Promise<boolean> =>
  (await session.run('SELECT FROM organizations WHERE number = 1')).length > 0;

/** Checks that the database user has all permissions. Another user's schema may allow read access only. */
const checkRights = async (session: Session): Promise<void> => {
  await session.run('UPDATE organizations SET name = name WHERE number = 0');
  await session.run('DELETE FROM migrations WHERE organization = 0');
};

interface OpenDatabaseOptions extends OpenOptions {
  readonly existing?: boolean;
  /** Tests pass the steps of other versions. */
  readonly steps?: readonly SchemaStep[];
}

/** Each schema step takes a lock, so that only one of several starting instances runs the step. @throws {UserError} */
export const openDatabase = async (
  address: DatabaseAddress,
  { existing = false, onLost, signal, steps = schemaVersions }: OpenDatabaseOptions = {},
): Promise<{ readonly database: Database; readonly instance: string | undefined }> => {
  const database = connectDatabase(address, onLost);
  // Short-lived programs such as `keys` send no heartbeats.
  const presence = existing ? undefined : createPresence(steps.length);
  /** Returns whether the schema is up to date. */
  const open = (): Promise<boolean> =>
    database.inLongTransaction(async (session) => {
      const isEmpty = existing && (await readSchema(session, address)) === undefined;
      if (!isEmpty && !(await upgrade(session, address, steps))) return false;
      if (isEmpty || (existing && !(await isFilled(session)))) {
        throw new UserError(
          `The database ${address.name} at ${address.place} has no Ferry Service data. Start the service with this database first, or use another database.`,
        );
      }
      await checkRights(session);
      await presence?.register(session);
      return true;
    }, signal);
  try {
    for (let attempt = 1; ; attempt++) {
      try {
        if (await open()) break;
        attempt = 0;
      } catch (error) {
        const canTryOtherHost = isWorthRetryElsewhere(error) && attempt < address.hosts.length;
        if (canTryOtherHost && !signal?.aborted) continue;
        if (codeOf(error) !== '55P03' || attempt === maxTries || signal?.aborted) throw error;
      }
    }
    presence?.stay(database);
    const end = async (): Promise<void> => {
      await presence?.end(database);
      await database.end();
    };
    return { database: { ...database, end }, instance: presence?.id };
  } catch (error) {
    await database.end();
    throw toUserError(error, address);
  }
};

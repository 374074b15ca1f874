import { createStore, type OpenOptions, type Store, type StoreStatus } from '../store.ts';
import { connectDatabase, type Session } from './database.ts';
import type { DatabaseAddress } from './database-address.ts';
import { nowOf } from './database-time.ts';
import { isBusy } from './driver-errors.ts';
import { liveInstances, runningInstances } from './instances.ts';
import { openDatabase, readSchema, schemaObstacle, toUserError } from './open-database.ts';
import { inspectPostgres } from './postgres-inspection.ts';
import { createPostgresPrograms, postgresDialect } from './postgres-programs.ts';
import { postgresSeed } from './postgres-seed.ts';
import { instancesSince, schemaVersions } from './schema-versions.ts';

export const openPostgresStore = async (
  address: DatabaseAddress,
  options: { existing?: boolean } & OpenOptions = {},
): Promise<Store> => {
  const { database, instance } = await openDatabase(address, options);
  return createStore({
    programs: createPostgresPrograms(database),
    dialect: postgresDialect,
    instance: { id: instance ?? '', running: liveInstances },
    now: (organization) => nowOf(database, organization),
    seed: postgresSeed(database),
    health: { isBusy, connections: () => database.connections() },
    inspect: () => inspectPostgres(database),
    close: () => database.end(),
  });
};

/** @throws {UserError} */
export const readPostgresStatus = async (address: DatabaseAddress): Promise<StoreStatus> => {
  const database = connectDatabase(address);
  const read = async (session: Session): Promise<StoreStatus> => {
    const storedSchema = await readSchema(session, address);
    const [schema, known] = [storedSchema?.version ?? 0, schemaVersions.length];
    const instances = schema < instancesSince ? [] : await runningInstances(session);
    const obstacle =
      storedSchema === undefined ? null : await schemaObstacle(session, storedSchema, address, schemaVersions);
    const pending = Math.max(0, known - schema);
    return { schema, known, pending, instances, obstacle: obstacle ?? null };
  };
  try {
    return await database.inTransaction(read);
  } catch (error) {
    throw toUserError(error, address);
  } finally {
    await database.end();
  }
};

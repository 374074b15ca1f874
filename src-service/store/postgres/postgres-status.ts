import type { StoreStatus } from '../store.ts';
import { connectDatabase, type Session } from './database.ts';
import type { DatabaseAddress } from './database-address.ts';
import { runningInstances } from './instances.ts';
import { readSchema, schemaObstacle, toUserError } from './open-database.ts';
import { instancesSince, schemaVersions } from './schema-versions.ts';

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

import { createStore, type OpenOptions, type Store } from '../store.ts';
import type { DatabaseAddress } from './database-address.ts';
import { nowOf } from './database-time.ts';
import { isBusy } from './driver-errors.ts';
import { liveInstances } from './instances.ts';
import { openDatabase } from './open-database.ts';
import { inspectPostgres } from './postgres-inspection.ts';
import { createPostgresPrograms, postgresDialect } from './postgres-programs.ts';
import { postgresSeed } from './postgres-seed.ts';

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

import type { DatabaseSync } from 'node:sqlite';
import { UserError } from '#shared/user-error.ts';
import { createStore, type Store, type StoreStatus } from '../store.ts';
import { foreignFile } from './foreign-file.ts';
import { lockDataFolder, makeFolder, openDatabase } from './open-database.ts';
import { schemaVersions } from './schema-versions.ts';
import { inspectSqlite } from './sqlite-inspection.ts';
import { createSqlitePrograms, sqliteDialect } from './sqlite-programs.ts';
import { sqliteSeed } from './sqlite-seed.ts';

/** SQLITE_BUSY: another process held the write lock for longer than the timeout. */
const busyCode = 5;

const isBusy = (error: unknown): boolean => error instanceof Error && 'errcode' in error && error.errcode === busyCode;

/** In memory, because only one process serves a folder, and rules and scenarios end with it. */
const controlTables = `
  PRAGMA temp_store = MEMORY;
  CREATE TEMP TABLE rule_counters (organization INTEGER PRIMARY KEY, last_rule INTEGER NOT NULL);
  CREATE TEMP TABLE fault_rules (
    organization INTEGER NOT NULL,
    id INTEGER NOT NULL,
    rule TEXT NOT NULL,
    met INTEGER NOT NULL DEFAULT 0,
    rolled INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (organization, id)
  );
  CREATE TEMP TABLE held_replies (
    organization INTEGER NOT NULL,
    rule INTEGER NOT NULL,
    id TEXT NOT NULL,
    seen INTEGER NOT NULL,
    PRIMARY KEY (organization, rule, id)
  );
  CREATE TEMP TABLE next_scenarios (organization INTEGER PRIMARY KEY, next TEXT NOT NULL, times INTEGER NOT NULL);
`;

const createSqliteStore = (database: DatabaseSync, afterClose: () => void): Store => {
  database.exec(controlTables);
  const programs = createSqlitePrograms(database);
  return createStore({
    programs,
    dialect: sqliteDialect,
    // Overwrites the previous rows in free space, and then empties the log.
    erasure: {
      start: () => database.exec('PRAGMA secure_delete = ON'),
      end: () => database.exec('PRAGMA secure_delete = FAST; PRAGMA wal_checkpoint(TRUNCATE)'),
    },
    now: async (organization, offset) => Date.now() + (organization === undefined ? 0 : await offset(organization)),
    seed: sqliteSeed(database, programs),
    health: { isBusy, connections: () => undefined },
    inspect: () => inspectSqlite(database),
    close: async () => {
      database.close();
      afterClose();
    },
  });
};

const refuseForeign = (folder: string): void => {
  const file = foreignFile(folder);
  if (file !== undefined)
    throw new UserError(
      `The file ${file} isn't a Ferry Service database, or it is damaged. Move or restore it, or choose another folder with --data.`,
    );
};

/** @throws {UserError} */
export const openServiceStore = (folder: string): Store => {
  makeFolder(folder);
  refuseForeign(folder);
  const unlock = lockDataFolder(folder);
  if (unlock === undefined) {
    throw new UserError(
      `Another Ferry Service is using the data in ${folder}. Stop it, or choose another folder with --data.`,
    );
  }
  try {
    return createSqliteStore(openDatabase(folder), unlock);
  } catch (error) {
    unlock();
    throw error;
  }
};

/** Opens an existing data folder without its lock, so that `keys` works while the service runs. @throws {UserError} */
export const openStoreForKeys = (folder: string): Store => {
  refuseForeign(folder);
  return createSqliteStore(openDatabase(folder, { existing: true }), () => {});
};

/** @throws {UserError} */
export const readSqliteStatus = (folder: string): StoreStatus => {
  const database = openDatabase(folder, { existing: true, skipsUpgrade: true });
  const schema = Number(database.prepare('PRAGMA user_version').get()?.['user_version']);
  database.close();
  const unlock = lockDataFolder(folder);
  unlock?.();
  const known = schemaVersions.length;
  const pending = Math.max(0, known - schema);
  const newerFault = schema > known ? `The data has schema ${schema}. Use a newer version of Ferry Service.` : null;
  const inUseFault =
    unlock === undefined && pending > 0 ? 'A Ferry Service is using the folder. Stop the service first.' : null;
  const instances = unlock === undefined ? [{ schema: null }] : [];
  return { schema, known, pending, instances, obstacle: newerFault ?? inUseFault };
};

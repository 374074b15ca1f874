import type { DatabaseSync } from 'node:sqlite';
import { refuse } from '../base/outcome.ts';
import { createStore, type OpenedStore, type Store } from '../store.ts';
import { foreignFile } from './foreign-file.ts';
import { lockDataFolder, makeFolder, openDatabase } from './open-database.ts';
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

const refuseForeign = (folder: string): string | undefined => {
  const file = foreignFile(folder);
  return (
    file &&
    `The file ${file} isn't a Ferry Service database, or it is damaged. Move or restore it, or choose another folder with --data.`
  );
};

export const openServiceStore = (folder: string): OpenedStore => {
  const refusal = makeFolder(folder) ?? refuseForeign(folder);
  if (refusal !== undefined) return refuse(refusal);
  const unlock = lockDataFolder(folder);
  if (unlock === undefined) {
    return refuse(
      `Another Ferry Service is using the data in ${folder}. Stop it, or choose another folder with --data.`,
    );
  }
  const openResult = openDatabase(folder);
  if (openResult.ok) return { ok: true, store: createSqliteStore(openResult.database, unlock) };
  unlock();
  return openResult;
};

/** Opens an existing data folder without its lock, so that `keys` works while the service runs. */
export const openStoreForKeys = (folder: string): OpenedStore => {
  const refusal = refuseForeign(folder);
  if (refusal !== undefined) return refuse(refusal);
  const openResult = openDatabase(folder, { existing: true });
  return openResult.ok ? { ok: true, store: createSqliteStore(openResult.database, () => {}) } : openResult;
};

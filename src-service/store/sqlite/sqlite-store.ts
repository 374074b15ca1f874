import type { DatabaseSync } from 'node:sqlite';
import type { MigrationStore, Store } from '../store.ts';
import { lockFolder } from './folder-lock.ts';
import { createListPages } from './list-pages.ts';
import { makeFolder, openDatabase } from './open-database.ts';
import { rowRange } from './row-number.ts';
import { createSqliteKeys } from './sqlite-keys.ts';
import { createSqliteSeed } from './sqlite-seed.ts';

/** A store, or one sentence that says why there is none. */
export type OpenedStore =
  { readonly ok: true; readonly store: Store } | { readonly ok: false; readonly sentence: string };

const createMigrations = (database: DatabaseSync): MigrationStore => {
  const byId = database.prepare('SELECT json FROM migrations WHERE id = ? AND row BETWEEN ? AND ?');
  return {
    ...createListPages(database, 'migrations'),
    json: async (organization, id) => {
      const { from, to } = rowRange(organization);
      return byId.get(id, from, to)?.['json'] as string | undefined;
    },
  };
};

const assemble = (database: DatabaseSync, afterClose: () => void): Store => {
  const offset = database.prepare('SELECT offset_ms FROM clock');
  return {
    migrations: createMigrations(database),
    companies: createListPages(database, 'companies'),
    keys: createSqliteKeys(database),
    seed: createSqliteSeed(database),
    clockOffset: async () => offset.get()?.['offset_ms'] as number,
    close: async () => {
      database.close();
      afterClose();
    },
  };
};

/** Opens the store of a running service; one process at a time has a folder. */
export const openServiceStore = (folder: string): OpenedStore => {
  const unwritable = makeFolder(folder);
  if (unwritable !== undefined) return { ok: false, sentence: unwritable };
  const unlock = lockFolder(folder);
  if (unlock === undefined) {
    return {
      ok: false,
      sentence: `Another Ferry Service uses the data in ${folder}; stop it, or choose another folder with --data.`,
    };
  }
  const opened = openDatabase(folder);
  if (opened.ok) return { ok: true, store: assemble(opened.database, unlock) };
  unlock();
  return opened;
};

/** Opens the store beside a running service, for key management. */
export const openStoreForKeys = (folder: string): OpenedStore => {
  const opened = openDatabase(folder, true);
  return opened.ok ? { ok: true, store: assemble(opened.database, () => {}) } : opened;
};

import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { databaseName, lockName } from './open-database.ts';

/** First bytes of SQLite's files: the database, its journal, and its log in either byte order. */
const fileStarts = {
  database: ['53514c69746520666f726d6174203300'],
  // All zeros until SQLite uses the journal, which it never does for the lock file.
  '-journal': ['d9d505f920a163d7', '0000000000000000'],
  '-wal': ['377f0682', '377f0683'],
} as const;
const ownTables = ['service_state', 'organizations', 'api_keys', 'migrations'];

const sizeOf = (file: string): number | undefined => {
  const stat = statSync(file, { throwIfNoEntry: false });
  if (stat === undefined) return undefined;
  return stat.isFile() ? stat.size : Number.NaN;
};

const startsWithAny = (file: string, known: readonly string[]): boolean => {
  const bytes = Buffer.alloc(16);
  const handle = openSync(file, 'r');
  try {
    readSync(handle, bytes);
  } finally {
    closeSync(handle);
  }
  return known.some((start) => bytes.toString('hex').startsWith(start));
};

/** Reads the tables directly from the file, without locks or other traces. */
const hasOtherTables = (file: string): boolean => {
  const url = pathToFileURL(file);
  url.searchParams.set('immutable', '1');
  const database = new DatabaseSync(url, { readOnly: true });
  try {
    const names = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all();
    const tables = new Set(names.map(({ name }) => name));
    return tables.size > 0 && !ownTables.every((name) => tables.has(name));
  } catch {
    // Opening the damaged file reports the error later.
    return false;
  } finally {
    database.close();
  }
};

const findForeignFile = (file: string): string | undefined => {
  const hasFile = sizeOf(file) !== undefined;
  for (const ending of ['-journal', '-wal', '-shm'] as const) {
    const size = sizeOf(file + ending);
    if (size === undefined) continue;
    // SQLite deletes these files if the database is missing, and otherwise applies them.
    if (!hasFile || Number.isNaN(size)) return file + ending;
    if (ending !== '-shm' && size > 0 && !startsWithAny(file + ending, fileStarts[ending])) return file + ending;
  }
  return undefined;
};

/** Finds a non-empty file of another program that has one of Ferry's file names and that SQLite would overwrite. */
export const foreignFile = (folder: string): string | undefined => {
  const [database, lock] = [join(folder, databaseName), join(folder, lockName)];
  if ((sizeOf(lock) ?? 0) !== 0) return lock;
  const neighbor = findForeignFile(lock) ?? findForeignFile(database);
  if (neighbor !== undefined) return neighbor;
  const size = sizeOf(database) ?? 0;
  if (size === 0) return undefined;
  return Number.isNaN(size) || !startsWithAny(database, fileStarts.database) || hasOtherTables(database)
    ? database
    : undefined;
};

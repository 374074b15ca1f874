import { accessSync, chmodSync, closeSync, constants, existsSync, mkdirSync, openSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { UserError } from '#shared/user-error.ts';
import { messageOf } from '../base/message-of.ts';
import { schemaVersions } from './schema-versions.ts';
import { inTransaction } from './transactions.ts';

/** Avoids Node's recursive mkdir, which hangs if an existing folder reports ENOENT for a new one, as /proc does. */
export const makeFolders = (folder: string): void => {
  if (existsSync(folder)) return;
  const parentFolder = dirname(folder);
  if (parentFolder !== folder) makeFolders(parentFolder);
  mkdirSync(folder, { mode: 0o700 });
};

/** Creates a private database file, or restricts an existing file. SQLite copies the mode to its side files. */
const makePrivate = (file: string): void => {
  if (!existsSync(file)) closeSync(openSync(file, 'a', 0o600));
  for (const ending of ['', '-wal', '-shm', '-journal']) {
    try {
      chmodSync(file + ending, 0o600);
    } catch {
      // The file doesn't exist, belongs to another user, or is on a file system without permissions.
    }
  }
};

/** Name of the lock file in a data folder. The file is always empty. */
export const lockName = 'service.lock';

type Unlock = () => void;

/**
 * Makes this process the folder's only service. Undefined if another service is running. The lock is SQLite's lock on
 * an empty database next to the data. The system releases it when the process ends, and `keys` can still open the data.
 */
export const lockDataFolder = (folder: string): Unlock | undefined => {
  const file = join(folder, lockName);
  makePrivate(file);
  const lock = new DatabaseSync(file, { timeout: 0 });
  try {
    lock.exec('BEGIN EXCLUSIVE');
    return () => lock.close();
  } catch {
    lock.close();
    return undefined;
  }
};

export const databaseName = 'ferry.db';

/** Returns false if the file can't be read. Opening the file then reports the error. */
const isFile = (path: string): boolean => {
  try {
    return !statSync(path).isDirectory();
  } catch {
    return false;
  }
};
const refuseFile = (path: string): void => {
  if (isFile(path)) throw new UserError(`The data folder ${path} is a file. Choose a folder with --data.`);
};

/** @throws {UserError} */
export const makeFolder = (folder: string): void => {
  refuseFile(folder);
  try {
    makeFolders(folder);
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new UserError(
      `The service can't write to the data folder ${folder} (${messageOf(error)}). Choose another folder with --data.`,
    );
  }
};

/** SQLite's codes of a full disk and of a failed write, sync, truncation or growth of a file (SQLITE_FULL, SQLITE_IOERR_…). */
const failedWrites: ReadonlySet<number> = new Set([13, 778, 1034, 1546, 4874]);

/** Updates an older database. @throws {UserError} if the database is newer than this program */
export const upgradeDatabase = (database: DatabaseSync, folder: string): void =>
  inTransaction(database, () => {
    const version = Number(database.prepare('PRAGMA user_version').get()?.['user_version']);
    if (version > schemaVersions.length) {
      throw new UserError(
        `The data in ${folder} has schema ${version}, but this version of Ferry Service supports only up to ${schemaVersions.length}. Use a newer version, or choose another folder with --data.`,
      );
    }
    for (const step of schemaVersions.slice(version)) database.exec(step);
    if (version < schemaVersions.length) database.exec(`PRAGMA user_version = ${schemaVersions.length}`);
  });

interface OpenFolderOptions {
  readonly existing?: boolean;
  readonly skipsUpgrade?: boolean;
}

/** @throws {UserError} */
export const openDatabase = (
  folder: string,
  { existing = false, skipsUpgrade = false }: OpenFolderOptions = {},
): DatabaseSync => {
  const path = join(folder, databaseName);
  if (existing) refuseFile(folder);
  if (existing && !existsSync(path)) {
    throw new UserError(
      `${folder} has no Ferry Service data. Start the service with this folder first, or choose another folder with --data.`,
    );
  }
  let database: DatabaseSync | undefined;
  try {
    makePrivate(path);
    database = new DatabaseSync(path, { timeout: 5_000 });
    // With WAL and NORMAL, a killed process loses nothing, but a power failure may lose the last transactions.
    database.exec(
      'PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON; PRAGMA secure_delete = FAST',
    );
    if (!skipsUpgrade) upgradeDatabase(database, folder);
    return database;
  } catch (error) {
    database?.close();
    if (error instanceof UserError) throw error;
    if (error instanceof Error && 'errcode' in error && failedWrites.has(Number(error.errcode)))
      throw new UserError(
        `The service can't write to the data folder ${folder} (${messageOf(error)}). Free some space, or choose another folder with --data.`,
      );
    throw new UserError(
      `The data in ${folder} can't be opened (${messageOf(error)}). Restore it, or choose another folder with --data.`,
    );
  }
};

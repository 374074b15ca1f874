import { accessSync, chmodSync, closeSync, constants, existsSync, mkdirSync, openSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { schemaVersions } from './schema-versions.ts';
import { inTransaction } from './transactions.ts';

/**
 * Makes a folder and those above it that are missing, readable by the owner only. Throws the system's error. Node's own
 * recursive mode is of no use here: it never returns where a folder that is there refuses a new one with ENOENT, as
 * /proc does.
 */
export const makeFolders = (folder: string): void => {
  if (existsSync(folder)) return;
  const above = dirname(folder);
  if (above !== folder) makeFolders(above);
  mkdirSync(folder, { mode: 0o700 });
};

/**
 * Makes a database file that only its owner may read, or takes the rights of others away where it is there. SQLite gives
 * `-wal`, `-shm` and `-journal` the rights of the file. Throws the system's error.
 */
const makePrivate = (file: string): void => {
  if (!existsSync(file)) closeSync(openSync(file, 'a', 0o600));
  for (const ending of ['', '-wal', '-shm', '-journal']) {
    try {
      chmodSync(file + ending, 0o600);
    } catch {
      // It is not there, another user's, who decides about it, or on a disk that knows no rights.
    }
  }
};

/** Name of the lock inside a data folder; it is always empty. */
export const lockName = 'service.lock';

type Unlock = () => void;

/**
 * Makes this process the only service of a data folder; undefined when another one is. The lock is SQLite's own on an
 * empty database beside the data: the operating system drops it when the process dies, so it is never stale, and the
 * data itself stays open to `keys`.
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

/** A database, or one sentence that says why there is none. */
type Opened =
  | { readonly ok: true; readonly database: DatabaseSync }
  | { readonly ok: false; readonly sentence: string };

export const databaseName = 'ferry.db';

const refuse = (sentence: string): Opened => ({ ok: false, sentence });
const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** False also for what may not be looked at: opening it tells why. */
const isFile = (path: string): boolean => {
  try {
    return !statSync(path).isDirectory();
  } catch {
    return false;
  }
};
const fileInTheWay = (path: string): string => `The data folder ${path} is a file; name a folder with --data.`;

/** Makes the data folder where it is missing; a sentence when it cannot be written. */
export const makeFolder = (folder: string): string | undefined => {
  if (isFile(folder)) return fileInTheWay(folder);
  try {
    makeFolders(folder);
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
    return undefined;
  } catch (error) {
    return `The data folder ${folder} cannot be written (${reasonOf(error)}); choose another with --data.`;
  }
};

/** Brings an older database up to date; a sentence where it is newer than this program. */
export const upgradeDatabase = (database: DatabaseSync, folder: string): string | undefined =>
  inTransaction(database, () => {
    const version = Number(database.prepare('PRAGMA user_version').get()?.['user_version']);
    if (version > schemaVersions.length) {
      return `The data in ${folder} was written by a newer Ferry Service (schema ${version}, this one knows ${schemaVersions.length}); start that version, or choose another folder with --data.`;
    }
    for (const step of schemaVersions.slice(version)) database.exec(step);
    database.exec(`PRAGMA user_version = ${schemaVersions.length}`);
    return undefined;
  });

interface OpenWays {
  /** Refuses a folder without one. */
  readonly existing?: boolean;
  readonly asItIs?: boolean;
}

export const openDatabase = (folder: string, { existing = false, asItIs = false }: OpenWays = {}): Opened => {
  const path = join(folder, databaseName);
  if (existing && isFile(folder)) return refuse(fileInTheWay(folder));
  if (existing && !existsSync(path)) {
    return refuse(
      `There is no Ferry Service data in ${folder}; start the service there first, or choose another folder with --data.`,
    );
  }
  let database: DatabaseSync | undefined;
  try {
    makePrivate(path);
    database = new DatabaseSync(path, { timeout: 5_000 });
    // A killed process loses nothing in WAL mode with NORMAL; only a power cut may take the last moments back.
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON');
    const sentence = asItIs ? undefined : upgradeDatabase(database, folder);
    if (sentence === undefined) return { ok: true, database };
    database.close();
    return refuse(sentence);
  } catch (error) {
    database?.close();
    return refuse(
      `The data in ${folder} cannot be opened (${reasonOf(error)}); restore it, or choose another folder with --data.`,
    );
  }
};

import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { makeFolders, makePrivate } from './make-folders.ts';
import { schemaVersions } from './schema-versions.ts';
import { inTransaction } from './transaction.ts';

/** A database, or one sentence that says why there is none. */
export type Opened =
  { readonly ok: true; readonly database: DatabaseSync } | { readonly ok: false; readonly sentence: string };

/** Name of the database inside a data folder. */
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

const upgrade = (database: DatabaseSync, folder: string): string | undefined =>
  inTransaction(database, () => {
    const version = Number(database.prepare('PRAGMA user_version').get()?.['user_version']);
    if (version > schemaVersions.length) {
      return `The data in ${folder} was written by a newer Ferry Service (schema ${version}, this one knows ${schemaVersions.length}); start that version, or choose another folder with --data.`;
    }
    for (const step of schemaVersions.slice(version)) database.exec(step);
    database.exec(`PRAGMA user_version = ${schemaVersions.length}`);
    return undefined;
  });

/** Opens the database of a data folder and brings an older one up to date. `existing` refuses a folder without one. */
export const openDatabase = (folder: string, existing = false): Opened => {
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
    const sentence = upgrade(database, folder);
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

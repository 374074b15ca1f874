import {
  closeSync,
  copyFileSync,
  existsSync,
  linkSync,
  mkdtempSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { join } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { UserError } from '#shared/user-error.ts';
import { type Figures, findDifference } from '../inspection.ts';
import { commandLine } from '../base/actor.ts';
import { messageOf } from '../base/message-of.ts';
import { audit, run } from '../base/program.ts';
import { foreignFile } from './foreign-file.ts';
import { databaseName, lockDataFolder, makeFolder, openDatabase, upgradeDatabase } from './open-database.ts';
import { schemaVersions } from './schema-versions.ts';
import { inspectSqlite, sqliteFigures } from './sqlite-inspection.ts';
import { createSqlitePrograms } from './sqlite-programs.ts';

const objectsOf = (database: DatabaseSync): readonly string[] =>
  database
    .prepare("SELECT type || ' ' || name AS object FROM sqlite_schema ORDER BY type, name")
    .all()
    .map(({ object }) => String(object));

/** Statistics of the query planner, which an operator creates with ANALYZE. */
const isStatistics = (object: string): boolean => /^table sqlite_stat\d$/.test(object);

/** Returns objects that this version's schema lacks. A trigger or view of a backup would run inside the service. */
const foreignObjects = (database: DatabaseSync, version: number, own: readonly string[]): readonly string[] => {
  const expectedDatabase = new DatabaseSync(':memory:');
  try {
    for (const step of schemaVersions.slice(0, version)) expectedDatabase.exec(step);
    const known = new Set([...objectsOf(expectedDatabase), ...own]);
    return objectsOf(database).filter((object) => !known.has(object) && !isStatistics(object));
  } finally {
    expectedDatabase.close();
  }
};

/** Table in a backup that lists the expected content of the other tables. */
const manifestTable = 'ferry_backup';
const manifestObject = `table ${manifestTable}`;

interface Manifest {
  /** ISO 8601. The backup contains everything written until then. */
  readonly at: string;
  readonly tables: Figures;
}

const countRows = (tables: Figures): number => Object.values(tables).reduce((sum, { rows }) => sum + rows, 0);

/** Copies all pages in one step, because SQLite restarts a backup if data changes between two steps. */
const allPages = 2 ** 31 - 1;

/** Renames a file. Returns false and changes nothing if `name` exists. */
const giveName = (file: string, name: string): boolean => {
  try {
    linkSync(file, name);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
  }
  // Without hard links, the program that creates the file first owns the name.
  try {
    closeSync(openSync(name, 'wx', 0o600));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
  renameSync(file, name);
  return true;
};

const refuse = (sentence: string): never => {
  throw new UserError(sentence);
};

/** @throws {UserError} */
export const backupFolder = async (folder: string, file: string) => {
  const refuseTaken = (): never => refuse(`${file} already exists. Choose another file with --to.`);
  if (existsSync(file)) refuseTaken();
  if (foreignFile(folder) !== undefined)
    refuse(`${folder} has no Ferry Service data, or the data is damaged. Choose another folder with --data.`);
  const database = openDatabase(folder, { existing: true, skipsUpgrade: true });
  let workFolder: string | undefined;
  try {
    // Uses a new folder, because SQLite would write to and delete a journal that another program placed there.
    workFolder = mkdtempSync(`${file}.part-`);
    const partFile = join(workFolder, databaseName);
    closeSync(openSync(partFile, 'wx', 0o600));
    const at = new Date().toISOString();
    await backup(database, partFile, { rate: allPages });
    const copy = new DatabaseSync(partFile);
    try {
      copy.exec('PRAGMA journal_mode = DELETE; PRAGMA synchronous = FULL');
      upgradeDatabase(copy, folder);
      const { tables, faults } = await inspectSqlite(copy);
      if (faults[0] !== undefined) refuse(`The data in ${folder} is damaged and wasn't copied. ${faults[0]}`);
      const [foreign] = foreignObjects(copy, schemaVersions.length, []);
      if (foreign !== undefined)
        refuse(
          `The data in ${folder} contains the ${foreign}, which Ferry Service did not create. Drop it and try again.`,
        );
      const manifest: Manifest = { at, tables };
      copy.exec(`CREATE TABLE ${manifestTable} (manifest TEXT NOT NULL)`);
      copy.prepare(`INSERT INTO ${manifestTable} (manifest) VALUES (?)`).run(JSON.stringify(manifest));
      copy.close();
      if (!giveName(partFile, file)) refuseTaken();
      return { at, rows: countRows(tables), bytes: statSync(file).size };
    } finally {
      if (copy.isOpen) copy.close();
    }
  } catch (error) {
    if (error instanceof UserError) throw error;
    return refuse(`The backup can't be written to ${file} (${messageOf(error)}). Choose another file with --to.`);
  } finally {
    database.close();
    if (workFolder !== undefined) rmSync(workFolder, { recursive: true, force: true });
  }
};

const readManifest = (database: DatabaseSync): Manifest | undefined => {
  try {
    const [row] = database.prepare(`SELECT manifest FROM ${manifestTable}`).all();
    return row === undefined ? undefined : (JSON.parse(String(row['manifest'])) as Manifest);
  } catch {
    return undefined;
  }
};

/** Compares a copy with its manifest, and removes and returns the manifest. */
const verifyCopy = (path: string, file: string): Manifest => {
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(path);
    const version = Number(database.prepare('PRAGMA user_version').get()?.['user_version']);
    const addedObjects = foreignObjects(database, version, [manifestObject]);
    const manifest = addedObjects.includes(`view ${manifestTable}`) ? undefined : readManifest(database);
    const [integrityRow] = database.prepare('PRAGMA integrity_check').all();
    if (integrityRow?.['integrity_check'] !== 'ok') refuse(`The backup ${file} is damaged. Use another backup.`);
    if (manifest === undefined) return refuse(`${file} isn't a Ferry Service backup. Choose a backup with --from.`);
    if (version > schemaVersions.length)
      refuse(
        `The backup ${file} has schema ${version}, but this version of Ferry Service supports only up to ${schemaVersions.length}. Restore it with a newer version.`,
      );
    if (addedObjects[0] !== undefined)
      refuse(
        `The backup ${file} was changed after it was written. It contains the ${addedObjects[0]}, which Ferry Service did not create.`,
      );
    const difference = findDifference(manifest.tables, sqliteFigures(database, manifestTable));
    if (difference !== undefined) refuse(`The backup ${file} was changed after it was written. ${difference}`);
    database.exec(`DROP TABLE ${manifestTable}`);
    return manifest;
  } catch (error) {
    if (error instanceof UserError) throw error;
    return refuse(`${file} isn't a Ferry Service backup, or it is damaged. Choose another backup with --from.`);
  } finally {
    database?.close();
  }
};

/** Restores a backup to an empty folder. Checks every row before the file gets its final name. @throws {UserError} */
export const restoreFile = async (file: string, folder: string) => {
  if (!existsSync(file)) refuse(`The file ${file} doesn't exist. Choose a backup with --from.`);
  if (!statSync(file).isFile()) refuse(`${file} isn't a file. Choose a backup with --from.`);
  makeFolder(folder);
  const databaseFile = join(folder, databaseName);
  const refuseData = (): never =>
    refuse(`${folder} already contains data. Move the data, or choose another folder with --data.`);
  if (existsSync(databaseFile)) refuseData();
  // If a killed service left its log in this folder, SQLite would apply the log to the restored data.
  const foreign = foreignFile(folder);
  if (foreign !== undefined)
    refuse(`${foreign} isn't part of this service's data. Move it, or choose another folder with --data.`);
  const unlock = lockDataFolder(folder);
  if (unlock === undefined)
    return refuse(`A Ferry Service is using ${folder}. Stop it, or choose another folder with --data.`);
  let workFolder: string | undefined;
  try {
    workFolder = mkdtempSync(join(folder, 'restore-'));
    const copy = join(workFolder, databaseName);
    copyFileSync(file, copy);
    const manifest = verifyCopy(copy, file);
    const database = openDatabase(workFolder);
    const now = Date.now();
    await createSqlitePrograms(database).change(function* () {
      yield* audit({ action: 'restore', details: { backupAt: manifest.at } }, { by: commandLine, now });
      // Events after the backup are missing and their positions will be reused, so old cursors must become invalid.
      yield* run('UPDATE event_heads SET epoch = lower(hex(randomblob(16)))');
    });
    const { faults } = await inspectSqlite(database);
    database.close();
    if (faults[0] !== undefined) refuse(`The backup ${file} is damaged. ${faults[0]}`);
    if (!giveName(copy, databaseFile)) refuseData();
    return { backupAt: manifest.at, lostMs: now - Date.parse(manifest.at), rows: countRows(manifest.tables) };
  } catch (error) {
    if (error instanceof UserError) throw error;
    return refuse(
      `The backup can't be restored to ${folder} (${messageOf(error)}). Free some space, or choose another folder.`,
    );
  } finally {
    if (workFolder !== undefined) rmSync(workFolder, { recursive: true, force: true });
    unlock();
  }
};

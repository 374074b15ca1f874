import { chmodSync, closeSync, existsSync, openSync, renameSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

export interface DatabaseLayout {
  readonly name: string;
  /** Layout version. A file with a higher version is moved aside like a damaged file. */
  readonly version: number;
  /** Upgrade steps by the version from which they start. New files use `schema`. */
  readonly steps: Readonly<Record<number, string>>;
  readonly schema: string;
  readonly synchronous: 'NORMAL' | 'FULL';
}

class UnknownLayout extends Error {}
/** SQLITE_CORRUPT and SQLITE_NOTADB. A busy file or a full disk doesn't count as damaged. */
const damageCodes = new Set([11, 26]);

const isUnreadable = (error: unknown): boolean =>
  error instanceof UnknownLayout ||
  (error instanceof Error && 'errcode' in error && damageCodes.has(Number(error.errcode) & 0xff));

/** Restricts a file to its owner before it contains rows. SQLite gives `-wal` and `-shm` the same permissions. */
function makePrivate(file: string): void {
  if (file === ':memory:') return;
  if (!existsSync(file)) closeSync(openSync(file, 'a', 0o600));
  for (const ending of ['', '-wal', '-shm']) {
    try {
      chmodSync(file + ending, 0o600);
    } catch {
      // The file doesn't exist yet, or its file system has no permissions, such as FAT on a USB drive.
    }
  }
}

function open(file: string, { version, steps, schema, synchronous }: DatabaseLayout): DatabaseSync {
  makePrivate(file);
  const database = new DatabaseSync(file, { timeout: 2_000 });
  try {
    database.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = ${synchronous};`);
    const foundVersion = Number(database.prepare('PRAGMA user_version').get()?.['user_version']);
    if (foundVersion > version) throw new UnknownLayout(`version ${foundVersion} is newer than this console supports`);
    const missingSteps = Array.from(
      { length: foundVersion === 0 ? 0 : version - foundVersion },
      (_, at) => steps[foundVersion + at] ?? '',
    );
    database.exec(`BEGIN IMMEDIATE; ${missingSteps.join('')} ${schema} PRAGMA user_version = ${version}; COMMIT;`);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Returns an unused file name, so that files moved aside earlier are never overwritten. */
function freeName(base: string): string {
  let name = base;
  for (let count = 2; existsSync(name); count += 1) name = `${base}-${count}`;
  return name;
}

/** Opens a database. Moves an unreadable file aside, replaces it and calls `onProblem`. Throws if that fails. */
export function openDatabase(file: string, layout: DatabaseLayout, onProblem: (line: string) => void): DatabaseSync {
  try {
    return open(file, layout);
  } catch (error) {
    if (!isUnreadable(error)) throw error;
    const aside = freeName(`${file}.damaged`);
    for (const ending of ['', '-wal', '-shm']) {
      try {
        renameSync(file + ending, aside + ending);
      } catch {
        // The -wal and -shm files may not exist.
      }
    }
    onProblem(`${layout.name} couldn't be loaded (${String(error)}) and was renamed to ${aside}`);
    return open(file, layout);
  }
}

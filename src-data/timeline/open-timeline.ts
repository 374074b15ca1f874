import { chmodSync, closeSync, existsSync, openSync, renameSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

/** The database's own number of this layout; another one is put aside, as a damaged file is. */
const layout = 2;
/** Until when a status was seen, which the first layout did not keep. */
const fromFirstLayout = `
  ALTER TABLE changes ADD COLUMN until INTEGER NOT NULL DEFAULT 0;
  UPDATE changes SET until = at;
  DROP INDEX changes_by_time;
`;

class UnknownLayout extends Error {}
/** SQLITE_CORRUPT and SQLITE_NOTADB. A file that is only busy, or a disk that is full, is not damaged. */
const damaged = new Set([11, 26]);

const isUnreadable = (error: unknown): boolean =>
  error instanceof UnknownLayout ||
  (error instanceof Error && 'errcode' in error && damaged.has(Number(error.errcode) & 0xff));

/** Takes a file away from everybody but its owner before a row is in it. SQLite gives `-wal` and `-shm` its rights. */
function makePrivate(file: string): void {
  // A database of SQLite's own, in memory, has no file.
  if (file === ':memory:') return;
  if (!existsSync(file)) closeSync(openSync(file, 'a', 0o600));
  for (const ending of ['', '-wal', '-shm']) {
    try {
      chmodSync(file + ending, 0o600);
    } catch {
      // It is not there, or on a disk that knows no rights, as a stick.
    }
  }
}

function open(file: string): DatabaseSync {
  makePrivate(file);
  const database = new DatabaseSync(file, { timeout: 2_000 });
  try {
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;');
    const found = database.prepare('PRAGMA user_version').get()?.['user_version'];
    if (found !== 0 && found !== 1 && found !== layout) throw new UnknownLayout(`it has layout ${String(found)}`);
    database.exec(`
      BEGIN IMMEDIATE;
      ${found === 1 ? fromFirstLayout : ''}
      CREATE TABLE IF NOT EXISTS changes (
        number INTEGER PRIMARY KEY AUTOINCREMENT,
        profile TEXT NOT NULL, migration TEXT NOT NULL, status TEXT NOT NULL, at INTEGER NOT NULL,
        until INTEGER NOT NULL DEFAULT 0
      );
      CREATE INDEX IF NOT EXISTS changes_of_migration ON changes (profile, migration, number);
      CREATE INDEX IF NOT EXISTS changes_by_last_sight ON changes (until);
      PRAGMA user_version = ${layout};
      COMMIT;
    `);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** A name that no file has yet: what was put aside before stays. */
function freeName(base: string): string {
  let name = base;
  for (let count = 2; existsSync(name); count += 1) name = `${base}-${count}`;
  return name;
}

/**
 * Opens the timeline; one that cannot be read is put aside and a new one begun, and `onProblem` is told. Throws where the
 * file cannot be had at all: then nothing is observed until the next start of this process.
 */
export function openTimelineDatabase(file: string, onProblem: (line: string) => void): DatabaseSync {
  try {
    return open(file);
  } catch (error) {
    if (!isUnreadable(error)) throw error;
    const aside = freeName(`${file}.damaged`);
    for (const ending of ['', '-wal', '-shm']) {
      try {
        renameSync(file + ending, aside + ending);
      } catch {
        // The other two files of a database are there only while it is open.
      }
    }
    onProblem(`the observed timeline could not be read (${String(error)}); it was put aside as ${aside}`);
    return open(file);
  }
}

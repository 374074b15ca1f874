import { closeSync, lstatSync, openSync, readdirSync, readSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { visibleText } from '#shared/visible-text.ts';

const markerName = 'FERRY-CONSOLE.txt';
// Folders of earlier versions have this first line, so it must not change.
const firstLine = 'This folder is Ferry Console’s own.';
const marker = `${firstLine}
The console replaces and deletes files in this folder. Don't store your own files here, and keep this file.
`;
const ignoredNames = new Set(['lost+found', '.DS_Store', 'desktop.ini', '.directory']);

/** Marks a folder as the console's. If the folder has user files, writes nothing and returns the name of one. */
export function claimFolder(folder: string): string | null {
  const file = path.join(folder, markerName);
  const markerState = readMarker(file);
  if (markerState === 'marker') return null;
  const names = readdirSync(folder).filter(
    (name) => !ignoredNames.has(name) && !(name === markerName && markerState === 'empty'),
  );
  const [first] = names;
  if (first !== undefined && !isEarlierConsole(folder)) return visibleText(first);
  // A process killed between creating and writing the marker leaves an empty marker.
  if (markerState === 'empty') rmSync(file);
  try {
    writeFileSync(file, marker, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') {
      rmSync(file, { force: true });
      throw error;
    }
    // Another console that started at the same time has created the marker.
    return readMarker(file) === 'other' ? markerName : null;
  }
  return null;
}

function readMarker(file: string): 'marker' | 'empty' | 'other' | 'none' {
  const stat = lstatSync(file, { throwIfNoEntry: false });
  if (!stat) return 'none';
  if (!stat.isFile()) return 'other';
  if (stat.size === 0) return 'empty';
  return readBeginning(file).toString().startsWith(`${firstLine}\n`) ? 'marker' : 'other';
}

/** Recognizes version 0.1.0 by its databases. After a crash, their tables may be only in the -wal file. */
function isEarlierConsole(folder: string): boolean {
  const isDatabase = (name: string, table: string) => {
    const file = path.join(folder, name);
    const [database, log] = [file, `${file}-wal`].map((each) => readBeginning(each).toString('latin1')) as [
      string,
      string,
    ];
    return database.startsWith('SQLite format 3\0') && `${database}${log}`.includes(`CREATE TABLE ${table} `);
  };
  return isDatabase('sandbox/ferry.db', 'link_tokens') || isDatabase('timeline.db', 'changes');
}

/** Returns the first MiB of a regular file, because the tables may be anywhere in a -wal file. Empty if unreadable. */
function readBeginning(file: string): Buffer {
  const bytes = Buffer.alloc(2 ** 20);
  try {
    if (!lstatSync(file).isFile()) return Buffer.alloc(0);
    const handle = openSync(file, 'r');
    try {
      return bytes.subarray(0, readSync(handle, bytes));
    } finally {
      closeSync(handle);
    }
  } catch {
    return Buffer.alloc(0);
  }
}

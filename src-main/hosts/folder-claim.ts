import { closeSync, lstatSync, openSync, readdirSync, readSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { visibleText } from '#shared/visible-text.ts';

const markerName = 'FERRY-CONSOLE.txt';
// Folders of earlier versions start with this line, so it must not change.
const firstLine = 'This folder is Ferry Console’s own.';
const marker = `${firstLine}
The console replaces and deletes files in this folder. Don't store your own files here, and keep this file.
`;
const nobodys = new Set(['lost+found', '.DS_Store', 'desktop.ini', '.directory']);

/**
 * Makes a folder the console's own by a file that says so, which only a folder without a person's files gets: programs of
 * the console, Chromium's among them, write, replace and remove under names that a person may have used.
 * @returns null, or a part of a sentence that says what is there instead; then nothing was written
 */
export function claimFolder(folder: string): string | null {
  const file = path.join(folder, markerName);
  const found = readMarker(file);
  if (found === 'marker') return null;
  const names = readdirSync(folder).filter((name) => !nobodys.has(name) && !(name === markerName && found === 'empty'));
  const [first] = names;
  if (first !== undefined && !isEarlierConsole(folder)) return visibleText(first);
  // Whoever was killed between making the file and writing it has left an empty one.
  if (found === 'empty') rmSync(file);
  try {
    writeFileSync(file, marker, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') {
      rmSync(file, { force: true });
      throw error;
    }
    // Two consoles that start at the same time: the other one was faster.
    return readMarker(file) === 'other' ? markerName : null;
  }
  return null;
}

function readMarker(file: string): 'marker' | 'empty' | 'other' | 'none' {
  const stat = lstatSync(file, { throwIfNoEntry: false });
  if (!stat) return 'none';
  if (!stat.isFile()) return 'other';
  if (stat.size === 0) return 'empty';
  return beginOf(file).toString().startsWith(`${firstLine}\n`) ? 'marker' : 'other';
}

/**
 * Version 0.1.0 knew no marker: its folder is told by its databases, which every start made. After a crash their tables
 * may stand in the log beside them only.
 */
function isEarlierConsole(folder: string): boolean {
  const isDatabase = (name: string, table: string) => {
    const file = path.join(folder, name);
    const [database, log] = [file, `${file}-wal`].map((each) => beginOf(each).toString('latin1')) as [string, string];
    return database.startsWith('SQLite format 3\0') && `${database}${log}`.includes(`CREATE TABLE ${table} `);
  };
  return isDatabase('sandbox/ferry.db', 'link_tokens') || isDatabase('timeline.db', 'changes');
}

/** The first bytes of a plain file, in which a small database lists its tables; nothing where it cannot be read. */
function beginOf(file: string): Buffer {
  const bytes = Buffer.alloc(65_536);
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

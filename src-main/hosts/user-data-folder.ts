import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** What a start writes at least: Chromium's own files, the lock, the log. */
const leastRoom = 256 * 1024;

/**
 * Makes the folder of everything the console keeps.
 * @returns null, or one sentence that says why it cannot be used
 */
export function prepareUserData(folder: string): string | null {
  try {
    makeFolders(path.join(folder, 'sandbox'));
    tryRoom(path.join(folder, '.room'));
    return null;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOSPC') {
      return `The disk of the user-data folder ${folder} has no room left. Free some, or choose another folder with --user-data.`;
    }
    const reason = error instanceof Error ? error.message : String(error);
    return `The user-data folder ${folder} cannot be written (${reason}). Choose another one with --user-data.`;
  }
}

/** Writes a file and removes it: on a full disk folders can be made still, and Chromium would end without a word. */
function tryRoom(file: string): void {
  try {
    writeFileSync(file, Buffer.alloc(leastRoom));
  } finally {
    rmSync(file, { force: true });
  }
}

/** Step by step: Node's recursive mode never returns where a folder refuses a new one with ENOENT, as /proc does. */
function makeFolders(folder: string): void {
  if (existsSync(folder)) return;
  const above = path.dirname(folder);
  if (above !== folder) makeFolders(above);
  mkdirSync(folder);
}

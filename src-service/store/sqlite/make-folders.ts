import { chmodSync, closeSync, existsSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';

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
export const makePrivate = (file: string): void => {
  if (!existsSync(file)) closeSync(openSync(file, 'a', 0o600));
  for (const ending of ['', '-wal', '-shm', '-journal']) {
    try {
      chmodSync(file + ending, 0o600);
    } catch {
      // It is not there, another user's, who decides about it, or on a disk that knows no rights.
    }
  }
};

import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { makePrivate } from './make-folders.ts';

/** Name of the lock inside a data folder; it is always empty. */
export const lockName = 'service.lock';

/** Frees the folder. */
export type Unlock = () => void;

/**
 * Makes this process the only service of a data folder; undefined when another one is. The lock is SQLite's own on an
 * empty database beside the data: the operating system drops it when the process dies, so it is never stale, and the
 * data itself stays open to `keys`.
 */
export const lockFolder = (folder: string): Unlock | undefined => {
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

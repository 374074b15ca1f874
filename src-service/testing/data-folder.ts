import { accessSync, constants, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const memoryFolder = '/dev/shm';
/** Free memory that is more than enough for all test databases together. */
const freeSpaceBytes = 4 * 1024 ** 3;

/**
 * Folder for test databases: in memory if enough is free. Each database has 300 files, and creating them on disk takes
 * five times as much processor time.
 */
export const quickParent = (): string => {
  try {
    accessSync(memoryFolder, constants.W_OK | constants.X_OK);
    const { bavail, bsize } = statfsSync(memoryFolder);
    if (Math.min(bavail * bsize, process.availableMemory()) >= freeSpaceBytes) return memoryFolder;
  } catch {
    // /dev/shm doesn't exist, or this user may not write to it.
  }
  return tmpdir();
};

const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // EPERM also means that the process exists.
    return error instanceof Error && 'code' in error && error.code !== 'ESRCH';
  }
};

/** Creates a folder for a server of this process. Deletes folders that killed processes left in `parent`. */
export const makeDataFolder = (parent: string): string => {
  for (const name of readdirSync(parent)) {
    const pid = /^ferry-postgres-(\d+)-/.exec(name)?.[1];
    if (pid === undefined || isRunning(Number(pid))) continue;
    try {
      rmSync(join(parent, name), { recursive: true, force: true });
    } catch {
      // The folder belongs to another user.
    }
  }
  return mkdtempSync(join(parent, `ferry-postgres-${process.pid}-`));
};

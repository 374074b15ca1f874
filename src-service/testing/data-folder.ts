import { accessSync, constants, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const memoryFolder = '/dev/shm';
/** What the databases of all tests that run at a time never take. */
const roomBytes = 4 * 1024 ** 3;

/**
 * Where the databases of tests lie: in memory, where there is room. To make a database is to make 300 files, which takes a
 * disk five times as much of the processor's time, for each test anew.
 */
export const quickParent = (): string => {
  try {
    accessSync(memoryFolder, constants.W_OK | constants.X_OK);
    const { bavail, bsize } = statfsSync(memoryFolder);
    if (Math.min(bavail * bsize, process.availableMemory()) >= roomBytes) return memoryFolder;
  } catch {
    // There is none on this system, or it is not for this user.
  }
  return tmpdir();
};

const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // Whoever may not signal it knows that it is there.
    return error instanceof Error && 'code' in error && error.code !== 'ESRCH';
  }
};

/** A folder for a server of this process; those that a killed process has left in the same place are removed. */
export const makeDataFolder = (parent: string): string => {
  for (const name of readdirSync(parent)) {
    const pid = /^ferry-postgres-(\d+)-/.exec(name)?.[1];
    if (pid === undefined || isRunning(Number(pid))) continue;
    try {
      rmSync(join(parent, name), { recursive: true, force: true });
    } catch {
      // It is another user's.
    }
  }
  return mkdtempSync(join(parent, `ferry-postgres-${process.pid}-`));
};

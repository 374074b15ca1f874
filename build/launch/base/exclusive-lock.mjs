// Must run on Node 18, because the commands take this lock before Node 24 is installed.
import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

const pollMs = 100;
/** A new lock is empty until its PID is written. An empty lock older than this, in ms, is stale. */
const ownerlessMs = 5_000;

/** Another process held the lock for longer than the caller was willing to wait. */
export class LockHeld extends Error {}

/** @param {number} pid */
function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM';
  }
}

/**
 * Whether the process that created this lock file ended without removing it.
 * @param {string} file
 */
function isAbandoned(file) {
  const lockStats = statSync(file, { throwIfNoEntry: false });
  if (!lockStats) return false;
  try {
    const pid = Number(readFileSync(file, 'utf8'));
    return pid > 0 ? !isAlive(pid) : Date.now() - lockStats.mtimeMs > ownerlessMs;
  } catch {
    return false;
  }
}

/**
 * Removes an abandoned lock. Another process may take the lock in the meantime, so the file is moved away first and
 * restored if its owner is alive.
 * @param {string} file
 */
function removeAbandoned(file) {
  const aside = `${file}.${process.pid}`;
  try {
    renameSync(file, aside);
  } catch {
    return;
  }
  if (isAbandoned(aside)) rmSync(aside, { force: true });
  else renameSync(aside, file);
}

/** @param {string} file */
function tryLock(file) {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EEXIST') throw error;
    return false;
  }
}

/**
 * Runs `work` while holding the lock `file`, which is created first and removed afterwards. Waits for another owner for
 * at most `timeoutMs`, then rejects with `LockHeld`. Takes over the lock of a process that has ended.
 * @template Value
 * @param {string} file
 * @param {() => Promise<Value>} work
 * @param {number} [timeoutMs]
 * @returns {Promise<Value>}
 */
export async function withLock(file, work, timeoutMs = 300_000) {
  mkdirSync(path.dirname(file), { recursive: true });
  const deadline = Date.now() + timeoutMs;
  while (!tryLock(file)) {
    if (isAbandoned(file)) removeAbandoned(file);
    else if (Date.now() > deadline) {
      throw new LockHeld(
        `Another Ferry command is using ${file}. Stop that command and try again. If none is running, delete the file.`,
      );
    } else await wait(pollMs);
  }
  try {
    return await work();
  } finally {
    rmSync(file, { force: true });
  }
}

import { readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { parseJson } from '#shared/tolerant-reading/read-json.ts';

const holderSchema = z.object({
  host: z.enum(['electron', 'browser']),
  pid: z.int().positive(),
  computer: z.string(),
  /**
   * Start time of the process, which distinguishes it from a later process with the same PID. Empty if the system
   * doesn't report start times.
   */
  began: z.string(),
});
type LockHolder = z.infer<typeof holderSchema>;

type FolderLock =
  | { readonly ok: true; readonly release: () => void }
  | { readonly ok: false; readonly holder: LockHolder | null; readonly file: string };

const fileName = 'ferry-console.lock';
/** A new lock is empty until its holder is written. An empty lock older than this, in ms, was abandoned. */
const emptyMs = 5_000;

/** Takes over the lock of a dead process. Rejects with the system's error if the folder isn't writable. */
export async function lockFolder(folder: string, host: LockHolder['host']): Promise<FolderLock> {
  const file = path.join(folder, fileName);
  const ownHolder: LockHolder = { host, pid: process.pid, computer: hostname(), began: startOf(process.pid) };
  const text = JSON.stringify(ownHolder);
  for (let attempt = 0; attempt < 100; attempt += 1) {
    try {
      writeFileSync(file, text, { flag: 'wx', mode: 0o600 });
      return { ok: true, release: () => releaseLock(file, text) };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    const lock = readLock(file);
    if (lock === 'other') return { ok: false, holder: null, file };
    if (lock === 'empty') await wait(50);
    else if (lock !== 'gone') {
      if (!isStale(lock)) return { ok: false, holder: lock.holder, file };
      removeStale(file, lock.text);
    }
  }
  return { ok: false, holder: null, file };
}

export function describeHolder({ holder, file }: { holder: LockHolder | null; file: string }, folder: string): string {
  const holderText =
    holder === null
      ? 'another console'
      : `Ferry Console ${holder.host === 'electron' ? 'in its own window' : 'in a browser'} (process ${holder.pid} on ${holder.computer})`;
  return `The user-data folder ${folder} is in use by ${holderText}. Close it first, or choose another folder with --user-data. If no console is running there, delete ${file}.`;
}

interface FoundLock {
  readonly text: string;
  /** Null if the file is damaged, or still empty after `emptyMs`. */
  readonly holder: LockHolder | null;
}

/** `other`: not a regular file. Reading a pipe would block forever. */
function readLock(file: string): FoundLock | 'empty' | 'gone' | 'other' {
  try {
    if (!statSync(file).isFile()) return 'other';
    const text = readFileSync(file, 'utf8');
    if (text !== '') return { text, holder: parseJson(holderSchema, text) };
    return Date.now() - statSync(file).mtimeMs > emptyMs ? { text, holder: null } : 'empty';
  } catch {
    return 'gone';
  }
}

/** Whether the lock's process has ended. The lock of another device (network folder) is never stale. */
function isStale({ holder }: FoundLock): boolean {
  if (holder === null) return true;
  if (holder.computer !== hostname()) return false;
  return !isAlive(holder.pid) || (holder.began !== '' && startOf(holder.pid) !== holder.began);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Returns the boot ID and the start time of a process on Linux. PIDs are reused, but this combination isn't. */
function startOf(pid: number): string {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name in brackets may contain spaces. The start time is the 20th field after it.
    return `${boot} ${stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? ''}`;
  } catch {
    return '';
  }
}

/** Removes a stale lock. Moves the lock away first and restores it if another process has replaced it. */
function removeStale(file: string, text: string): void {
  const movedFile = `${file}.${process.pid}`;
  try {
    renameSync(file, movedFile);
    if (readFileSync(movedFile, 'utf8') === text) rmSync(movedFile, { force: true });
    else renameSync(movedFile, file);
  } catch {
    // Another process has changed the lock in the meantime. The next iteration looks again.
  }
}

function releaseLock(file: string, text: string): void {
  try {
    if (readFileSync(file, 'utf8') === text) rmSync(file, { force: true });
  } catch {
    // Another process has already deleted the file.
  }
}

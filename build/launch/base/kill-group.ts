import type { ChildProcess } from 'node:child_process';

/** Sends a signal to a program that leads its process group, and to all other processes of the group. */
export function killGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  try {
    if (child.pid !== undefined && process.platform !== 'win32') process.kill(-child.pid, signal);
    else child.kill(signal);
  } catch {
    // The whole group has already ended.
  }
}

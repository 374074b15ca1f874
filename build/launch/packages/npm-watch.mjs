// Runs on Node 18.
import { readFileSync } from 'node:fs';

/**
 * Returns the parent of a process, on Linux; 0 elsewhere, and after it ended.
 * @param {number} pid
 */
function parentOf(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    return 0;
  }
}

/**
 * Returns a function that reports if npm, which runs this command through a shell, has ended: a killed npm takes its
 * shell with it or leaves it behind. A command that runs without npm may outlive what started it.
 */
export function watchNpm() {
  if (!process.env['npm_lifecycle_event']) return () => false;
  const shell = process.ppid;
  const npm = parentOf(shell);
  return () => process.ppid !== shell || parentOf(shell) !== npm;
}

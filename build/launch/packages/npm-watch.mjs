// Must run on Node 18.
import { readFileSync } from 'node:fs';

/**
 * Returns the PID of a process's parent on Linux. 0 on other systems and after the process has ended.
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
 * Returns a function that reports whether npm has ended. npm runs this command through a shell, which may survive when
 * npm is killed. If there is no npm, returns false, because the command may outlive its parent.
 */
export function watchNpm() {
  if (!process.env['npm_lifecycle_event']) return () => false;
  const shell = process.ppid;
  const npm = parentOf(shell);
  return () => process.ppid !== shell || parentOf(shell) !== npm;
}

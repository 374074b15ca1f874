import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';

const pollMs = 50;
/** How long a stopping process may take on a busy machine. */
const limitMs = 60_000;

/** Ids of the running processes whose command line or environment contains `text`. Ignores zombies. Linux only. */
function processesWith(text: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter(
      (pid) => pid !== process.pid && !isZombie(pid) && (read(pid, 'cmdline') + read(pid, 'environ')).includes(text),
    );
}

const read = (pid: number, what: string): string => {
  try {
    return readFileSync(`/proc/${pid}/${what}`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return '';
  }
};

const isZombie = (pid: number): boolean => /\) Z /.test(read(pid, 'stat'));

/** The processes' command lines, for error messages. */
const describeProcesses = (pids: readonly number[]): string[] => pids.map((pid) => `${pid} ${read(pid, 'cmdline')}`);

/**
 * Waits up to a minute for all processes with this text in their command line or environment to exit, and returns those
 * that are left.
 */
export async function processesLeft(text: string): Promise<string[]> {
  const deadline = Date.now() + limitMs;
  while (processesWith(text).length > 0 && Date.now() < deadline) await wait(pollMs);
  return describeProcesses(processesWith(text));
}

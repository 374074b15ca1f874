import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';

const pollMs = 50;
/** A process that was told to end may take so long on a busy computer. */
const limitMs = 60_000;

/** Ids of the running processes whose command line or environment holds a text; zombies count as gone. Linux only. */
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

/** Command lines of processes, for a message. */
const describeProcesses = (pids: readonly number[]): string[] => pids.map((pid) => `${pid} ${read(pid, 'cmdline')}`);

/** Resolves with the processes that still hold the text in command line or environment after a minute; none is good. */
export async function processesLeft(text: string): Promise<string[]> {
  const deadline = Date.now() + limitMs;
  while (processesWith(text).length > 0 && Date.now() < deadline) await wait(pollMs);
  return describeProcesses(processesWith(text));
}

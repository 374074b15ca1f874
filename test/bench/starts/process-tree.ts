import { readdirSync, readFileSync } from 'node:fs';

/** A process of a tree and its share of memory. */
interface ProcessMemory {
  readonly pid: number;
  readonly command: string;
  /** Proportional set size: pages shared by n processes count 1/n in each. */
  readonly pssBytes: number;
}

const read = (pid: number, name: string): string => {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8');
  } catch {
    return '';
  }
};

function parents(): Map<number, number> {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return new Map(
    pids.map((pid) => [Number(pid), Number(/^PPid:\s+(\d+)/m.exec(read(Number(pid), 'status'))?.[1] ?? 0)]),
  );
}

/** Returns a process and all its descendants. */
function processTree(root: number): number[] {
  const parentOf = parents();
  const found = new Set([root]);
  for (let hasGrown = true; hasGrown;) {
    hasGrown = false;
    for (const [pid, parent] of parentOf) {
      if (found.has(pid) || !found.has(parent)) continue;
      found.add(pid);
      hasGrown = true;
    }
  }
  return [...found];
}

/** The current memory of each process of a tree, from `/proc/<pid>/smaps_rollup`. */
export const memoryOfTree = (root: number): ProcessMemory[] =>
  processTree(root).map((pid) => ({
    pid,
    command: read(pid, 'cmdline').replaceAll('\0', ' '),
    pssBytes: Number(/^Pss:\s+(\d+) kB/m.exec(read(pid, 'smaps_rollup'))?.[1] ?? 0) * 1024,
  }));

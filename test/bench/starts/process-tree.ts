import { readdirSync, readFileSync } from 'node:fs';

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

const parentOf = (pid: number): number => Number(/^PPid:\s+(\d+)/m.exec(read(pid, 'status'))?.[1] ?? 0);

function processTree(root: number): number[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const children = Map.groupBy(pids.map(Number), parentOf);
  const treeOf = (pid: number): number[] => [pid, ...(children.get(pid) ?? []).flatMap(treeOf)];
  return treeOf(root);
}

/** The current memory of each process of a tree, from `/proc/<pid>/smaps_rollup`. */
export const memoryOfTree = (root: number): ProcessMemory[] =>
  processTree(root).map((pid) => ({
    pid,
    command: read(pid, 'cmdline').replaceAll('\0', ' '),
    pssBytes: Number(/^Pss:\s+(\d+) kB/m.exec(read(pid, 'smaps_rollup'))?.[1] ?? 0) * 1024,
  }));

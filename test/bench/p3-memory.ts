import { setTimeout as pause } from 'node:timers/promises';
import type { Benchmark, BenchmarkRow, BenchmarkRun } from './benchmark.ts';
import { inUnit, rowOfRounds } from './comparison.ts';
import { runRounds } from './paired-ratio.ts';
import { inElectron, type MeasuredElectron } from './starts/in-electron.ts';
import { memoryOfTree } from './starts/process-tree.ts';
import type { OpenedWindow } from './starts/watched-process.ts';

const idleMs = 10_000;

/** Finds the Sandbox's process: by its script if it is a separate Node, or by its type if Electron runs it. */
const isSandbox = /service[\\/]main\.mjs|node\.mojom\.NodeService/;

async function measureMemory(electron: MeasuredElectron, run: BenchmarkRun): Promise<BenchmarkRow[]> {
  const withSandbox: number[] = [];
  const idleMemory = async (opened: OpenedWindow<'shell'>) => {
    await pause(idleMs);
    const tree = memoryOfTree(opened.pid);
    await opened.stop();
    const sum = (processes: typeof tree) => processes.reduce((bytes, { pssBytes }) => bytes + pssBytes, 0);
    return { all: sum(tree), own: sum(tree.filter(({ command }) => !isSandbox.test(command))) };
  };
  const rounds = await runRounds(
    {
      subject: async () => {
        const { all, own } = await idleMemory(await electron.openConsole());
        withSandbox.push(all);
        return own;
      },
      base: async () => (await idleMemory(await electron.openBare(1))).all,
      control: async () => (await idleMemory(await electron.openBare(2))).all,
    },
    run,
  );
  const figures = { sides: ['console', 'bare'], format: inUnit('MiB', 0, 1024 ** 2) } as const;
  const all = withSandbox.slice(run.dropped);
  return [
    rowOfRounds({ name: `${electron.name}, without the Sandbox`, goal: 1.2, ...figures }, rounds),
    rowOfRounds({ name: `${electron.name}, with the Sandbox`, ...figures }, { ...rounds, subject: all }),
  ];
}

/** P3: the total PSS of the process tree after 10 s of idling. */
export const p3Memory: Benchmark = {
  id: 'P3',
  title: 'Memory of the process tree after 10 s idle / bare window',
  needsInstalled: true,
  run: (run) => inElectron(run, (electron) => measureMemory(electron, run)),
};

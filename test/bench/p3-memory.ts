import { setTimeout as pause } from 'node:timers/promises';
import type { Benchmark, BenchmarkRow, BenchmarkRun } from './benchmark.ts';
import { medianOf } from './bootstrap.ts';
import { pairedRatio, runRounds } from './paired-ratio.ts';
import { inElectron, type MeasuredElectron, type OpenedWindow } from './starts/in-electron.ts';
import { memoryOfTree } from './starts/process-tree.ts';

const idleMs = 10_000;
const mebibytes = (values: readonly number[]): string => `${Math.round(medianOf(values) / 1024 ** 2)} MiB`;

/** Finds the Sandbox's process: by its script if it is a separate Node, or by its type if Electron runs it. */
const isSandbox = /service[\\/]main\.mjs|node\.mojom\.NodeService/;

async function measureMemory(electron: MeasuredElectron, { pairs, dropped }: BenchmarkRun): Promise<BenchmarkRow[]> {
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
      console: async () => {
        const { all, own } = await idleMemory(await electron.openConsole());
        withSandbox.push(all);
        return own;
      },
      bare: async () => (await idleMemory(await electron.openBare(1))).all,
      control: async () => (await idleMemory(await electron.openBare(2))).all,
    },
    { pairs, dropped },
  );
  const control = pairedRatio(rounds.control, rounds.bare);
  const all = withSandbox.slice(dropped);
  return [
    {
      name: `${electron.name}, without the Sandbox`,
      goal: 1.2,
      ratio: pairedRatio(rounds.console, rounds.bare),
      control,
      figures: { console: mebibytes(rounds.console), bare: mebibytes(rounds.bare) },
    },
    {
      name: `${electron.name}, with the Sandbox`,
      ratio: pairedRatio(all, rounds.bare),
      control,
      figures: { console: mebibytes(all), bare: mebibytes(rounds.bare) },
    },
  ];
}

/** P3: the total PSS of the process tree after 10 s of idling. */
export const p3Memory: Benchmark = {
  id: 'P3',
  title: 'Memory of the process tree after 10 s idle / bare window',
  needsInstalled: true,
  run: (run) => inElectron(run, (electron) => measureMemory(electron, run)),
};

import type { Benchmark, BenchmarkRow, BenchmarkRun } from './benchmark.ts';
import { medianOf } from './bootstrap.ts';
import { pairedRatio, runRounds } from './paired-ratio.ts';
import { inElectron, type MeasuredElectron } from './starts/in-electron.ts';

const milliseconds = (values: readonly number[]): string => `${Math.round(medianOf(values))} ms`;

async function measureStarts(electron: MeasuredElectron, { pairs, dropped }: BenchmarkRun): Promise<BenchmarkRow[]> {
  // One start gives two figures: the round returns the shell's time, and `rows` collects the first row's.
  const rows: number[] = [];
  const startConsole = async (): Promise<number> => {
    const openedWindow = await electron.openConsole();
    await openedWindow.stop();
    rows.push(openedWindow.painted.row);
    return openedWindow.painted.shell;
  };
  const startBare = (profile: 1 | 2) => async (): Promise<number> => {
    const openedWindow = await electron.openBare(profile);
    await openedWindow.stop();
    return openedWindow.painted.shell;
  };
  const rounds = await runRounds(
    { console: startConsole, bare: startBare(1), control: startBare(2) },
    { pairs, dropped },
  );
  const control = pairedRatio(rounds.control, rounds.bare);
  const row = (name: string, goal: number, figures: readonly number[]): BenchmarkRow => ({
    name: `${electron.name}, ${name}`,
    goal,
    ratio: pairedRatio(figures, rounds.bare),
    control,
    figures: { console: milliseconds(figures), bare: milliseconds(rounds.bare) },
  });
  return [
    row('shell painted', 1.25, rounds.console),
    row('first data row, start of the Sandbox included', 2, rows.slice(dropped)),
  ];
}

/** P1: time from spawn to the painted shell and to the first painted row, against a bare window, with warm profiles. */
export const p1ConsoleStart: Benchmark = {
  id: 'P1',
  title: 'Console start / bare window of the same runtime',
  needsInstalled: true,
  run: (run) => inElectron(run, (electron) => measureStarts(electron, run)),
};

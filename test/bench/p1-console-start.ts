import type { Benchmark, BenchmarkRow, BenchmarkRun } from './benchmark.ts';
import { inUnit, rowOfRounds } from './comparison.ts';
import { runRounds } from './paired-ratio.ts';
import { inElectron, type MeasuredElectron } from './starts/in-electron.ts';

async function measureStarts(electron: MeasuredElectron, run: BenchmarkRun): Promise<BenchmarkRow[]> {
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
  const rounds = await runRounds({ subject: startConsole, base: startBare(1), control: startBare(2) }, run);
  const row = (what: string, goal: number, subject: readonly number[]): BenchmarkRow => {
    const name = `${electron.name}, ${what}`;
    return rowOfRounds({ name, goal, sides: ['console', 'bare'], format: inUnit('ms') }, { ...rounds, subject });
  };
  return [
    row('shell painted', 1.25, rounds.subject),
    row('first data row, start of the Sandbox included', 2, rows.slice(run.dropped)),
  ];
}

/** P1: time from spawn to the painted shell and to the first painted row, against a bare window, with warm profiles. */
export const p1ConsoleStart: Benchmark = {
  id: 'P1',
  title: 'Console start / bare window of the same runtime',
  needsInstalled: true,
  run: (run) => inElectron(run, (electron) => measureStarts(electron, run)),
};

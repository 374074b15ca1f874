import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { resolveTestElectron } from '#test/electron-runtime/resolve-test-electron.ts';
import type { Benchmark, BenchmarkRow, BenchmarkRun } from './benchmark.ts';
import { medianOf } from './bootstrap.ts';
import { bundleForMain } from './bundle-program.ts';
import { pairedRatio, runRounds } from './paired-ratio.ts';
import type { ValidationStep } from './servers/company-validation.ts';

const times = 400;
const microseconds = (values: readonly number[]): string => `${Math.round(medianOf(values))} µs`;

async function measureIn(engine: string, child: ChildProcess, run: BenchmarkRun): Promise<BenchmarkRow[]> {
  const sample = (step: ValidationStep) => async (): Promise<number> => {
    child.send({ step, times });
    const [answer] = (await once(child, 'message')) as [{ microseconds: number } | { fault: string }];
    if ('fault' in answer) throw new Error(answer.fault);
    return answer.microseconds;
  };
  const rounds = await runRounds(
    { contract: sample('contract'), rows: sample('rows'), parse: sample('parse'), control: sample('parse') },
    { pairs: run.pairs, dropped: run.dropped },
  );
  const control = pairedRatio(rounds.control, rounds.parse);
  const row = (name: string, figures: readonly number[]): BenchmarkRow => ({
    name: `${engine}, ${name}`,
    ratio: pairedRatio(figures, rounds.parse),
    control,
    figures: { validation: microseconds(figures), 'JSON.parse': microseconds(rounds.parse) },
  });
  return [
    { ...row('against the contract with formats', rounds.contract), goal: 0.9 },
    row('tolerant reading into rows', rounds.rows),
  ];
}

/** P6: checking 100 companies against JSON.parse of their text, in the engines of both hosts' trusted processes. */
export const p6Validation: Benchmark = {
  id: 'P6',
  title: 'Validation of 100 companies / JSON.parse of the same text',
  run: async (run) => {
    const program = await bundleForMain(path.join(import.meta.dirname, 'servers', 'company-validation.ts'));
    const { executable, label } = await resolveTestElectron();
    const engines = [
      { name: `Node ${process.versions.node}`, execPath: process.execPath, env: process.env },
      { name: label, execPath: executable, env: { ...process.env, ELECTRON_RUN_AS_NODE: '1' } },
    ];
    const rows: BenchmarkRow[] = [];
    for (const { name, execPath, env } of engines) {
      const child = fork(program, { execPath, env, execArgv: [] });
      try {
        rows.push(...(await measureIn(name, child, run)));
      } finally {
        child.disconnect();
      }
    }
    return rows;
  },
};

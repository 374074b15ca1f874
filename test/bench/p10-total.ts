import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { Benchmark, BenchmarkRow, BenchmarkRun } from './benchmark.ts';
import { medianOf } from './bootstrap.ts';
import { millionRows } from './million-rows.ts';
import { pairedRatio, runRounds } from './paired-ratio.ts';
import { postgresRows } from './postgres-rows.ts';
import type { StoreCalls } from './servers/store-calls.ts';

const times = 5_000;
/** As many as the other benchmarks of the service keep open. */
const connections = 50;
const cpuText = (values: readonly number[]): string => `${medianOf(values).toFixed(1)} µs`;

const measure = async (
  store: string,
  place: readonly string[],
  { pairs, dropped }: BenchmarkRun,
): Promise<BenchmarkRow[]> => {
  const program = path.join(import.meta.dirname, 'servers', 'store-calls.ts');
  const child = fork(program, place, { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] });
  const ended = once(child, 'exit');
  try {
    await once(child.stdout as NodeJS.ReadableStream, 'data');
    const sample = (call: StoreCalls['call'], atOnce: number) => async () => {
      child.send({ call, times, atOnce } satisfies StoreCalls);
      const [{ microseconds }] = (await once(child, 'message')) as [{ microseconds: number }];
      return microseconds;
    };
    const variants = {
      total: sample('total', connections),
      page10: sample('page10', connections),
      control: sample('page10', connections),
      page25: sample('page25', connections),
      totalAlone: sample('total', 1),
      page10Alone: sample('page10', 1),
    };
    const rounds = await runRounds(variants, { pairs, dropped });
    const row = (name: string, total: readonly number[], page: readonly number[]): BenchmarkRow => ({
      name: `${store}, ${name}`,
      ratio: pairedRatio(total, page),
      control: pairedRatio(rounds.control, rounds.page10),
      figures: { 'CPU of the total': cpuText(total), 'CPU of the page': cpuText(page) },
    });
    const first = row('page of 10 rows, 50 calls at once', rounds.total, rounds.page10);
    return [
      store === 'SQLite' ? { ...first, goal: 0.35 } : first,
      row('page of 25 rows, 50 calls at once', rounds.total, rounds.page25),
      row('page of 10 rows, one call at a time', rounds.totalAlone, rounds.page10Alone),
    ];
  } finally {
    child.kill('SIGTERM');
    await ended;
  }
};

/**
 * P10: the counter of a list against its first page, in the store itself. With PostgreSQL it is the CPU of this side alone,
 * of which a statement costs most, whatever it reads: reported, without a goal.
 */
export const p10Total: Benchmark = {
  id: 'P10',
  title: 'Total of a list / its page-1 query, 1,000,000 rows',
  run: async (run) => {
    const rows = await measure('SQLite', ['--data', (await millionRows(run.say)).folder], run);
    if (process.platform !== 'linux') return rows;
    const { url } = await postgresRows(run.say);
    return [...rows, ...(await measure('PostgreSQL', ['--database-url', url], run))];
  },
};

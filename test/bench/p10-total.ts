import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { Benchmark, BenchmarkRow } from './benchmark.ts';
import { medianOf } from './bootstrap.ts';
import { millionRows } from './million-rows.ts';
import { pairedRatio, runRounds } from './paired-ratio.ts';
import type { StoreCalls } from './servers/store-calls.ts';

const times = 5_000;
/** As many as the other benchmarks of the service keep open. */
const connections = 50;
const cpuText = (values: readonly number[]): string => `${medianOf(values).toFixed(1)} µs`;

/** P10: the counter of a list against its first page, in the store itself. */
export const p10Total: Benchmark = {
  id: 'P10',
  title: 'Total of a list / its page-1 query, 1,000,000 rows',
  run: async ({ pairs, dropped, say }) => {
    const { folder } = await millionRows(say);
    const program = path.join(import.meta.dirname, 'servers', 'store-calls.ts');
    const child = fork(program, [folder], { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] });
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
        name,
        ratio: pairedRatio(total, page),
        control: pairedRatio(rounds.control, rounds.page10),
        figures: { 'CPU of the total': cpuText(total), 'CPU of the page': cpuText(page) },
      });
      return [
        { ...row('page of 10 rows, 50 calls at once', rounds.total, rounds.page10), goal: 0.35 },
        row('page of 25 rows, 50 calls at once', rounds.total, rounds.page25),
        row('page of 10 rows, one call at a time', rounds.totalAlone, rounds.page10Alone),
      ];
    } finally {
      child.kill('SIGTERM');
      await ended;
    }
  },
};

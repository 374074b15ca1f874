import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { Benchmark, BenchmarkRow } from './benchmark.ts';
import { medianOf } from './bootstrap.ts';
import { millionRows } from './million-rows.ts';
import { pairedRatio, runRounds } from './paired-ratio.ts';
import type { StoreCalls } from './servers/store-calls.ts';

const times = 5_000;
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
      const sample = (call: StoreCalls['call']) => async () => {
        child.send({ call, times } satisfies StoreCalls);
        const [{ microseconds }] = (await once(child, 'message')) as [{ microseconds: number }];
        return microseconds;
      };
      const variants = {
        total: sample('total'),
        page10: sample('page10'),
        control: sample('page10'),
        page25: sample('page25'),
      };
      const rounds = await runRounds(variants, { pairs, dropped });
      const row = (base: 'page10' | 'page25', name: string): BenchmarkRow => ({
        name,
        ratio: pairedRatio(rounds.total, rounds[base]),
        control: pairedRatio(rounds.control, rounds.page10),
        figures: { 'CPU of the total': cpuText(rounds.total), 'CPU of the page': cpuText(rounds[base]) },
      });
      return [{ ...row('page10', 'page of 10 rows'), goal: 0.35 }, row('page25', 'page of 25 rows')];
    } finally {
      child.kill('SIGTERM');
      await ended;
    }
  },
};

import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { Benchmark } from './benchmark.ts';
import { medianOf } from './bootstrap.ts';
import { millionRows } from './million-rows.ts';
import { pairedRatio, runRounds } from './paired-ratio.ts';
import type { StoreCalls } from './servers/store-calls.ts';

const times = 5_000;

/** P10: the counter of a list against its first page, in the store itself. */
export const p10Total: Benchmark = {
  id: 'P10',
  title: 'Total of a list / its page-1 query (10 rows), 1,000,000 rows',
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
      const variants = { subject: sample('total'), base: sample('page'), control: sample('page') };
      const rounds = await runRounds(variants, { pairs, dropped });
      return [
        {
          name: 'total',
          goal: 0.35,
          ratio: pairedRatio(rounds.subject, rounds.base),
          control: pairedRatio(rounds.control, rounds.base),
          figures: {
            'CPU of the total': `${medianOf(rounds.subject).toFixed(1)} µs`,
            'CPU of page 1': `${medianOf(rounds.base).toFixed(1)} µs`,
          },
        },
      ];
    } finally {
      child.kill('SIGTERM');
      await ended;
    }
  },
};

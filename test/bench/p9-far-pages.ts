import type { Benchmark, BenchmarkRow } from './benchmark.ts';
import { compareCpu } from './cpu-rounds.ts';
import { startLoadGenerator } from './load-generator.ts';
import { rowCount } from './million-rows.ts';
import { pagePath, startServiceWithRows, stores } from './service-with-rows.ts';

const goals = { SQLite: 1.1, PostgreSQL: 2 } as const;

/** P9: how much more the middle and the last page cost than page 1. */
export const p9FarPages: Benchmark = {
  id: 'P9',
  title: 'Middle and last page of 1,000,000 rows / page 1, CPU per request',
  run: async (run) => {
    const generator = startLoadGenerator();
    const rows: BenchmarkRow[] = [];
    try {
      for (const store of stores) {
        const { server, headers } = await startServiceWithRows(run.say, store);
        for (const pageSize of [10, 100]) {
          const last = Math.ceil(rowCount / pageSize);
          const asking = (page: number) => ({ server, headers, paths: [pagePath(page, pageSize)] });
          for (const [name, page] of [['middle', last / 2] as const, ['last', last] as const]) {
            const sides = { subject: asking(page), base: asking(1), control: asking(1) };
            const row = { name: `${store}, ${name} page, ${pageSize} rows`, goal: goals[store], amount: 2_500 };
            rows.push(await compareCpu(row, sides, generator, run));
          }
        }
        await server.stop();
      }
      return rows;
    } finally {
      generator.stop();
    }
  },
};

import type { Benchmark, BenchmarkRow } from './benchmark.ts';
import { compareCpu } from './cpu-rounds.ts';
import { startLoadGenerator } from './load-generator.ts';
import { rowCount } from './million-rows.ts';
import { pagePath, startServiceWithRows } from './service-with-rows.ts';

/** P9: how much more the middle and the last page cost than page 1. */
export const p9FarPages: Benchmark = {
  id: 'P9',
  title: 'Middle and last page of 1,000,000 rows / page 1, CPU per request',
  run: async (run) => {
    const generator = startLoadGenerator();
    const { server, headers } = await startServiceWithRows(run.say);
    const rows: BenchmarkRow[] = [];
    try {
      for (const pageSize of [10, 100]) {
        const last = Math.ceil(rowCount / pageSize);
        const asking = (page: number) => ({ server, headers, paths: [pagePath(page, pageSize)] });
        for (const [name, page] of [['middle', last / 2] as const, ['last', last] as const]) {
          const sides = { subject: asking(page), base: asking(1), control: asking(1) };
          const row = { name: `${name} page, ${pageSize} rows`, goal: 2, amount: 2_500 };
          rows.push(await compareCpu(row, sides, generator, run));
        }
      }
      return rows;
    } finally {
      generator.stop();
      await server.stop();
    }
  },
};

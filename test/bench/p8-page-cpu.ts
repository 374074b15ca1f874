import type { Benchmark, BenchmarkRow } from './benchmark.ts';
import { compareCpu } from './cpu-rounds.ts';
import { recordReplies } from './fixed-reply.ts';
import { startLoadGenerator } from './load-generator.ts';
import { startBareServer } from './measured-process.ts';
import { spreadPages, startServiceWithRows, stores } from './service-with-rows.ts';

const pageCount = 40;
/** Goals for SQLite. P18 measures PostgreSQL against a bare query. */
const goals = { 10: 1.4, 100: 2 } as const;

/** P8: pages from across a million rows, key check included, against the same bytes from memory. */
export const p8PageCpu: Benchmark = {
  id: 'P8',
  title: 'Page endpoint CPU per request / the same bytes from memory, 1,000,000 rows',
  run: async (run) => {
    const generator = startLoadGenerator();
    const rows: BenchmarkRow[] = [];
    try {
      for (const store of stores) {
        const { server, headers } = await startServiceWithRows(run.say, store);
        for (const pageSize of [10, 100] as const) {
          const paths = spreadPages(pageSize, pageCount);
          const replies = await recordReplies(server, paths, headers);
          const base = await startBareServer(replies);
          const control = await startBareServer(replies);
          const sides = {
            subject: { server, paths, headers },
            base: { server: base, paths, headers },
            control: { server: control, paths, headers },
          };
          const goal = store === 'SQLite' ? { goal: goals[pageSize] } : {};
          rows.push(
            await compareCpu({ name: `${store}, ${pageSize} rows`, ...goal, amount: 5_000 }, sides, generator, run),
          );
          await Promise.all([base.stop(), control.stop()]);
        }
        await server.stop();
      }
      return rows;
    } finally {
      generator.stop();
    }
  },
};

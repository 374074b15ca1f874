import type { Benchmark, BenchmarkRow } from './benchmark.ts';
import { bootstrapMedian, medianOf } from './bootstrap.ts';
import { runRounds } from './paired-ratio.ts';
import { startRowStore } from './row-store-process.ts';
import type { RowQuestion } from './servers/row-store.ts';

/** Users perceive up to 100 ms as instant. */
const goalMs = 100;
const questions: readonly RowQuestion[] = [
  'search',
  'group',
  'sort',
  'select all',
  'attention queue',
  'attention list',
];
const sizes = [20_000, 1_000_000];

/** P21: a page's queries on loaded rows in the data process, each uncached. */
export const p21Questions: Benchmark = {
  id: 'P21',
  title: 'Search, group, sort, select all and what needs attention, over 20,000 and 1,000,000 loaded rows / 100 ms',
  run: async (run) => {
    const table: BenchmarkRow[] = [];
    for (const size of sizes) {
      const store = startRowStore(size);
      try {
        run.say(`Loading ${size.toLocaleString('en')} rows.`);
        await store.ask('load');
        const variants = questions.map((what) => [what, async () => (await store.ask(what)).ms] as const);
        const rounds = await runRounds(Object.fromEntries(variants), run);
        for (const [name, ms] of Object.entries(rounds)) {
          table.push({
            name: `${name}, ${size.toLocaleString('en')} rows`,
            goal: 1,
            ratio: bootstrapMedian(ms.map((value) => value / goalMs)),
            figures: { median: `${Math.round(medianOf(ms))} ms`, slowest: `${Math.round(Math.max(...ms))} ms` },
          });
        }
      } finally {
        await store.stop();
      }
    }
    return table;
  },
};

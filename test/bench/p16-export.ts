import type { Benchmark } from './benchmark.ts';
import { bootstrapMedian, medianOf } from './bootstrap.ts';
import { inUnit, rowOfRounds } from './comparison.ts';
import { runRounds } from './paired-ratio.ts';
import { startRowStore } from './row-store-process.ts';
import type { RowStoreAsk } from './servers/row-store.ts';

const maxGrownMiB = 30;

export const p16Export: Benchmark = {
  id: 'P16',
  title: 'CSV export of 100,000 rows / a bare write of the same bytes, both synced to the disk',
  run: async (run) => {
    const store = startRowStore();
    try {
      await store.ask('load');
      const { bytes } = await store.ask('export');
      const growth: number[] = [];
      const sample = (what: RowStoreAsk) => async () => {
        const { ms, grownBytes } = await store.ask(what);
        if (what === 'export') growth.push(grownBytes / 1024 ** 2);
        return ms;
      };
      const rounds = await runRounds(
        { subject: sample('export'), base: sample('bare write'), control: sample('bare write') },
        run,
      );
      const speed = { sides: ['export', 'bare'], format: inUnit('ms') } as const;
      const row = rowOfRounds({ name: 'time, at least half the speed of a bare write', goal: 2, ...speed }, rounds);
      const grownMiB = growth.slice(run.dropped);
      return [
        { ...row, figures: { ...row.figures, file: inUnit('MiB', 1, 1024 ** 2)(bytes) } },
        {
          name: 'highest growth of the memory / 30 MiB',
          goal: 1,
          ratio: bootstrapMedian(grownMiB.map((mib) => mib / maxGrownMiB)),
          figures: { median: inUnit('MiB', 1)(medianOf(grownMiB)) },
        },
      ];
    } finally {
      await store.stop();
    }
  },
};

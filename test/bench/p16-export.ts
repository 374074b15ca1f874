import type { Benchmark } from './benchmark.ts';
import { bootstrapMedian, medianOf } from './bootstrap.ts';
import { pairedRatio, runRounds } from './paired-ratio.ts';
import { startRowStore } from './row-store-process.ts';
import type { RowStoreAsk } from './servers/row-store.ts';

const mebibytes = (bytes: number): string => `${(bytes / 1024 ** 2).toFixed(1)} MiB`;
const maxGrownMiB = 30;

/** P16: exports 100,000 loaded rows as CSV to disk, against a plain write of the same bytes. */
export const p16Export: Benchmark = {
  id: 'P16',
  title: 'CSV export of 100,000 rows / a bare write of the same bytes, both synced to the disk',
  run: async ({ pairs, dropped }) => {
    const store = startRowStore();
    try {
      await store.ask('load');
      const { bytes } = await store.ask('export');
      const growthBytes: number[] = [];
      const sample = (what: RowStoreAsk) => async () => {
        const { ms, grownBytes } = await store.ask(what);
        if (what === 'export') growthBytes.push(grownBytes / 1024 ** 2);
        return ms;
      };
      const rounds = await runRounds(
        { export: sample('export'), bare: sample('bare write'), control: sample('bare write') },
        { pairs, dropped },
      );
      const msText = (values: readonly number[]) => `${Math.round(medianOf(values))} ms`;
      const memory = growthBytes.slice(dropped).map((mib) => mib / maxGrownMiB);
      return [
        {
          name: 'time, at least half the speed of a bare write',
          goal: 2,
          ratio: pairedRatio(rounds.export, rounds.bare),
          control: pairedRatio(rounds.control, rounds.bare),
          figures: { export: msText(rounds.export), bare: msText(rounds.bare), file: mebibytes(bytes) },
        },
        {
          name: 'highest growth of the memory / 30 MiB',
          goal: 1,
          ratio: bootstrapMedian(memory),
          figures: { median: `${medianOf(growthBytes.slice(dropped)).toFixed(1)} MiB` },
        },
      ];
    } finally {
      await store.stop();
    }
  },
};

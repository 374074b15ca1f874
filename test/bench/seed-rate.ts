import type { Benchmark } from './benchmark.ts';
import { rowCount, seedMillion } from './million-rows.ts';

/** How long a million migrations take, and what a row needs on disk. The folder serves the other benchmarks. */
export const seedRate: Benchmark = {
  id: 'seed',
  title: 'Service: seeding 1,000,000 migrations',
  run: async ({ say }) => {
    say('Seeding 1,000,000 migrations; kept in .cache/bench for the other benchmarks.');
    const { seconds, bytes } = await seedMillion();
    return [
      {
        name: 'an empty folder, start to ready line (goal: under 60 s)',
        figures: {
          time: `${seconds.toFixed(1)} s`,
          rate: `${Math.round(rowCount / seconds).toLocaleString('en')} rows/s`,
          'database per row': `${Math.round(bytes / rowCount)} bytes`,
        },
      },
    ];
  },
};

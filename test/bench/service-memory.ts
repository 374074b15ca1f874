import { setTimeout as pause } from 'node:timers/promises';
import type { Benchmark, BenchmarkRow } from './benchmark.ts';
import { medianOf } from './bootstrap.ts';
import { startLoadGenerator } from './load-generator.ts';
import type { MeasuredServer } from './measured-process.ts';
import { spreadPages, startServiceWithRows } from './service-with-rows.ts';

const early = 1_000;
const late = 100_000;
const mebibytes = (bytes: number): string => `${(bytes / 1024 ** 2).toFixed(1)} MiB`;

/** The median of ten looks within two seconds of rest, for the heap breathes. */
async function residentBytes(server: MeasuredServer): Promise<number> {
  const looks: number[] = [];
  for (let look = 0; look < 10; look += 1) {
    await pause(200);
    looks.push((await server.usage()).residentBytes);
  }
  return medianOf(looks);
}

const aliveBytes = async (server: MeasuredServer): Promise<number> =>
  (await server.usage('usage after a collection')).aliveBytes ?? Number.NaN;

/**
 * Memory after 100,000 requests against after 1,000, in one life of the service: what is alive after a collection shows
 * whether anything is kept; resident memory also holds the space that V8 has made for young objects and keeps.
 */
export const serviceMemory: Benchmark = {
  id: 'memory',
  title: 'Service: memory after 100,000 requests / after 1,000',
  run: async ({ say }) => {
    const generator = startLoadGenerator();
    const { server, headers } = await startServiceWithRows(say);
    const paths = spreadPages(25, 40);
    const load = (amount: number) => generator.send({ url: server.url, paths, headers, connections: 50, amount });
    try {
      await load(early);
      const before = { resident: await residentBytes(server), alive: await aliveBytes(server) };
      await load(late - early);
      const after = { resident: await residentBytes(server), alive: await aliveBytes(server) };
      return (['resident', 'alive'] as const).map((kind): BenchmarkRow => {
        const ratio = after[kind] / before[kind];
        return {
          name: `${kind === 'alive' ? 'alive after a collection' : 'resident'}, pages of 25 rows from all over the table, 50 connections`,
          goal: 1.1,
          ratio: { median: ratio, low: ratio, high: ratio },
          figures: { 'after 1,000': mebibytes(before[kind]), 'after 100,000': mebibytes(after[kind]) },
        };
      });
    } finally {
      generator.stop();
      await server.stop();
    }
  },
};

import { setTimeout as pause } from 'node:timers/promises';
import type { Benchmark, BenchmarkRow } from './benchmark.ts';
import { medianOf } from './bootstrap.ts';
import { startLoadGenerator } from './load-generator.ts';
import type { MeasuredServer } from './measured-process.ts';
import { spreadPages, startServiceWithRows, stores } from './service-with-rows.ts';

/** Requests after which the memory is looked at, each in the same life of the service. */
const stages = [1_000, 100_000, 1_000_000] as const;
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
 * P17: memory after 100,000 requests against after 1,000, and after 1,000,000 against after 100,000, in one life of the
 * service: what is alive after a collection shows whether anything is kept; resident memory also holds the space that V8 has
 * made for young objects and keeps.
 */
export const serviceMemory: Benchmark = {
  id: 'P17',
  title: 'Service: memory after 100,000 requests / after 1,000, and after 1,000,000 / after 100,000',
  run: async ({ say }) => {
    const generator = startLoadGenerator();
    const paths = spreadPages(25, 40);
    const rows: BenchmarkRow[] = [];
    try {
      for (const store of stores) {
        const { server, headers } = await startServiceWithRows(say, store);
        let sent = 0;
        let before: { readonly resident: number; readonly alive: number } | undefined;
        for (const stage of stages) {
          const earlier = sent;
          await generator.send({ url: server.url, paths, headers, connections: 50, amount: stage - sent });
          sent = stage;
          const after = { resident: await residentBytes(server), alive: await aliveBytes(server) };
          for (const kind of before ? (['resident', 'alive'] as const) : []) {
            const ratio = after[kind] / (before?.[kind] ?? Number.NaN);
            const what = kind === 'alive' ? 'alive after a collection' : 'resident';
            rows.push({
              name: `${store}, ${what}, ${stage.toLocaleString('en')} / ${earlier.toLocaleString('en')} requests of 25 rows from all over the table, 50 connections`,
              goal: 1.1,
              ratio: { median: ratio, low: ratio, high: ratio },
              figures: {
                [`after ${earlier.toLocaleString('en')}`]: mebibytes(before?.[kind] ?? Number.NaN),
                [`after ${stage.toLocaleString('en')}`]: mebibytes(after[kind]),
              },
            });
          }
          before = after;
        }
        await server.stop();
      }
      return rows;
    } finally {
      generator.stop();
    }
  },
};

import { setTimeout as pause } from 'node:timers/promises';
import type { Benchmark } from './benchmark.ts';
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

/** Resident memory after 100,000 requests against after 1,000, in one life of the service. */
export const serviceMemory: Benchmark = {
  id: 'memory',
  title: 'Service: resident memory after 100,000 requests / after 1,000',
  run: async ({ say }) => {
    const generator = startLoadGenerator();
    const { server, headers } = await startServiceWithRows(say);
    const paths = spreadPages(25, 40);
    const load = (amount: number) => generator.send({ url: server.url, paths, headers, connections: 50, amount });
    try {
      await load(early);
      const before = await residentBytes(server);
      await load(late - early);
      const after = await residentBytes(server);
      const ratio = after / before;
      return [
        {
          name: 'pages of 25 rows from all over the table, 50 connections',
          goal: 1.1,
          ratio: { median: ratio, low: ratio, high: ratio },
          figures: { 'after 1,000': mebibytes(before), 'after 100,000': mebibytes(after) },
        },
      ];
    } finally {
      generator.stop();
      await server.stop();
    }
  },
};

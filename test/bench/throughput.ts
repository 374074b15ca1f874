import type { Benchmark, BenchmarkRow } from './benchmark.ts';
import { medianOf } from './bootstrap.ts';
import { recordReplies } from './fixed-reply.ts';
import { startLoadGenerator } from './load-generator.ts';
import { type MeasuredServer, startBareServer } from './measured-process.ts';
import { pairedRatio, runRounds } from './paired-ratio.ts';
import { spreadPages, startServiceWithRows } from './service-with-rows.ts';

const connections = 50;
const amount = 5_000;
const rate = (value: number): string => `${Math.round(value).toLocaleString('en')} requests/s`;

/** Requests per second at 50 connections, beside a bare node:http server of the same bytes. Reported, no goal. */
export const throughput: Benchmark = {
  id: 'throughput',
  title: 'Requests per second at 50 connections / bare node:http of the same bytes',
  run: async ({ pairs, dropped, say }) => {
    const generator = startLoadGenerator();
    const { server, headers } = await startServiceWithRows(say);
    const rows: BenchmarkRow[] = [];
    try {
      for (const pageSize of [10, 100]) {
        const paths = spreadPages(pageSize, 40);
        const replies = await recordReplies(server, paths, headers);
        const base = await startBareServer(replies);
        const control = await startBareServer(replies);
        const sample =
          ({ url }: MeasuredServer) =>
          async () => {
            const { requests, seconds } = await generator.send({ url, paths, headers, connections, amount });
            return requests / seconds;
          };
        const variants = { subject: sample(server), base: sample(base), control: sample(control) };
        try {
          const rounds = await runRounds(variants, { pairs, dropped });
          rows.push({
            name: `${pageSize} rows a page`,
            ratio: pairedRatio(rounds.subject, rounds.base),
            control: pairedRatio(rounds.control, rounds.base),
            figures: { service: rate(medianOf(rounds.subject)), 'bare node:http': rate(medianOf(rounds.base)) },
          });
        } finally {
          await Promise.all([base.stop(), control.stop()]);
        }
      }
      return rows;
    } finally {
      generator.stop();
      await server.stop();
    }
  },
};

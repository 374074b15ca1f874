import type { Benchmark, BenchmarkRow } from './benchmark.ts';
import { compareCpu } from './cpu-rounds.ts';
import { startLoadGenerator } from './load-generator.ts';
import { type MeasuredServer, startBareServer } from './measured-process.ts';
import type { FixedReply } from './servers/bare-http.ts';
import { spreadPages, startServiceWithRows } from './service-with-rows.ts';

const pageCount = 40;
/** The limits of the CPU ratio, by rows per page. */
const goals = { 10: 1.4, 100: 2 } as const;

/** Headers that node:http sets itself. */
const ownHeaders = new Set(['date', 'connection', 'keep-alive', 'transfer-encoding']);

/** Requests each path once and records the reply with its headers, so that a bare server can send the same bytes. */
async function recordReplies(
  server: MeasuredServer,
  paths: readonly string[],
  headers: Readonly<Record<string, string>> = {},
): Promise<FixedReply[]> {
  const replies: FixedReply[] = [];
  for (const path of paths) {
    const reply = await fetch(server.url + path, { headers: { ...headers } });
    if (!reply.ok) throw new Error(`${path} was answered with ${reply.status}.`);
    const remainingHeaders = [...reply.headers].filter(([name]) => !ownHeaders.has(name));
    replies.push({ path, headers: Object.fromEntries(remainingHeaders), body: await reply.text() });
  }
  return replies;
}

/** P8: pages from across a million rows, key check included, against the same bytes from memory. */
export const p8PageCpu: Benchmark = {
  id: 'P8',
  title: 'Page endpoint CPU per request / the same bytes from memory, 1,000,000 rows',
  run: async (run) => {
    const generator = startLoadGenerator();
    const rows: BenchmarkRow[] = [];
    try {
      const { server, headers } = await startServiceWithRows(run.say, 'SQLite');
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
        const what = { name: `SQLite, ${pageSize} rows`, goal: goals[pageSize], amount: 5_000 };
        rows.push(await compareCpu(what, sides, generator, run));
        await Promise.all([base.stop(), control.stop()]);
      }
      await server.stop();
      return rows;
    } finally {
      generator.stop();
    }
  },
};

import type { Benchmark } from './benchmark.ts';
import { builtProgram } from './build-snapshot.ts';
import { compareCpu } from './cpu-rounds.ts';
import { startLoadGenerator } from './load-generator.ts';
import { startMeasured } from './measured-process.ts';

/** Rows of the table; each service makes the same ones in a folder of its own. */
const rows = 10_000;
const pageSize = 10;
const paths = Array.from(
  { length: 40 },
  (_, index) => `/api/v1/migrations?page=${1 + index * 25}&page_size=${pageSize}`,
);

const start = async (...flags: string[]) => {
  const seeded = ['--migrations', String(rows), '--log-level', 'warn'];
  const server = await startMeasured(builtProgram('service', 'main.mjs'), [...seeded, ...flags]);
  return { server, paths, headers: { Authorization: `Bearer ${String(server.ready['apiKey'])}` } };
};

/** What a dashboard costs those who call the API: a page with its key check, with and without `--dashboard`. */
export const dashboardCpu: Benchmark = {
  id: 'dashboard',
  title: 'Page endpoint CPU per request with --dashboard / without',
  run: async (run) => {
    const generator = startLoadGenerator();
    const sides = { subject: await start('--dashboard'), base: await start(), control: await start() };
    try {
      return [await compareCpu({ name: 'SQLite, 10 rows', goal: 1.05, amount: 5_000 }, sides, generator, run)];
    } finally {
      generator.stop();
      await Promise.all(Object.values(sides).map(({ server }) => server.stop()));
    }
  },
};

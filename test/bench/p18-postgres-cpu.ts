import type { Benchmark, BenchmarkRow, BenchmarkRun } from './benchmark.ts';
import { inUnit, rowOfRounds } from './comparison.ts';
import { startLoadGenerator } from './load-generator.ts';
import { runRounds } from './paired-ratio.ts';
import { postgresRows } from './postgres-rows.ts';
import { spreadPages, startServiceWithRows } from './service-with-rows.ts';

const pageSize = 25;
const pageCount = 40;
const amount = 4_500;
const connections = 48;

/** Compares one instance with three under the same load, by the CPU time of instances and database together. */
const compareInstances = async (run: BenchmarkRun): Promise<BenchmarkRow[]> => {
  const paths = spreadPages(pageSize, pageCount);
  const started = await Promise.all([0, 1, 2].map(() => startServiceWithRows(run.say, 'PostgreSQL')));
  const generators = started.map(() => startLoadGenerator());
  const { cpuMicroseconds } = await postgresRows(run.say);
  const cpu = async (): Promise<number> => {
    const own = await Promise.all(started.map(async ({ server }) => (await server.usage()).cpuMicroseconds));
    const databaseMicroseconds = cpuMicroseconds();
    // Each instance's figure includes the database's share, so the sum subtracts the duplicates.
    return own.reduce((sum, one) => sum + one - databaseMicroseconds, databaseMicroseconds);
  };
  const sample = (instances: number, each: number) => async (): Promise<number> => {
    const before = await cpu();
    const loads = started.slice(0, instances).map(({ server, headers }, index) =>
      generators[index]?.send({
        url: server.url,
        paths,
        headers,
        connections: each,
        amount: amount / instances,
      }),
    );
    await Promise.all(loads);
    return ((await cpu()) - before) / amount;
  };
  try {
    const share = connections / 3;
    const variants = {
      subject: sample(3, share),
      base: sample(1, connections),
      control: sample(1, connections),
      alike: sample(1, share),
    };
    const { alike, ...rounds } = await runRounds(variants, run);
    const figures = { sides: ['CPU per request, 3', 'CPU per request, 1'], format: inUnit('µs', 1) } as const;
    const nameOf = (base: string): string => `3 instances / ${base}, ${pageSize} rows`;
    // Concurrent requests of one instance share a database query, so a single instance with all connections sends fewer
    // queries.
    const row = rowOfRounds({ name: nameOf('1 instance of all connections'), goal: 1.1, ...figures }, rounds);
    const another = { name: nameOf('1 instance of a third of them'), ...figures };
    return [row, { ...rowOfRounds(another, { ...rounds, base: alike }), control: row.control }];
  } finally {
    for (const generator of generators) generator.stop();
    await Promise.all(started.map(({ server }) => server.stop()));
  }
};

export const p18PostgresCpu: Benchmark = {
  id: 'P18',
  title: 'PostgreSQL: CPU per request of service and database, three instances / one',
  run: async (run) =>
    process.platform === 'linux'
      ? compareInstances(run)
      : [{ name: 'PostgreSQL', figures: {}, skipReason: 'its server is started on Linux alone' }],
};

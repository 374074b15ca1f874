import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { newRun, type Run } from '#service/migration-engine/run.ts';
import { fillStore } from '#service/seed/seed-rows.ts';
import { parseDatabaseUrl } from '#service/store/postgres/database-address.ts';
import { openDatabase as openPostgres } from '#service/store/postgres/open-database.ts';
import { createPostgresEvents } from '#service/store/postgres/postgres-events.ts';
import { createPostgresRuns } from '#service/store/postgres/postgres-runs.ts';
import { openPostgresStore } from '#service/store/postgres/postgres-store.ts';
import type { RunStore } from '#service/store/run-store.ts';
import { openDatabase as openSqlite } from '#service/store/sqlite/open-database.ts';
import { createSqliteEvents } from '#service/store/sqlite/sqlite-events.ts';
import { createSqliteRuns } from '#service/store/sqlite/sqlite-runs.ts';
import { openServiceStore } from '#service/store/sqlite/sqlite-store.ts';
import { inTransaction } from '#service/store/sqlite/transactions.ts';
import type { OpenedStore } from '#service/store/store.ts';
import { startPostgres } from '#service/testing/postgres-server.ts';
import { makeDatabase } from '#service/testing/test-data.ts';
import type { Benchmark, BenchmarkRow, BenchmarkRun } from './benchmark.ts';
import { medianOf } from './bootstrap.ts';
import { pairedRatio, runRounds } from './paired-ratio.ts';
import { cpuOfPostgres } from './postgres-rows.ts';

/** As many runs as the engine takes at once. */
const runCount = 200;
const now = Date.UTC(2026, 10, 20);

/** Two statuses in turn, in both of which the run is due at once. */
const turn = (run: Run): Run => ({ ...run, status: run.status === 'NOT_READY' ? 'NOT_STARTED' : 'NOT_READY' });

const fillWithRuns = async (opened: OpenedStore): Promise<void> => {
  if (!opened.ok) throw new Error(opened.sentence);
  const { store } = opened;
  await fillStore(store.seed, { seed: 1, at: now, migrations: 1_000, companies: 10 });
  for (let index = 0; index < runCount; index++) {
    const id = crypto.randomUUID();
    const modal = {
      organization: 1,
      migrationId: id,
      addressHash: Buffer.from(`address ${index}`),
      accessTokenHash: Buffer.from(`token ${index}`),
      rootId: id,
      retries: 0,
      userId: 'user@a.example',
      sourceProviders: null,
      origin: null,
      beginRun: () => newRun({ userId: 'user@a.example', now: 0, sessionExpires: 1 }),
    };
    await store.modals.open(modal, now);
  }
  await store.close();
};

interface Sides {
  /** Runs of a store that writes the events of what it changes, and of one that writes none. */
  readonly withEvents: RunStore;
  readonly without: RunStore;
  /** Microseconds of the database, where it is a process of its own. */
  readonly cpuOfDatabase: () => number;
}

const measure = async (
  store: string,
  { withEvents, without, cpuOfDatabase }: Sides,
  { pairs, dropped }: BenchmarkRun,
): Promise<BenchmarkRow[]> => {
  const cpu = (): number => {
    const { user, system } = process.cpuUsage();
    return user + system + cpuOfDatabase();
  };
  const sample =
    (changes: number, change: () => Promise<number>): (() => Promise<number>) =>
    async () => {
      const before = cpu();
      for (let done = 0; done < changes;) done += await change();
      return (cpu() - before) / changes;
    };
  const inBatches = (runs: RunStore) => sample(runCount * 20, () => runs.moveDue(now, runCount, turn));
  const alone = (runs: RunStore) => sample(1_000, () => runs.moveDue(now, 1, turn));
  const rounds = await runRounds(
    {
      batch: inBatches(withEvents),
      batchBase: inBatches(without),
      batchControl: inBatches(without),
      alone: alone(withEvents),
      aloneBase: alone(without),
      aloneControl: alone(without),
    },
    { pairs, dropped },
  );
  const row = (
    name: string,
    [subject, base, control]: readonly (readonly number[])[],
    goal?: number,
  ): BenchmarkRow => ({
    name: `${store}, ${name}`,
    ...(goal !== undefined && { goal }),
    ratio: pairedRatio(subject ?? [], base ?? []),
    control: pairedRatio(control ?? [], base ?? []),
    figures: {
      'CPU per change': `${medianOf(subject ?? []).toFixed(1)} µs`,
      'CPU per change, no events': `${medianOf(base ?? []).toFixed(1)} µs`,
    },
  });
  return [
    row(`${runCount} changes in a transaction`, [rounds.batch, rounds.batchBase, rounds.batchControl], 1.2),
    row('one change in a transaction', [rounds.alone, rounds.aloneBase, rounds.aloneControl], 1.2),
  ];
};

const measureSqlite = async (run: BenchmarkRun): Promise<BenchmarkRow[]> => {
  const folder = mkdtempSync(path.join(tmpdir(), 'ferry-bench-'));
  try {
    await fillWithRuns(openServiceStore(folder));
    const opened = openSqlite(folder);
    if (!opened.ok) throw new Error(opened.sentence);
    const { database } = opened;
    const { outbox } = createSqliteEvents(database);
    const sides = {
      withEvents: createSqliteRuns(database, outbox),
      without: createSqliteRuns(database, (work) => inTransaction(database, () => work(() => {}))),
      cpuOfDatabase: () => 0,
    };
    const rows = await measure('SQLite', sides, run);
    database.close();
    return rows;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

const measurePostgres = async (run: BenchmarkRun): Promise<BenchmarkRow[]> => {
  if (process.platform !== 'linux') {
    return [{ name: 'PostgreSQL', figures: {}, notRun: 'its server is started on Linux alone' }];
  }
  const server = await startPostgres();
  try {
    const address = parseDatabaseUrl(await makeDatabase(server.url));
    if (address === undefined) throw new Error('no address');
    await fillWithRuns(await openPostgresStore(address));
    const opened = await openPostgres(address);
    if (!opened.ok) throw new Error(opened.sentence);
    const { database } = opened;
    const { outbox } = createPostgresEvents(database);
    const sides = {
      withEvents: createPostgresRuns(database, outbox),
      without: createPostgresRuns(database, (work) => database.inTransaction((session) => work(session, () => {}))),
      cpuOfDatabase: () => cpuOfPostgres(server.pid()),
    };
    const rows = await measure('PostgreSQL', sides, run);
    await database.end();
    return rows;
  } finally {
    await server.remove();
  }
};

/** P19: what the events cost the changes that they tell of, in the store: the least that a change can be. */
export const p19EventOutbox: Benchmark = {
  id: 'P19',
  title: 'Service: CPU of a change of status with its event / without',
  run: async (run) => [...(await measureSqlite(run)), ...(await measurePostgres(run))],
};

import { randomBytes, randomUUID } from 'node:crypto';
import type { MigrationEvent } from '#shared/migration-api/migration-steps.ts';
import { applyEvent, loginOf, newRun, type Run } from '#service/migration-engine/run.ts';
import { defaultSeedInstant, fillStore } from '#service/seed/seed-rows.ts';
import { parseDatabaseUrl } from '#service/store/postgres/database-address.ts';
import { openPostgresStore } from '#service/store/postgres/postgres-store.ts';
import { openServiceStore } from '#service/store/sqlite/sqlite-store.ts';
import type { OpenedStore, Store } from '#service/store/store.ts';
import { startPostgres } from '#service/testing/postgres-server.ts';
import { makeDatabase } from '#service/testing/test-data.ts';
import type { Benchmark, BenchmarkRow, BenchmarkRun } from './benchmark.ts';
import { medianOf } from './bootstrap.ts';
import { pairedRatio, runRounds } from './paired-ratio.ts';
import { withScratchFolder } from './starts/scratch-folder.ts';

const migrationsPerSample = 150;
const steps: readonly MigrationEvent[] = ['logged_in', 'started', 'copied_with_gaps'];
const userId = 'ada@example.com';

const openMigration = async ({ modals }: Store, organization: number, now: number): Promise<number> => {
  const opened = await modals.open(
    {
      organization,
      migrationId: randomUUID(),
      addressHash: randomBytes(32),
      accessTokenHash: randomBytes(32),
      rootId: randomUUID(),
      retries: 0,
      userId,
      sourceProviders: null,
      origin: null,
      metadata: null,
      beginRun: () =>
        newRun({ userId, now, sessionExpires: now + 3_600_000, provider: { name: 'L', firstStep: 'password' } }),
    },
    now,
  );
  return opened.modal.migration;
};

const move = (run: Run, event: MigrationEvent, now: number): Run => {
  const moved = applyEvent(run, event, now);
  if (moved === undefined) throw new Error(`${run.status} has no ${event}`);
  const login = loginOf(moved);
  return event === 'logged_in' ? { ...moved, login: { ...login, successes: login.successes + 1 } } : moved;
};

/** Times the status changes of new migrations, in milliseconds per change. A run without `activity` gets no entries. */
const sample = (store: Store, organization: number, hasActivity: boolean) => async (): Promise<number> => {
  const now = Date.now();
  const migrations: number[] = [];
  for (let index = 0; index < migrationsPerSample; index += 1)
    migrations.push(await openMigration(store, organization, now));
  const first = newRun({
    userId,
    now,
    sessionExpires: now + 3_600_000,
    provider: { name: 'L', firstStep: 'password' },
  });
  const startedAt = performance.now();
  for (const migration of migrations) {
    let run: Run = hasActivity ? { ...first, activity: { number: 1, last: '', times: 1 } } : first;
    for (const [step, event] of steps.entries()) {
      const after = move(run, event, now + step + 1);
      const change = { migration, version: step + 1, before: run, run: after, context: { requestId: randomUUID() } };
      if (!(await store.runs.save(change, now + step + 1))) throw new Error('The run has another version.');
      run = hasActivity ? { ...after, activity: { number: 1 + 2 * (step + 1), last: '', times: 1 } } : after;
    }
  }
  return (performance.now() - startedAt) / (migrationsPerSample * steps.length);
};

const measure = async (name: string, opened: OpenedStore, { pairs, dropped }: BenchmarkRun): Promise<BenchmarkRow> => {
  if (!opened.ok) throw new Error(opened.sentence);
  const { store } = opened;
  try {
    await fillStore(store.seed, { seed: 1, at: defaultSeedInstant, migrations: 1_000, companies: 10 });
    const organization = (await store.seed.organization())?.number ?? 0;
    const [subject, base] = [sample(store, organization, true), sample(store, organization, false)];
    const rounds = await runRounds({ subject, base, control: base }, { pairs, dropped });
    const figure = (ms: readonly number[]): string => `${medianOf(ms).toFixed(3)} ms`;
    return {
      name,
      goal: 1.25,
      ratio: pairedRatio(rounds.subject, rounds.base),
      control: pairedRatio(rounds.control, rounds.base),
      figures: { 'with activity': figure(rounds.subject), without: figure(rounds.base) },
    };
  } finally {
    await store.close();
  }
};

const onPostgres = async (run: BenchmarkRun): Promise<BenchmarkRow> => {
  const server = await startPostgres();
  try {
    const address = parseDatabaseUrl(await makeDatabase(server.url));
    if (address === undefined) throw new Error('no address');
    return await measure('PostgreSQL', await openPostgresStore(address), run);
  } finally {
    await server.remove();
  }
};

/** P22: a status change with two entries of activity and their request IDs, against the same change without. */
export const p22StatusChange: Benchmark = {
  id: 'P22',
  title: 'Service: time of a status change with activity / without',
  run: async (run) => [
    await withScratchFolder(async (folder) => measure('SQLite', openServiceStore(folder), run)),
    await onPostgres(run),
  ],
};

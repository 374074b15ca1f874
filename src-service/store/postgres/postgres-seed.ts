import { setTimeout as wait } from 'node:timers/promises';
import type { FillOptions, FillResult, SeedBatch, SeedFill, SeedPlan, SeedStore } from '../seed-store.ts';
import { advisoryLocks, type Database, type Session } from './database.ts';

const seededOrganization = 1;

const emptiedTables = [
  'activity',
  'modal_sessions',
  'modals',
  'runs',
  'hosted_links',
  'link_tokens',
  'access_tokens',
  'migrations',
  'companies',
  'seed_plans',
] as const;

const retryMs = 200;

const finishedPlan = async (session: Session, organization: number): Promise<SeedPlan | undefined> => {
  const sql = 'SELECT plan FROM seed_plans WHERE organization = $1';
  return (await session.run(sql, [organization]))[0]?.['plan'] as SeedPlan | undefined;
};

class StoppedError extends Error {}

/** Waits until no other instance seeds the organization. The signal cancels the wait. */
const lockFill = async (session: Session, organization: number, signal: AbortSignal | undefined): Promise<void> => {
  const sql = 'SELECT pg_try_advisory_xact_lock($1, $2) AS locked';
  for (;;) {
    if (signal?.aborted) throw new StoppedError();
    if ((await session.run(sql, [advisoryLocks.fill, organization]))[0]?.['locked'] === true) return;
    await wait(retryMs, undefined, { signal }).catch(() => {});
  }
};

const start = async (session: Session, { identity }: SeedFill, organization: number): Promise<void> => {
  // Locks the organization first, so that new modals wait for the seeding.
  await session.run(
    `INSERT INTO organizations (number, id, name) VALUES ($1, $2, $3)
     ON CONFLICT (number) DO UPDATE SET id = excluded.id, name = excluded.name, migrations = 0, companies = 0,
       last_migration_created = 0, last_company_created = 0, offset_ms = 0`,
    [organization, identity.id, identity.name],
  );
  for (const table of emptiedTables) await session.run(`DELETE FROM ${table} WHERE organization = $1`, [organization]);
};

const columnOf = <Item>(items: readonly Item[], read: (item: Item) => string): string[] => items.map(read);

/**
 * Deletes events and deliveries of the old rows. Call it at the end of the transaction: the event counter must be
 * locked last, and deliveries needn't wait during the seeding. Locks the fan-out position first, so that no instance
 * adds deliveries during the deletion. Skips one position, so that an old cursor differs from a current one.
 */
const endEvents = async (session: Session, organization: number): Promise<void> => {
  await session.run('SELECT FROM webhook_cursors WHERE organization = $1 FOR NO KEY UPDATE', [organization]);
  await session.run('DELETE FROM webhook_deliveries WHERE organization = $1', [organization]);
  await session.run('DELETE FROM webhook_attempts WHERE organization = $1', [organization]);
  await session.run('DELETE FROM events WHERE organization = $1', [organization]);
  await session.run('UPDATE event_heads SET head = head + 1, first = head + 2 WHERE organization = $1', [organization]);
};

/** Passes each column as one array, so that each batch is one statement. */
const append = async (session: Session, { companies, migrations }: SeedBatch, organization: number): Promise<void> => {
  if (companies.length > 0) {
    await session.run(
      `INSERT INTO companies (organization, position, id, source_provider, provider_company_id, json)
       SELECT $1, organizations.companies + place, added.id, provider, provider_id, json
       FROM organizations, unnest($2::text[], $3::text[], $4::text[], $5::text[])
         WITH ORDINALITY AS added (id, provider, provider_id, json, place)
       WHERE number = $1`,
      [
        organization,
        columnOf(companies, ({ id }) => id),
        columnOf(companies, ({ source_provider: provider }) => provider),
        columnOf(companies, ({ provider_company_id: id }) => id),
        columnOf(companies, (row) => JSON.stringify(row)),
      ],
    );
  }
  if (migrations.length > 0) {
    await session.run(
      `INSERT INTO migrations (organization, position, id, status, json)
       SELECT $1, organizations.migrations + place, added.id, status, json
       FROM organizations, unnest($2::text[], $3::text[], $4::text[])
         WITH ORDINALITY AS added (id, status, json, place)
       WHERE number = $1`,
      [
        organization,
        columnOf(migrations, ({ id }) => id),
        columnOf(migrations, ({ status }) => status),
        columnOf(migrations, (row) => JSON.stringify(row)),
      ],
    );
  }
  const lastCreatedAt = (rows: readonly { created: string }[]): number => Date.parse(rows.at(-1)?.created ?? '') || 0;
  await session.run(
    `UPDATE organizations SET migrations = migrations + $2, companies = companies + $3,
       last_migration_created = greatest(last_migration_created, $4),
       last_company_created = greatest(last_company_created, $5)
     WHERE number = $1`,
    [organization, migrations.length, companies.length, lastCreatedAt(migrations), lastCreatedAt(companies)],
  );
};

/** Seeds a PostgreSQL store in one transaction. Other connections see the old rows until the commit. */
export const createPostgresSeed = (database: Database): SeedStore => {
  const fill = async (
    session: Session,
    prepare: (last: SeedPlan | undefined) => SeedFill | undefined,
    { organization = seededOrganization, signal, onBatch }: FillOptions,
  ): Promise<FillResult> => {
    await lockFill(session, organization, signal);
    const seedFill = prepare(await finishedPlan(session, organization));
    if (seedFill === undefined) return 'kept';
    await start(session, seedFill, organization);
    for (const batch of seedFill.batches) {
      if (signal?.aborted) throw new StoppedError();
      await append(session, batch, organization);
      onBatch?.(batch);
    }
    await session.run('INSERT INTO seed_plans (organization, plan) VALUES ($1, $2)', [
      organization,
      JSON.stringify(seedFill.plan),
    ]);
    await endEvents(session, organization);
    return 'filled';
  };
  return {
    finishedPlan: (organization = seededOrganization) => finishedPlan(database, organization),
    organization: async (organization = seededOrganization) => {
      const [row] = await database.run('SELECT number, id, name FROM organizations WHERE number = $1', [organization]);
      return row && { number: Number(row['number']), id: String(row['id']), name: String(row['name']) };
    },
    onlyOrganization: async () => {
      const rows = await database.run('SELECT number FROM organizations LIMIT 2');
      return rows.length === 1 ? Number(rows[0]?.['number']) : undefined;
    },
    fill: async (prepare, options = {}) => {
      try {
        return await database.inLongTransaction((session) => fill(session, prepare, options), options.signal);
      } catch (error) {
        if (error instanceof StoppedError || options.signal?.aborted) return 'stopped';
        throw error;
      }
    },
  };
};

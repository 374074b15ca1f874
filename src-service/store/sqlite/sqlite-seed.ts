import type { DatabaseSync } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type {
  FillOptions,
  FillResult,
  SeedBatch,
  SeedFill,
  SeedOrganization,
  SeedPlan,
  SeedStore,
} from '../seed-store.ts';
import { rowNumber, rowsPerOrganization } from '../list-rows.ts';
import { sqliteFilterIndexes } from '../migration-filter.ts';
import { idIndex, idIndexName } from './schema-versions.ts';
import { inTransaction } from './transactions.ts';

const emptiedTables = [
  ['activity', 'organization'],
  ['modal_sessions', 'organization'],
  ['modals', 'migration'],
  ['runs', 'migration'],
  ['hosted_links', 'organization'],
  ['link_tokens', 'organization'],
  ['access_tokens', 'organization'],
  ['migrations', 'row'],
  ['companies', 'row'],
  ['events', 'row'],
  ['webhook_attempts', 'organization'],
  ['webhook_deliveries', 'organization'],
] as const;

const seededOrganization = 1;

const planName = (organization: number): string =>
  organization === seededOrganization ? 'seed' : `seed of ${organization}`;

export const createSqliteSeed = (database: DatabaseSync): SeedStore => {
  const insertMigration = database.prepare('INSERT INTO migrations (row, id, status, json) VALUES (?, ?, ?, ?)');
  const insertCompany = database.prepare(
    'INSERT INTO companies (row, id, source_provider, provider_company_id, json) VALUES (?, ?, ?, ?, ?)',
  );
  const counts = database.prepare('SELECT migrations, companies FROM organizations WHERE number = ?');
  const updateCounts = database.prepare(`
    UPDATE organizations SET migrations = ?, companies = ?,
      last_migration_created = max(last_migration_created, ?), last_company_created = max(last_company_created, ?)
    WHERE number = ?`);

  const findOnlyOrganization = (): number | undefined => {
    const numbers = database.prepare('SELECT number FROM organizations LIMIT 2').all();
    return numbers.length === 1 ? Number(numbers[0]?.['number']) : undefined;
  };
  const isAlone = (organization: number): boolean =>
    database.prepare('SELECT 1 FROM organizations WHERE number <> ? LIMIT 1').get(organization) === undefined;

  const emptyAll = (): void => {
    // Drops the indexes, because IDs are random and each batch would rewrite the whole index. A store with other
    // organizations keeps them, because those organizations are read during the seeding.
    for (const name of [idIndexName, ...sqliteFilterIndexes.map((index) => index.name)]) {
      database.exec(`DROP INDEX IF EXISTS ${name}`);
    }
    for (const [table] of emptiedTables) database.exec(`DELETE FROM ${table}`);
  };

  const emptyOrganization = (organization: number): void => {
    for (const [table, column] of emptiedTables) {
      const range =
        column === 'organization'
          ? [organization, organization]
          : [rowNumber(organization, 1), rowNumber(organization, rowsPerOrganization - 1)];
      database.prepare(`DELETE FROM ${table} WHERE ${column} BETWEEN ? AND ?`).run(...range);
    }
  };

  /** Skips one position, so that stored cursors and counts differ from current ones. */
  const skipEvent = (organization: number): void => {
    const sql = 'UPDATE event_heads SET head = head + 1, first = head + 2 WHERE organization = ?';
    database.prepare(sql).run(organization);
  };

  const start = (identity: SeedOrganization, organization: number): void => {
    if (isAlone(organization)) emptyAll();
    else emptyOrganization(organization);
    database.prepare('DELETE FROM service_state WHERE name = ?').run(planName(organization));
    skipEvent(organization);
    database
      .prepare(
        `INSERT INTO organizations (number, id, name) VALUES (?, ?, ?)
         ON CONFLICT (number) DO UPDATE SET id = excluded.id, name = excluded.name, migrations = 0, companies = 0,
           last_migration_created = 0, last_company_created = 0, offset_ms = 0`,
      )
      .run(organization, identity.id, identity.name);
  };

  const append = ({ companies, migrations }: SeedBatch, organization: number): void => {
    const before = counts.get(organization);
    let company = Number(before?.['companies']);
    for (const row of companies) {
      insertCompany.run(
        rowNumber(organization, ++company),
        row.id,
        row.source_provider,
        row.provider_company_id,
        JSON.stringify(row),
      );
    }
    let migration = Number(before?.['migrations']);
    for (const row of migrations) {
      insertMigration.run(rowNumber(organization, ++migration), row.id, row.status, JSON.stringify(row));
    }
    const lastCreatedAt = (rows: readonly { created: string }[]): number => Date.parse(rows.at(-1)?.created ?? '') || 0;
    updateCounts.run(migration, company, lastCreatedAt(migrations), lastCreatedAt(companies), organization);
  };

  const finish = (plan: SeedPlan, organization: number): void => {
    inTransaction(database, () => {
      for (const text of [idIndex, ...sqliteFilterIndexes.map((index) => index.text)]) database.exec(text);
      skipEvent(organization);
      database
        .prepare('INSERT INTO service_state (name, value) VALUES (?, ?)')
        .run(planName(organization), JSON.stringify(plan));
    });
    database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  };

  const finishedPlan = (organization: number): SeedPlan | undefined => {
    const row = database.prepare('SELECT value FROM service_state WHERE name = ?').get(planName(organization));
    return row === undefined ? undefined : (JSON.parse(String(row['value'])) as SeedPlan);
  };

  /** Uses many transactions, because one with millions of rows fills the log. The last transaction stores the plan. */
  const fill = async (
    prepare: (last: SeedPlan | undefined) => SeedFill | undefined,
    { organization = seededOrganization, signal, onBatch }: FillOptions,
  ): Promise<FillResult> => {
    const seedFill = prepare(finishedPlan(organization));
    if (seedFill === undefined) return 'kept';
    inTransaction(database, () => start(seedFill.identity, organization));
    for (const batch of seedFill.batches) {
      if (signal?.aborted) return 'stopped';
      inTransaction(database, () => append(batch, organization));
      onBatch?.(batch);
      // Lets the process handle signals between batches.
      await nextTurn();
    }
    finish(seedFill.plan, organization);
    return 'filled';
  };
  let lastFill: Promise<unknown> = Promise.resolve();

  return {
    finishedPlan: async (organization = seededOrganization) => finishedPlan(organization),
    organization: async (organization = seededOrganization) => {
      const row = database.prepare('SELECT number, id, name FROM organizations WHERE number = ?').get(organization);
      return row === undefined
        ? undefined
        : { number: Number(row['number']), id: String(row['id']), name: String(row['name']) };
    },
    onlyOrganization: async () => findOnlyOrganization(),
    fill: (prepare, options = {}) => {
      const fillPromise = lastFill.then(() => fill(prepare, options));
      lastFill = fillPromise.catch(() => {});
      return fillPromise;
    },
  };
};

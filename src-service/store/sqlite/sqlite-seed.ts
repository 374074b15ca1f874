import type { DatabaseSync } from 'node:sqlite';
import type { SeedBatch, SeedOrganization, SeedPlan, SeedStore } from '../seed-store.ts';
import { rowNumber } from './row-number.ts';
import { idIndex, idIndexName } from './schema-versions.ts';
import { inTransaction } from './transaction.ts';

/** Children before parents. */
const emptied = ['modals', 'runs', 'link_tokens', 'access_tokens', 'rate_limits', 'migrations', 'companies'];

/** The organization of the seed is the first of its store. */
const seeded = 1;

/** Filling and refilling a SQLite store. */
export const createSqliteSeed = (database: DatabaseSync): SeedStore => {
  const insertMigration = database.prepare('INSERT INTO migrations (row, id, status, json) VALUES (?, ?, ?, ?)');
  const insertCompany = database.prepare(
    'INSERT INTO companies (row, id, source_provider, provider_company_id, json) VALUES (?, ?, ?, ?, ?)',
  );
  const counts = database.prepare('SELECT migrations, companies FROM organizations WHERE number = ?');
  const raise = database.prepare(`
    UPDATE organizations SET migrations = ?, companies = ?,
      last_migration_created = max(last_migration_created, ?), last_company_created = max(last_company_created, ?)
    WHERE number = ?`);

  const begin = (organization: SeedOrganization): void => {
    // Ids are random: kept up to date row by row, their index would be written all over again with each batch.
    database.exec(`DROP INDEX IF EXISTS ${idIndexName}`);
    for (const table of emptied) database.exec(`DELETE FROM ${table}`);
    database.exec(`
      DELETE FROM service_state;
      UPDATE clock SET offset_ms = 0;
      UPDATE organizations SET migrations = 0, companies = 0, last_migration_created = 0, last_company_created = 0;`);
    database
      .prepare(
        `INSERT INTO organizations (number, id, name) VALUES (?, ?, ?)
         ON CONFLICT (number) DO UPDATE SET id = excluded.id, name = excluded.name`,
      )
      .run(seeded, organization.id, organization.name);
  };

  const append = ({ companies, migrations }: SeedBatch): void => {
    const before = counts.get(seeded);
    let company = Number(before?.['companies']);
    for (const row of companies) {
      insertCompany.run(
        rowNumber(seeded, ++company),
        row.id,
        row.source_provider,
        row.provider_company_id,
        JSON.stringify(row),
      );
    }
    let migration = Number(before?.['migrations']);
    for (const row of migrations) {
      insertMigration.run(rowNumber(seeded, ++migration), row.id, row.status, JSON.stringify(row));
    }
    const last = (rows: readonly { created: string }[]): number => Date.parse(rows.at(-1)?.created ?? '') || 0;
    raise.run(migration, company, last(migrations), last(companies), seeded);
  };

  return {
    finishedPlan: async () => {
      const row = database.prepare("SELECT value FROM service_state WHERE name = 'seed'").get();
      return row === undefined ? undefined : (JSON.parse(String(row['value'])) as SeedPlan);
    },
    organization: async () => {
      const row = database.prepare('SELECT number, id, name FROM organizations WHERE number = ?').get(seeded);
      return row === undefined
        ? undefined
        : { number: Number(row['number']), id: String(row['id']), name: String(row['name']) };
    },
    begin: async (organization) => inTransaction(database, () => begin(organization)),
    append: async (batch) => inTransaction(database, () => append(batch)),
    finish: async (plan) => {
      inTransaction(database, () => {
        database.exec(idIndex);
        database.prepare("INSERT INTO service_state (name, value) VALUES ('seed', ?)").run(JSON.stringify(plan));
      });
      database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    },
  };
};

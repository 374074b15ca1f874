import { randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { parseDatabaseUrl } from '../store/postgres/database-address.ts';
import { openPostgresStore } from '../store/postgres/postgres-store.ts';
import { databaseName, openDatabase } from '../store/sqlite/open-database.ts';
import { openServiceStore } from '../store/sqlite/sqlite-store.ts';
import type { Store } from '../store/store.ts';

export interface TestData {
  /** Flags that make a program use this data. */
  readonly flags: readonly string[];
  open(): Promise<Store>;
  countRows(): Promise<Record<string, number>>;
  /** All columns that a row must have, with their types in lower case. */
  columns(): Promise<readonly Readonly<Record<'table' | 'column' | 'type', string>>[]>;
  /** Runs a statement outside the service. */
  execute(sql: string): Promise<void>;
  /** All stored data, as strings. */
  contents(): Promise<readonly string[]>;
  remove(): Promise<void>;
}

/** Store tests and service tests run once with SQLite and once with PostgreSQL. */
export const isPostgres = process.env['FERRY_TEST_STORE'] === 'postgres';

let emptyDatabase: Buffer | undefined;

/** Returns a database without rows. Creating its tables takes most of the time in which a database is opened. */
const readEmptyDatabase = (): Buffer => {
  const folder = mkdtempSync(join(tmpdir(), 'ferry-test-'));
  openDatabase(folder).close();
  const content = readFileSync(join(folder, databaseName));
  rmSync(folder, { recursive: true, force: true });
  return content;
};

const sqliteData = (): TestData => {
  const folder = mkdtempSync(join(tmpdir(), 'ferry-test-'));
  const file = join(folder, databaseName);
  return {
    flags: ['--data', folder],
    open: async () => {
      if (!existsSync(file)) writeFileSync(file, (emptyDatabase ??= readEmptyDatabase()), { mode: 0o600 });
      return openServiceStore(folder);
    },
    countRows: async () => {
      const database = new DatabaseSync(file, { readOnly: true });
      const tables = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all();
      const counts = tables.map(({ name }) => {
        const rows = database.prepare(`SELECT count(*) AS rows FROM ${String(name)}`).get();
        return [String(name), Number(rows?.['rows'])] as const;
      });
      database.close();
      return Object.fromEntries(counts);
    },
    columns: async () => {
      const database = new DatabaseSync(file, { readOnly: true });
      const sql = `SELECT tables.name AS "table", columns.name AS "column", lower(columns.type) AS type
        FROM sqlite_schema AS tables, pragma_table_info(tables.name) AS columns WHERE tables.type = 'table'`;
      const rows = database.prepare(sql).all();
      database.close();
      return rows as unknown as Awaited<ReturnType<TestData['columns']>>;
    },
    execute: async (sql) => {
      const database = new DatabaseSync(file, { timeout: 5_000 });
      database.exec(sql);
      database.close();
    },
    contents: async () => readdirSync(folder).map((name) => readFileSync(join(folder, name), 'latin1')),
    remove: async () => rmSync(folder, { recursive: true, force: true }),
  };
};

type Rows = readonly Record<string, unknown>[];

const onConnection = async <Value>(url: string, run: (query: (sql: string) => Promise<Rows>) => Promise<Value>) => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await run(async (sql) => (await client.query<Record<string, unknown>>(sql)).rows);
  } finally {
    await client.end();
  }
};

export const runSql = (url: string, sql: string): Promise<Rows> => onConnection(url, (query) => query(sql));

/** Creates an empty database on this run's server. Returns its URL. */
export const makeDatabase = async (
  server = process.env['FERRY_TEST_POSTGRES'] ?? '',
  tablespace = 'pg_default',
): Promise<string> => {
  const name = `ferry_${randomUUID().replaceAll('-', '')}`;
  await runSql(server, `CREATE DATABASE ${name} TABLESPACE ${tablespace}`);
  return Object.assign(new URL(server), { pathname: `/${name}` }).href;
};

/** Copies a database. It must have no open connections. */
export const copyDatabase = async (url: string): Promise<string> => {
  const name = `ferry_${randomUUID().replaceAll('-', '')}`;
  const server = Object.assign(new URL(url), { pathname: '/postgres' }).href;
  await runSql(server, `CREATE DATABASE ${name} TEMPLATE ${new URL(url).pathname.slice(1)}`);
  return Object.assign(new URL(url), { pathname: `/${name}` }).href;
};

/** Deletes a database of `makeDatabase`, even with open connections. */
export const dropDatabase = async (url: string): Promise<void> => {
  const server = Object.assign(new URL(url), { pathname: '/postgres' }).href;
  await runSql(server, `DROP DATABASE ${new URL(url).pathname.slice(1)} WITH (FORCE)`);
};

const openStoreAt = async (url: string): Promise<Store> => {
  const address = parseDatabaseUrl(url);
  if (address === undefined) throw new Error('no address');
  return openPostgresStore(address);
};

/** Creates the template of `makeReadyDatabase` once, because creating tables takes longer than most tests. */
export const makeTemplate = async (): Promise<string> => {
  const url = await makeDatabase();
  await (await openStoreAt(url)).close();
  return url;
};

/** Creates a database with the service's tables and no rows. Returns its URL. */
export const makeReadyDatabase = (): Promise<string> => copyDatabase(process.env['FERRY_TEST_TEMPLATE'] ?? '');

const postgresData = async (): Promise<TestData> => {
  const url = await makeReadyDatabase();
  const queryTables = (sql: (table: string) => string): Promise<(readonly [string, Rows])[]> =>
    onConnection(url, async (query) => {
      const tables = await query('SELECT relname FROM pg_stat_user_tables ORDER BY relname');
      const results: (readonly [string, Rows])[] = [];
      for (const { relname } of tables) results.push([String(relname), await query(sql(String(relname)))]);
      return results;
    });
  return {
    flags: ['--database-url', url],
    open: () => openStoreAt(url),
    countRows: async () => {
      const counts = await queryTables((table) => `SELECT count(*) AS rows FROM ${table}`);
      return Object.fromEntries(counts.map(([table, [count]]) => [table, Number(count?.['rows'])]));
    },
    columns: () =>
      onConnection(url, async (query) => {
        const sql = `SELECT table_name AS "table", column_name AS "column", data_type AS type
          FROM information_schema.columns WHERE table_schema = 'public' AND is_generated = 'NEVER'`;
        return (await query(sql)) as Awaited<ReturnType<TestData['columns']>>;
      }),
    execute: async (sql) => void (await runSql(url, sql)),
    contents: async () =>
      (await queryTables((table) => `SELECT * FROM ${table}`)).map(([, rows]) => JSON.stringify(rows)),
    remove: () => dropDatabase(url),
  };
};

export const makeTestData = async (): Promise<TestData> => (isPostgres ? postgresData() : sqliteData());

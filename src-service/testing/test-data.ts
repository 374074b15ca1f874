import { randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { parseDatabaseUrl } from '../store/postgres/database-address.ts';
import { openPostgresStore } from '../store/postgres/postgres-store.ts';
import { openServiceStore } from '../store/sqlite/sqlite-store.ts';
import type { OpenedStore } from '../store/store.ts';

/** Where a store of a test keeps its data, whichever kind it is. */
export interface TestData {
  /** Flags that make a program use it. */
  readonly flags: readonly string[];
  open(): Promise<OpenedStore>;
  /** How many rows each table has. */
  countRows(): Promise<Record<string, number>>;
  /** Runs a statement of somebody who is not the service. */
  execute(sql: string): Promise<void>;
  /** Everything that is kept, as text. */
  contents(): Promise<readonly string[]>;
  remove(): Promise<void>;
}

/** The one parameter: every test of the store and of the service runs with SQLite, and once more with PostgreSQL. */
export const isPostgres = process.env['FERRY_TEST_STORE'] === 'postgres';

const sqliteData = (): TestData => {
  const folder = mkdtempSync(join(tmpdir(), 'ferry-test-'));
  return {
    flags: ['--data', folder],
    open: async () => openServiceStore(folder),
    countRows: async () => {
      const database = new DatabaseSync(join(folder, 'ferry.db'), { readOnly: true });
      const tables = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all();
      const counts = tables.map(({ name }) => {
        const rows = database.prepare(`SELECT count(*) AS rows FROM ${String(name)}`).get();
        return [String(name), Number(rows?.['rows'])] as const;
      });
      database.close();
      return Object.fromEntries(counts);
    },
    execute: async (sql) => {
      const database = new DatabaseSync(join(folder, 'ferry.db'), { timeout: 5_000 });
      database.exec(sql);
      database.close();
    },
    contents: async () => readdirSync(folder).map((name) => readFileSync(join(folder, name), 'latin1')),
    remove: async () => rmSync(folder, { recursive: true, force: true }),
  };
};

type Rows = readonly Record<string, unknown>[];

/** Does something on one connection to a database. */
const onConnection = async <Value>(url: string, run: (query: (sql: string) => Promise<Rows>) => Promise<Value>) => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await run(async (sql) => (await client.query<Record<string, unknown>>(sql)).rows);
  } finally {
    await client.end();
  }
};

/** Runs one statement on a database. */
export const runSql = (url: string, sql: string): Promise<Rows> => onConnection(url, (query) => query(sql));

/** Makes an empty database on the server of this run and gives back its address. */
export const makeDatabase = async (
  server = process.env['FERRY_TEST_POSTGRES'] ?? '',
  tablespace = 'pg_default',
): Promise<string> => {
  const name = `ferry_${randomUUID().replaceAll('-', '')}`;
  await runSql(server, `CREATE DATABASE ${name} TABLESPACE ${tablespace}`);
  return Object.assign(new URL(server), { pathname: `/${name}` }).href;
};

/** Makes a database that has all that another one has, which nobody may be connected to. */
export const copyDatabase = async (url: string): Promise<string> => {
  const name = `ferry_${randomUUID().replaceAll('-', '')}`;
  const server = Object.assign(new URL(url), { pathname: '/postgres' }).href;
  await runSql(server, `CREATE DATABASE ${name} TEMPLATE ${new URL(url).pathname.slice(1)}`);
  return Object.assign(new URL(url), { pathname: `/${name}` }).href;
};

/** Removes a database that `makeDatabase` made, whoever is still connected. */
export const dropDatabase = async (url: string): Promise<void> => {
  const server = Object.assign(new URL(url), { pathname: '/postgres' }).href;
  await runSql(server, `DROP DATABASE ${new URL(url).pathname.slice(1)} WITH (FORCE)`);
};

const openStoreAt = async (url: string): Promise<OpenedStore> => {
  const address = parseDatabaseUrl(url);
  return address === undefined ? { ok: false, sentence: 'no address' } : openPostgresStore(address);
};

/** Makes what `makeReadyDatabase` copies, once in a run: to make the tables takes longer than most tests. */
export const makeTemplate = async (): Promise<string> => {
  const url = await makeDatabase();
  const opened = await openStoreAt(url);
  if (!opened.ok) throw new Error(opened.sentence);
  await opened.store.close();
  return url;
};

/** Makes a database with the tables of the service and no row, and gives back its address. */
export const makeReadyDatabase = (): Promise<string> => copyDatabase(process.env['FERRY_TEST_TEMPLATE'] ?? '');

const postgresData = async (): Promise<TestData> => {
  const url = await makeReadyDatabase();
  /** What a statement gives of each table, by its name. */
  const ofTables = (sql: (table: string) => string): Promise<(readonly [string, Rows])[]> =>
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
      const counts = await ofTables((table) => `SELECT count(*) AS rows FROM ${table}`);
      return Object.fromEntries(counts.map(([table, [count]]) => [table, Number(count?.['rows'])]));
    },
    execute: async (sql) => void (await runSql(url, sql)),
    contents: async () => (await ofTables((table) => `SELECT * FROM ${table}`)).map(([, rows]) => JSON.stringify(rows)),
    remove: () => dropDatabase(url),
  };
};

/** Data of its own for a test. */
export const makeTestData = async (): Promise<TestData> => (isPostgres ? postgresData() : sqliteData());

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
    contents: async () => readdirSync(folder).map((name) => readFileSync(join(folder, name), 'latin1')),
    remove: async () => rmSync(folder, { recursive: true, force: true }),
  };
};

/** Runs one statement on a database. */
export const runSql = async (url: string, sql: string): Promise<readonly Record<string, unknown>[]> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
};

/** Makes an empty database on the server of this run and gives back its address. */
export const makeDatabase = async (server = process.env['FERRY_TEST_POSTGRES'] ?? ''): Promise<string> => {
  const name = `ferry_${randomUUID().replaceAll('-', '')}`;
  await runSql(server, `CREATE DATABASE ${name}`);
  return Object.assign(new URL(server), { pathname: `/${name}` }).href;
};

/** Removes a database that `makeDatabase` made, whoever is still connected. */
export const dropDatabase = async (url: string): Promise<void> => {
  const server = Object.assign(new URL(url), { pathname: '/postgres' }).href;
  await runSql(server, `DROP DATABASE ${new URL(url).pathname.slice(1)} WITH (FORCE)`);
};

const postgresData = async (): Promise<TestData> => {
  const url = await makeDatabase();
  const tables = async (): Promise<string[]> => {
    const rows = await runSql(url, 'SELECT relname FROM pg_stat_user_tables ORDER BY relname');
    return rows.map(({ relname }) => String(relname));
  };
  return {
    flags: ['--database-url', url],
    open: async () => {
      const address = parseDatabaseUrl(url);
      return address === undefined ? { ok: false, sentence: 'no address' } : openPostgresStore(address);
    },
    countRows: async () => {
      const counts: Record<string, number> = {};
      for (const table of await tables()) {
        counts[table] = Number((await runSql(url, `SELECT count(*) AS rows FROM ${table}`))[0]?.['rows']);
      }
      return counts;
    },
    contents: async () => {
      const texts = [];
      for (const table of await tables()) texts.push(JSON.stringify(await runSql(url, `SELECT * FROM ${table}`)));
      return texts;
    },
    remove: () => dropDatabase(url),
  };
};

/** Data of its own for a test. */
export const makeTestData = async (): Promise<TestData> => (isPostgres ? postgresData() : sqliteData());

import pg from 'pg';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { UserError } from '#shared/user-error.ts';
import { dropDatabase, makeDatabase, runSql } from '../../testing/test-data.ts';
import { type DatabaseAddress, parseDatabaseUrl } from './database-address.ts';
import { openDatabase } from './open-database.ts';
import { openPostgresStore } from './postgres-store.ts';
import { instancesSince, type SchemaStep, schemaVersions } from './schema-versions.ts';

let url: string;
beforeEach(async () => {
  url = await makeDatabase();
});
afterEach(() => dropDatabase(url));

/** Error message of a start, or `opened`. */
const openAt = async (address: string, existing = false): Promise<string> => {
  const parsed = parseDatabaseUrl(address);
  if (parsed === undefined) return 'no address';
  try {
    await (await openPostgresStore(parsed, { existing })).close();
    return 'opened';
  } catch (error) {
    const { message } = error as UserError;
    expect(error).toBeInstanceOf(UserError);
    expect(message).toMatch(/^[A-Z][^\n]*\.$/);
    expect(message).not.toContain(String(parsed.config.password));
    return message;
  }
};
const changed = (change: Partial<URL>): string => Object.assign(new URL(url), change).href;
const tables = async (): Promise<unknown[]> =>
  (await runSql(url, "SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace ORDER BY 1")).map(
    ({ relname }) => relname,
  );

test('an empty database gets the schema, and a second start uses it', { tags: '@X22' }, async () => {
  expect(await openAt(url)).toBe('opened');
  expect(await runSql(url, 'SELECT version FROM ferry_schema')).toEqual([{ version: schemaVersions.length }]);
  await runSql(url, "INSERT INTO organizations (number, id, name) VALUES (1, 'first', 'First')");
  expect(await openAt(url, true)).toBe('opened');
});

test('concurrent starts on an empty database create one schema', { tags: '@X22' }, async () => {
  const opened = await Promise.all(Array.from({ length: 5 }, () => openAt(url)));
  expect(opened).toEqual(Array.from({ length: 5 }, () => 'opened'));
  expect(await runSql(url, 'SELECT version FROM ferry_schema')).toHaveLength(1);
});

test.each(['', 'x', 'http://a/b', 'mysql://u:p@h/d', 'postgresql://host/name', 'postgresql://u@h'])(
  'the database URL "%s" is rejected',
  { tags: '@X22' },
  (text) => expect(parseDatabaseUrl(text)).toBeUndefined(),
);

test('a socket folder can be the database host', { tags: '@X22' }, () => {
  const address = parseDatabaseUrl('postgresql://ferry@/data?host=/run/postgresql');
  expect(address).toMatchObject({ name: 'data', user: 'ferry', place: '/run/postgresql' });
});

test('a database URL can name several hosts, but only with a target that accepts writes', { tags: '@X22' }, () => {
  const hosts = 'postgresql://ferry:p%2Cw@a.example,b.example:5433,[::1]:5434/data';
  const address = parseDatabaseUrl(`${hosts}?target_session_attrs=read-write`);
  expect(address).toMatchObject({ name: 'data', place: 'a.example:5432,b.example:5433,::1:5434' });
  expect(address?.config).toMatchObject({ user: 'ferry', password: 'p,w' });
  expect(address?.config).not.toHaveProperty('target_session_attrs');
  expect(parseDatabaseUrl(`${hosts}?target_session_attrs=standby`)).toBeUndefined();
});

test(
  'a missing server, a missing database and a wrong password each give one sentence',
  { tags: ['@X22', '@F32'] },
  async () => {
    expect(await openAt(changed({ port: '1' }))).toMatch(
      / is unavailable \(ECONNREFUSED\)\. Check that PostgreSQL is running /,
    );
    expect(await openAt(changed({ pathname: '/nothing' }))).toMatch(/^No database nothing exists at 127\.0\.0\.1:/);
    expect(await openAt(changed({ password: 'wrong-secret' }))).toMatch(/ rejected user ferry\. Check the user /);
    expect(await tables()).toEqual([]);
  },
);

test("a newer schema that isn't supported is refused and stays unchanged", { tags: ['@X22', '@F32'] }, async () => {
  expect(await openAt(url)).toBe('opened');
  await runSql(url, 'UPDATE ferry_schema SET version = 99, least = 98');
  expect(await openAt(url)).toMatch(
    / has schema 99, but this version of Ferry Service supports only up to \d+\. Use a newer version or /,
  );
  expect(await runSql(url, 'SELECT version FROM ferry_schema')).toEqual([{ version: 99 }]);
});

test(
  'a newer schema that is supported is accepted unchanged, so that an upgrade can be undone',
  { tags: '@X22' },
  async () => {
    expect(await openAt(url)).toBe('opened');
    await runSql(url, `UPDATE ferry_schema SET version = 99, least = ${schemaVersions.length}`);
    expect(await openAt(url)).toBe('opened');
    expect(await runSql(url, 'SELECT version FROM ferry_schema')).toEqual([{ version: 99 }]);
  },
);

test('every schema version is upgraded with its data', { tags: '@X22' }, async () => {
  const address = parseDatabaseUrl(url) as DatabaseAddress;
  // A database of version 1, as that version created it.
  await runSql(url, `${schemaVersions[0]?.sql} CREATE TABLE ferry_schema (version integer NOT NULL)`);
  await runSql(url, 'INSERT INTO ferry_schema VALUES (1)');
  await runSql(url, "INSERT INTO organizations (number, id, name) VALUES (1, 'first', 'First')");
  for (let version = instancesSince; version <= schemaVersions.length; version++) {
    const { database } = await openDatabase(address, { steps: schemaVersions.slice(0, version) });
    await database.end();
    expect(await runSql(url, 'SELECT version FROM ferry_schema')).toEqual([{ version }]);
    expect(schemaVersions[version - 1]?.oldestCompatible).toBeLessThanOrEqual(version);
  }
  expect(await runSql(url, 'SELECT id FROM organizations')).toEqual([{ id: 'first' }]);
});

test('a schema change is refused while an incompatible older version runs', { tags: ['@X22', '@F32'] }, async () => {
  const address = parseDatabaseUrl(url) as DatabaseAddress;
  const knownCount = schemaVersions.length;
  const olderStore = await openDatabase(address);
  const breakingVersions = [...schemaVersions, { oldestCompatible: knownCount + 1, sql: 'DROP TABLE held_replies' }];
  const harmlessVersions = [
    ...schemaVersions,
    { oldestCompatible: knownCount, sql: 'CREATE TABLE more (one integer)' },
  ];
  const start = async (steps: readonly SchemaStep[]): Promise<string> => {
    try {
      await (await openDatabase(address, { steps })).database.end();
      return 'opened';
    } catch (error) {
      return (error as UserError).message;
    }
  };
  const before = await tables();
  expect(await start(breakingVersions)).toMatch(
    /^An older Ferry Service is using the database .* Stop the older service, wait 30 s /,
  );
  expect(await tables()).toEqual(before);
  expect(await start(harmlessVersions)).toBe('opened');
  expect(await start([...harmlessVersions, breakingVersions.at(-1) as SchemaStep])).toMatch(
    /^An older Ferry Service is using/,
  );
  // A killed instance can't unregister, so it counts for another 30 s.
  await runSql(url, 'UPDATE instances SET seen = seen - 31000');
  expect(await start([...harmlessVersions, breakingVersions.at(-1) as SchemaStep])).toBe('opened');
  await olderStore.database.end();
  expect(await openAt(url)).toMatch(/ this version of Ferry Service supports only up to /);
});

test(
  'a schema step that waits for its tables retries and blocks other queries only briefly',
  { tags: ['@X22', '@F32'] },
  async () => {
    const address = parseDatabaseUrl(url) as DatabaseAddress;
    expect(await openAt(url)).toBe('opened');
    const reader = new pg.Client({ connectionString: url });
    await reader.connect();
    await reader.query('BEGIN; SELECT FROM migrations');
    const steps = [...schemaVersions, { oldestCompatible: 1, sql: 'ALTER TABLE migrations ADD COLUMN more text' }];
    const upgrading = openDatabase(address, { steps });
    const waits = `SELECT count(*) AS waits FROM pg_locks WHERE NOT granted AND mode = 'AccessExclusiveLock'
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;
    await expect.poll(async () => Number((await runSql(url, waits))[0]?.['waits'])).toBe(1);
    // This query waits behind the step's lock, and runs when the step gives up and retries.
    expect(await runSql(url, 'SELECT count(*) AS rows FROM migrations')).toEqual([{ rows: '0' }]);
    await reader.query('COMMIT');
    await reader.end();
    await (await upgrading).database.end();
  },
);

test(
  'during a schema upgrade, queries aren’t blocked by tables that an earlier step changed',
  { tags: ['@X22', '@F32'] },
  async () => {
    const address = parseDatabaseUrl(url) as DatabaseAddress;
    expect(await openAt(url)).toBe('opened');
    const holder = new pg.Client({ connectionString: url });
    // If the test fails, the database is deleted before this connection closes.
    holder.on('error', () => undefined);
    onTestFinished(() => holder.end());
    await holder.connect();
    await holder.query('SELECT pg_advisory_lock(1)');
    const steps = [
      ...schemaVersions,
      { oldestCompatible: 1, sql: 'ALTER TABLE migrations ADD COLUMN more text' },
      {
        oldestCompatible: 1,
        sql: 'SET LOCAL lock_timeout = 0; SELECT pg_advisory_xact_lock(1); CREATE TABLE more (one integer)',
      },
    ];
    const upgrading = openDatabase(address, { steps });
    // `pg_locks` lists locks of all databases on the server.
    const waits = `SELECT count(*) AS waits FROM pg_locks WHERE NOT granted AND locktype = 'advisory' AND objid = 1
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;
    await expect.poll(async () => Number((await runSql(url, waits))[0]?.['waits'])).toBe(1);
    await holder.query("SET lock_timeout = '2s'; SELECT FROM migrations");
    await holder.query('SELECT pg_advisory_unlock(1)');
    await (await upgrading).database.end();
    expect(await runSql(url, 'SELECT version, least FROM ferry_schema')).toEqual([{ version: steps.length, least: 1 }]);
  },
);

test.each([
  ['tables of another program', 'CREATE TABLE invoices (id integer)'],
  ['a table with our name and other columns', 'CREATE TABLE ferry_schema (name text)'],
  ['only a view', 'CREATE VIEW something AS SELECT 1 AS one'],
])('a database with %s is refused and stays unchanged', { tags: ['@X22', '@F32'] }, async (_what, sql) => {
  await runSql(url, sql);
  const before = await tables();
  expect(await openAt(url)).toMatch(/ has tables of another program\. Use an empty database\.$/);
  expect(await tables()).toEqual(before);
});

test(
  'a database user without permissions is refused, before and after the schema exists',
  { tags: ['@X22', '@F32'] },
  async () => {
    const name = `user_${new URL(url).pathname.slice(1)}`;
    await runSql(url, `CREATE ROLE ${name} LOGIN PASSWORD 'some-secret'`);
    const other = changed({ username: name, password: 'some-secret' });
    expect(await openAt(other)).toMatch(/^User user_\w+ can't create and change tables in the database /);
    expect(await tables()).toEqual([]);
    expect(await openAt(url)).toBe('opened');
    expect(await openAt(other)).toMatch(/^User user_\w+ can't create and change tables in the database /);
    await runSql(url, `GRANT SELECT ON ALL TABLES IN SCHEMA public TO ${name}`);
    expect(await openAt(other)).toMatch(/^User user_\w+ can't create and change tables in the database /);
    await runSql(url, `DROP OWNED BY ${name}`);
    await runSql(url, `DROP ROLE ${name}`);
  },
);

test('a read-only database is refused', { tags: ['@X22', '@F32'] }, async () => {
  expect(await openAt(url)).toBe('opened');
  await runSql(url, `ALTER DATABASE ${new URL(url).pathname.slice(1)} SET default_transaction_read_only = on`);
  expect(await openAt(url)).toMatch(/ is unavailable \(25006\)\. /);
});

test('`keys` refuses a database whose first seeding was interrupted', { tags: ['@X6', '@F32'] }, async () => {
  expect(await openAt(url)).toBe('opened');
  expect(await openAt(url, true)).toMatch(
    /^The database .* has no Ferry Service data\. Start the service with this database first/,
  );
  expect(await runSql(url, 'SELECT number FROM organizations')).toEqual([]);
});

test('`keys` refuses an empty database and creates nothing', { tags: ['@X6', '@F32'] }, async () => {
  expect(await openAt(url, true)).toMatch(/^The database .* has no Ferry Service data\. /);
  expect(await tables()).toEqual([]);
});

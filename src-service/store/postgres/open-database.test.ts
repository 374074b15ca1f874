import { afterEach, beforeEach, expect, test } from 'vitest';
import { dropDatabase, makeDatabase, runSql } from '../../testing/test-data.ts';
import { parseDatabaseUrl } from './database-address.ts';
import { openPostgresStore } from './postgres-store.ts';
import { schemaVersions } from './schema-versions.ts';

let url: string;
beforeEach(async () => {
  url = await makeDatabase();
});
afterEach(() => dropDatabase(url));

/** The sentence of a start, or `opened`. */
const openAt = async (address: string, existing = false): Promise<string> => {
  const parsed = parseDatabaseUrl(address);
  if (parsed === undefined) return 'no address';
  const opened = await openPostgresStore(parsed, { existing });
  if (!opened.ok) {
    expect(opened.sentence).toMatch(/^[A-Z][^\n]*\.$/);
    expect(opened.sentence).not.toContain(String(parsed.config.password));
    return opened.sentence;
  }
  await opened.store.close();
  return 'opened';
};
const changed = (change: Partial<URL>): string => Object.assign(new URL(url), change).href;
const tables = async (): Promise<unknown[]> =>
  (await runSql(url, "SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace ORDER BY 1")).map(
    ({ relname }) => relname,
  );

test('X22 an empty database gets the schema, and a second start finds it', async () => {
  expect(await openAt(url)).toBe('opened');
  expect(await runSql(url, 'SELECT version FROM ferry_schema')).toEqual([{ version: schemaVersions.length }]);
  await runSql(url, "INSERT INTO organizations (number, id, name) VALUES (1, 'first', 'First')");
  expect(await openAt(url, true)).toBe('opened');
});

test('X22 several instances that start at once on an empty database make one schema', async () => {
  const opened = await Promise.all(Array.from({ length: 5 }, () => openAt(url)));
  expect(opened).toEqual(Array.from({ length: 5 }, () => 'opened'));
  expect(await runSql(url, 'SELECT version FROM ferry_schema')).toHaveLength(1);
});

test.each(['', 'x', 'http://a/b', 'mysql://u:p@h/d', 'postgresql://host/name', 'postgresql://u@h'])(
  'X22 "%s" is no address of a database',
  (text) => expect(parseDatabaseUrl(text)).toBeUndefined(),
);

test('X22 the folder of a socket is an address, too', () => {
  const address = parseDatabaseUrl('postgresql://ferry@/data?host=/run/postgresql');
  expect(address).toMatchObject({ name: 'data', user: 'ferry', place: '/run/postgresql' });
});

test('X22 [fault] (F32) no server, no database, a wrong password: one sentence each', async () => {
  expect(await openAt(changed({ port: '1' }))).toMatch(/ cannot be used \(ECONNREFUSED\); check that PostgreSQL runs /);
  expect(await openAt(changed({ pathname: '/nothing' }))).toMatch(/^There is no database nothing at 127\.0\.0\.1:/);
  expect(await openAt(changed({ password: 'wrong-secret' }))).toMatch(/ does not let user ferry in; check the user /);
  expect(await tables()).toEqual([]);
});

test('X22 [fault] (F32) a newer schema is refused and left as it is', async () => {
  expect(await openAt(url)).toBe('opened');
  await runSql(url, 'UPDATE ferry_schema SET version = 99');
  expect(await openAt(url)).toMatch(/ was written by a newer Ferry Service \(schema 99, this one knows \d+\); start /);
  expect(await runSql(url, 'SELECT version FROM ferry_schema')).toEqual([{ version: 99 }]);
});

test.each([
  ['tables of something else', 'CREATE TABLE invoices (id integer)'],
  ['a table of our name with other columns', 'CREATE TABLE ferry_schema (name text)'],
  ['a view alone', 'CREATE VIEW something AS SELECT 1 AS one'],
])('X22 [fault] (F32) a database with %s is refused and left as it is', async (_what, sql) => {
  await runSql(url, sql);
  const before = await tables();
  expect(await openAt(url)).toMatch(/ holds tables that are not Ferry Service’s; name an empty one\.$/);
  expect(await tables()).toEqual(before);
});

test('X22 [fault] (F32) a user without the rights is refused, before and after the schema', async () => {
  const name = `user_${new URL(url).pathname.slice(1)}`;
  await runSql(url, `CREATE ROLE ${name} LOGIN PASSWORD 'some-secret'`);
  const other = changed({ username: name, password: 'some-secret' });
  expect(await openAt(other)).toMatch(/^User user_\w+ may not create and change tables in the database /);
  expect(await tables()).toEqual([]);
  expect(await openAt(url)).toBe('opened');
  expect(await openAt(other)).toMatch(/^User user_\w+ may not create and change tables in the database /);
  await runSql(url, `GRANT SELECT ON ALL TABLES IN SCHEMA public TO ${name}`);
  expect(await openAt(other)).toMatch(/^User user_\w+ may not create and change tables in the database /);
  await runSql(url, `DROP OWNED BY ${name}`);
  await runSql(url, `DROP ROLE ${name}`);
});

test('X22 [fault] (F32) a database that only reads is refused', async () => {
  expect(await openAt(url)).toBe('opened');
  await runSql(url, `ALTER DATABASE ${new URL(url).pathname.slice(1)} SET default_transaction_read_only = on`);
  expect(await openAt(url)).toMatch(/ cannot be used \(25006\); /);
});

test('X6 [fault] (F32) keys of a database whose first fill was interrupted: refused, so that organization 1 stays the first', async () => {
  expect(await openAt(url)).toBe('opened');
  expect(await openAt(url, true)).toMatch(
    /^There is no Ferry Service data in the database .*; start the service there/,
  );
  expect(await runSql(url, 'SELECT number FROM organizations')).toEqual([]);
});

test('X6 [fault] (F32) keys of an empty database: refused, and nothing is made', async () => {
  expect(await openAt(url, true)).toMatch(/^There is no Ferry Service data in the database /);
  expect(await tables()).toEqual([]);
});

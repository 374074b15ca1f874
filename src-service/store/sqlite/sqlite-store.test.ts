import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { databaseName } from './open-database.ts';
import { schemaVersions } from './schema-versions.ts';
import { openServiceStore, openStoreForKeys } from './sqlite-store.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ferry-store-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const open = () => openServiceStore(folder);
const database = () => new DatabaseSync(join(folder, databaseName));

test('store: a database of version 1 is upgraded with its rows', { tags: '@X1' }, async () => {
  const old = database();
  old.exec(schemaVersions[0] ?? '');
  old.exec(`
    PRAGMA user_version = 1;
    INSERT INTO organizations (number, id, name, migrations) VALUES (1, 'o', 'Old', 1);
    INSERT INTO migrations (row, id, status, json) VALUES (4294967297, 'm', 'COMPLETE', '{"id":"m"}');`);
  old.close();
  const store = open();
  expect(await store.migrations.page(1, { page: 1, pageSize: 10 })).toEqual({ rows: '{"id":"m"}', total: 1 });
  await store.tokens.addLinkToken({ hash: Buffer.from('h'), organization: 1, keyId: null, expires: 10 });
  await store.close();
  const after = database();
  expect(after.prepare('PRAGMA user_version').get()?.['user_version']).toBe(schemaVersions.length);
  after.close();
});

test('store: a clock moved by an earlier version stays moved for each organization', { tags: '@X21' }, async () => {
  const old = database();
  for (const step of schemaVersions.slice(0, 3)) old.exec(step);
  old.exec(`
    PRAGMA user_version = 3;
    UPDATE clock SET offset_ms = 61000;
    INSERT INTO organizations (number, id, name) VALUES (1, 'a', 'Old'), (2, 'b', 'Older');`);
  old.close();
  const store = open();
  await store.clock.advance(2, 1_000);
  expect([await store.clock.offset(1), await store.clock.offset(2)]).toEqual([61_000, 62_000]);
  await store.close();
});

test('store: a newer database is refused with a message and stays unchanged', { tags: '@X1' }, () => {
  const newer = database();
  newer.exec(`PRAGMA user_version = ${schemaVersions.length + 1}`);
  newer.close();
  expect(open).toThrow(/supports only up to .* choose another folder/);
  const after = database();
  expect(after.prepare('PRAGMA user_version').get()?.['user_version']).toBe(schemaVersions.length + 1);
  after.close();
});

test("store: a file that isn't a database is refused", { tags: ['@X1', '@F27'] }, () => {
  writeFileSync(join(folder, databaseName), 'this is not a database, and long enough to be read as one'.repeat(20));
  expect(open).toThrow(/^The file .+ferry\.db isn't a Ferry Service database, or it is damaged\. /);
});

test("store: a folder that can't be created is refused", { tags: ['@X1', '@F27'] }, () => {
  writeFileSync(join(folder, 'file'), '');
  expect(() => openServiceStore(join(folder, 'file', 'data'))).toThrow(/can't write to the data folder .* --data\.$/);
  chmodSync(folder, 0o700);
});

test("store: a second service on the folder is refused, but `keys` isn't", { tags: ['@X1', '@F10'] }, async () => {
  const first = open();
  expect(open).toThrow(/^Another Ferry Service is using the data in /);
  const keys = openStoreForKeys(folder);
  expect(await keys.keys.list()).toEqual([]);
  await keys.close();
  await first.close();
  await open().close();
});

test('`keys` refuses a folder without data and leaves it empty', { tags: '@X6' }, () => {
  expect(() => openStoreForKeys(join(folder, 'nothing'))).toThrow(/ has no Ferry Service data\. /);
});

import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '#test/fixtures/timing/eventually.ts';
import { isSoak } from '#test/fixtures/values/samples.ts';
import { backupFolder, restoreFile } from '#service/store/sqlite/backup-file.ts';
import { schemaVersions } from '#service/store/sqlite/schema-versions.ts';
import { inspectSqlite } from '#service/store/sqlite/sqlite-inspection.ts';
import { isPostgres } from '#service/testing/test-data.ts';
import { dataFolder } from './data-folder.ts';
import { callService, type DataCheckResult, earlier, oneStream, runService, runToEnd } from './run-service.ts';

const sentence = /^[^\n]*\.\n?$/;

describe.skipIf(isPostgres)('backup and restore of a data folder', { tags: '@X26' }, () => {
  let file: string;
  let source: string;
  beforeAll(async () => {
    const folder = mkdtempSync(join(tmpdir(), 'ferry-backup-'));
    source = join(folder, 'data');
    const service = await runService(['--data', source, '--migrations', '300', '--companies', '20']);
    await callService(service.line, '/api/v1/link-token', { body: {} });
    await callService(service.line, '/webhooks/v1/events');
    await service.end();
    file = join(folder, 'some.backup');
    const { stderr } = await runToEnd(['backup', '--data', source, '--to', file]);
    if (!existsSync(file)) throw new Error(stderr);
  });
  afterAll(() => rmSync(join(source, '..'), { recursive: true, force: true }));

  test('a backup during writes contains everything acknowledged before it', async () => {
    const folder = dataFolder();
    const service = await runService(['--data', folder, '--migrations', '2000']);
    let writes = 0;
    const end = new AbortController();
    const writing = (async () => {
      while (!end.signal.aborted) {
        expect((await callService(service.line, '/api/v1/link-token', { body: {} })).status).toBe(200);
        writes += 1;
      }
    })();
    await eventually(() => expect(writes).toBeGreaterThan(20));
    const before = writes;
    const target = join(folder, 'now.backup');
    const { code, stdout } = await runToEnd(['backup', '--data', folder, '--to', target]);
    end.abort();
    await writing;
    expect(writes).toBeGreaterThan(before);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toEqual({
      file: target,
      at: expect.any(String),
      rows: expect.any(Number),
      bytes: statSync(target).size,
      ms: expect.any(Number),
    });
    expect(statSync(target).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder).filter((name) => name.includes('.part'))).toEqual([]);
    const restored = dataFolder();
    const restoreRun = await runToEnd(['restore', '--from', target, '--data', restored], oneStream);
    const [restoreLine = '', sentenceOfRestore] = restoreRun.stdout.split('\n');
    expect(restoreRun.code).toBe(0);
    expect(sentenceOfRestore).toMatch(/^Restored \d+ rows as of 2\S+Z\. .* The restore took \d+ s\.$/);
    const report = JSON.parse(restoreLine) as { backupAt: string; lostMs: number };
    expect(Date.now() - Date.parse(report.backupAt)).toBeGreaterThanOrEqual(report.lostMs);
    const checkRun = await runToEnd(['restore', '--check', '--data', restored], oneStream);
    const [checkLine = '', sentenceOfCheck] = checkRun.stdout.split('\n');
    expect(sentenceOfCheck).toMatch(/^All data is consistent\. .*\.$/);
    const checkResult = JSON.parse(checkLine) as DataCheckResult;
    expect(checkResult.tables['migrations']?.rows).toBe(2_000);
    expect(checkResult.tables['link_tokens']?.rows).toBeGreaterThanOrEqual(before);
    const restoredService = await runService(['--data', restored]);
    const { apiKey } = service.line;
    const pages = await Promise.all(
      [service, restoredService].map(({ line }) => callService({ ...line, apiKey }, '/api/v1/migrations?page=7')),
    );
    expect(pages[1]).toEqual(pages[0]);
    const log = (await runToEnd(['audit', 'export', '--data', restored])).stdout.trimEnd().split('\n');
    expect(JSON.parse(log.at(-1) ?? '')).toMatchObject({ action: 'restore', details: { backupAt: report.backupAt } });
    await Promise.all([service.end(), restoredService.end()]);
  });

  test('a truncated or modified backup is rejected, unless its data is intact', { tags: '@F41' }, async () => {
    const bytes = readFileSync(file);
    const { tables } = JSON.parse((await runToEnd(['restore', '--check', '--data', source])).stdout) as DataCheckResult;
    let refused = 0;
    const stored: DataCheckResult['tables'][] = [];
    const damage = fc.oneof(
      fc.record({ cut: fc.nat(bytes.length - 1) }),
      fc.record({ at: fc.nat(bytes.length - 1), bit: fc.nat(7) }),
    );
    await fc.assert(
      fc.asyncProperty(damage, async (how) => {
        const target = dataFolder();
        const damagedData = Buffer.from(bytes);
        if ('at' in how) damagedData[how.at] = (damagedData[how.at] ?? 0) ^ (1 << how.bit);
        const path = join(target, '..', 'damaged.backup');
        writeFileSync(path, 'cut' in how ? damagedData.subarray(0, how.cut) : damagedData);
        const error = await restoreFile(path, target).then(
          () => undefined,
          (reason: unknown) => reason,
        );
        if (error === undefined) {
          const database = new DatabaseSync(join(target, 'ferry.db'));
          const found = (await inspectSqlite(database)).tables;
          database.close();
          stored.push(found);
          return;
        }
        refused += 1;
        expect((error as Error).message).toMatch(sentence);
        expect(existsSync(join(target, 'ferry.db'))).toBe(false);
        expect(readdirSync(target)).toEqual(['service.lock']);
      }),
      { numRuns: isSoak ? 500 : 40 },
    );
    expect(refused).toBeGreaterThan(5);
    for (const found of stored) {
      for (const table of ['migrations', 'companies', 'api_keys']) expect(found[table]).toEqual(tables[table]);
    }
  });

  test(
    'journal files planted next to a backup are neither applied nor changed',
    { tags: ['@F41', '@T20'] },
    async () => {
      const target = join(dataFolder(), '..', 'planted.backup');
      const hostile = join(target, '..', 'hostile.db');
      cpSync(file, hostile);
      const database = new DatabaseSync(hostile);
      // The journal stores the planted rows, so that the second change can be rolled back.
      database.exec("PRAGMA cache_size = 1; UPDATE companies SET source_provider = 'planted'");
      database.exec("BEGIN; UPDATE companies SET source_provider = 'other'; UPDATE migrations SET id = id");
      const journal = readFileSync(`${hostile}-journal`);
      database.close();
      const planted = [`${target}.part-journal`, `${target}.part-wal`, `${target}-journal`, `${target}-wal`];
      for (const name of planted) writeFileSync(name, journal);
      await backupFolder(source, target);
      const restored = dataFolder();
      await restoreFile(target, restored);
      const tablesOf = async (data: string) =>
        (JSON.parse((await runToEnd(['restore', '--check', '--data', data])).stdout) as DataCheckResult).tables;
      expect((await tablesOf(restored))['companies']).toEqual((await tablesOf(source))['companies']);
      for (const name of planted) expect(readFileSync(name)).toEqual(journal);
    },
  );

  test('a file that appears at the target during a backup stays', { tags: ['@F41', '@T20'] }, async () => {
    const target = join(dataFolder(), '..', 'taken.backup');
    const backup = backupFolder(source, target);
    writeFileSync(target, 'other data');
    await expect(backup).rejects.toThrow(/ already exists\. /);
    expect(readFileSync(target, 'utf8')).toBe('other data');
  });

  test('data that appears in the folder during a restore stays', { tags: '@F41' }, async () => {
    const target = dataFolder();
    const restoring = restoreFile(file, target);
    // The restore has already checked the folder, and its copy has no name yet.
    writeFileSync(join(target, 'ferry.db'), 'other data');
    await expect(restoring).rejects.toThrow(/ already contains data\. /);
    expect(readFileSync(join(target, 'ferry.db'), 'utf8')).toBe('other data');
    expect(readdirSync(target).toSorted()).toEqual(['ferry.db', 'service.lock']);
  });

  test('a restore next to the journal of other data is rejected and changes nothing', { tags: '@F41' }, async () => {
    for (const ending of ['-wal', '-shm', '-journal']) {
      const target = dataFolder();
      mkdirSync(target);
      writeFileSync(join(target, `ferry.db${ending}`), 'frames of other data');
      const { code, stderr } = await runToEnd(['restore', '--from', file, '--data', target]);
      expect({ code, stderr, ending }).toEqual({
        code: 2,
        stderr: expect.stringMatching(/ isn't part of this service's data\. Move it, /),
        ending,
      });
      expect(readdirSync(target)).toEqual([`ferry.db${ending}`]);
    }
  });

  test('a cursor from before the restore is rejected, because later events were lost', { tags: '@X23' }, async () => {
    const target = join(dataFolder(), 'restored');
    await restoreFile(file, target);
    const [before, after] = [source, target].map((folder) => {
      const database = new DatabaseSync(join(folder, 'ferry.db'), { readOnly: true });
      const rows = database.prepare('SELECT epoch FROM event_heads').all();
      database.close();
      return rows.map(({ epoch }) => epoch);
    });
    expect(before).toHaveLength(1);
    expect(after).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/)]);
    expect(after).not.toEqual(before);
  });

  test('a read of all rows sees one snapshot, whatever other connections write', async () => {
    const target = dataFolder();
    await restoreFile(file, target);
    const [reader, writer] = [0, 1].map(() => new DatabaseSync(join(target, 'ferry.db'))) as [
      DatabaseSync,
      DatabaseSync,
    ];
    const before = (await inspectSqlite(reader)).tables;
    const looking = inspectSqlite(reader);
    // The read has started, and waits for the audit log's entries.
    writer.exec("UPDATE api_keys SET description = 'another'; DELETE FROM link_tokens");
    const { tables, faults } = await looking;
    expect(faults).toEqual([]);
    expect(tables).toEqual(before);
    expect((await inspectSqlite(reader)).tables['api_keys']).not.toEqual(before['api_keys']);
    for (const database of [reader, writer]) database.close();
  });

  test('a backup leaves an older version’s folder unchanged, and restores into this version', async () => {
    const folder = dataFolder();
    const olderRun = await runService(['--data', folder, '--migrations', '12'], earlier);
    const versionOf = (): number => {
      const database = new DatabaseSync(join(folder, 'ferry.db'), { readOnly: true });
      const version = Number(database.prepare('PRAGMA user_version').get()?.['user_version']);
      database.close();
      return version;
    };
    const before = versionOf();
    expect(before).toBeLessThan(schemaVersions.length);
    const target = join(folder, '..', 'older.backup');
    expect(await runToEnd(['backup', '--data', folder, '--to', target])).toMatchObject({ code: 0, stderr: '' });
    expect(versionOf()).toBe(before);
    expect((await callService(olderRun.line, '/api/v1/link-token', { body: {} })).status).toBe(200);
    await olderRun.end();
    const restored = dataFolder();
    expect((await runToEnd(['restore', '--from', target, '--data', restored])).code).toBe(0);
    const service = await runService(['--data', restored]);
    const { body } = await callService({ ...service.line, apiKey: olderRun.line.apiKey }, '/api/v1/migrations');
    expect((body['page'] as { total: number }).total).toBe(12);
    await service.end();
  });

  test('restore rejects a backup whose rows or tables were changed, added or deleted', { tags: '@F41' }, async () => {
    const changes = [
      "UPDATE migrations SET json = replace(json, '2', '3') WHERE row = (SELECT min(row) FROM migrations)",
      'DELETE FROM companies WHERE row = (SELECT max(row) FROM companies)',
      'UPDATE api_keys SET revoked = 5',
      'DROP TABLE modals',
      'CREATE TABLE more (x)',
    ];
    for (const change of changes) {
      const target = dataFolder();
      const path = join(target, '..', 'changed.backup');
      writeFileSync(path, readFileSync(file));
      const database = new DatabaseSync(path);
      database.exec(`PRAGMA foreign_keys = OFF; ${change}`);
      database.close();
      await expect(restoreFile(path, target)).rejects.toThrow(/ was changed after it was written\. .*\.$/);
      expect(existsSync(join(target, 'ferry.db'))).toBe(false);
    }
  });

  test('restore refuses triggers, views and indexes that Ferry Service did not create', { tags: '@F41' }, async () => {
    const folder = dataFolder();
    cpSync(source, folder, { recursive: true });
    const objects = {
      'trigger hidden': 'CREATE TRIGGER hidden AFTER INSERT ON api_keys BEGIN DELETE FROM api_keys; END',
      'view hidden': 'CREATE VIEW hidden AS SELECT 1 AS one',
      'index hidden': 'CREATE INDEX hidden ON api_keys (description)',
    };
    for (const [name, sql] of Object.entries(objects)) {
      const target = dataFolder();
      const path = join(target, '..', 'changed.backup');
      writeFileSync(path, readFileSync(file));
      for (const changed of [path, join(folder, 'ferry.db')]) {
        const database = new DatabaseSync(changed);
        database.exec(sql);
        database.close();
      }
      const message = ` contains the ${name}, which Ferry Service did not create.`;
      await expect(restoreFile(path, target)).rejects.toThrow(message);
      expect(existsSync(join(target, 'ferry.db'))).toBe(false);
      await expect(backupFolder(folder, `${path}.2`)).rejects.toThrow(`${message} Drop it and try again.`);
      const database = new DatabaseSync(join(folder, 'ferry.db'));
      database.exec(`DROP ${name}; ANALYZE`);
      database.close();
    }
    await backupFolder(folder, `${folder}.backup`);
    await restoreFile(`${folder}.backup`, dataFolder());
  });

  test("a backup or restore that can't run gives a message and changes nothing", { tags: '@F41' }, async () => {
    const folder = dataFolder();
    mkdirSync(folder);
    const other = join(folder, 'notes.txt');
    writeFileSync(other, 'SQLite format 3\u0000 and so on');
    const before = readFileSync(file);
    const cases: [args: string[], says: RegExp][] = [
      [['backup', '--data', source, '--to', file], / already exists\. Choose another file with --to\.$/],
      [['backup', '--data', dataFolder(), '--to', `${file}.2`], / has no Ferry Service data\. /],
      [['backup', '--data', source, '--to', '/nonexistent/folder/file'], /^The backup can't be written to /],
      [['backup', '--data', source], /^backup needs --to <file>\.$/],
      [['backup', '--to', `${file}.2`], /^backup needs --data <folder>\.$/],
      [
        ['backup', '--database-url', 'postgresql://u:canary@h/d', '--to', `${file}.2`],
        /^backup and restore work only with a data folder\. /,
      ],
      [['restore', '--from', file, '--data', source], / already contains data\. /],
      [['restore', '--from', other, '--data', dataFolder()], /isn't a Ferry Service backup/],
      [['restore', '--from', join(source, 'ferry.db'), '--data', dataFolder()], /isn't a Ferry Service backup\. /],
      [['restore', '--from', '/nonexistent', '--data', dataFolder()], /^The file \/nonexistent doesn't exist\. /],
      [['restore', '--from', source, '--data', dataFolder()], / isn't a file\. /],
      [['restore', '--data', dataFolder()], /^restore needs --from <file> or --check\.$/],
      // The flags are checked before the store, which here doesn't exist, is opened and perhaps upgraded.
      [['restore', '--from', file, '--check', '--data', dataFolder()], /^Use either --from or --check with restore\.$/],
      [['restore', '--check', '--data', dataFolder(), '--expect', other], / isn't the output of restore --check\. /],
      [['restore', '--check'], /^restore --check needs --data <folder>\.$/],
    ];
    for (const [args, says] of cases) {
      const { code, stdout, stderr } = await runToEnd(args);
      expect({ code, stdout, args }).toEqual({ code: 2, stdout: '', args });
      expect(stderr).toMatch(sentence);
      expect(stderr.trimEnd()).toMatch(says);
      expect(stderr).not.toContain('canary');
    }
    expect(readFileSync(file).equals(before)).toBe(true);
  });
});

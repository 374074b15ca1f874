import { execFileSync } from 'node:child_process';
import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { hasProgram, programFolder } from '#service/testing/postgres-server.ts';
import { copyDatabase, dropDatabase, isPostgres, makeDatabase, runSql } from '#service/testing/test-data.ts';
import { dataFolder } from './data-folder.ts';
import { type DataCheckResult, databaseOf, runService, runToEnd } from './run-service.ts';

const runOn =
  (url: string) =>
  async (sql: string): Promise<void> =>
    void (await runSql(url, sql));

/** Copies a folder's data without the restore command. */
const copyOf = async (folder: string) => {
  if (!isPostgres) {
    const to = dataFolder();
    cpSync(folder, to, { recursive: true });
    const execute = async (sql: string): Promise<void> => {
      const database = new DatabaseSync(join(to, 'ferry.db'));
      database.exec(sql);
      database.close();
    };
    return { flags: ['--data', to], execute, remove: async () => {} };
  }
  if (!hasProgram('pg_dump')) {
    const to = await copyDatabase(await databaseOf(folder));
    return { flags: ['--database-url', to], execute: runOn(to), remove: () => dropDatabase(to) };
  }
  const to = await makeDatabase();
  const dump = join(folder, '..', 'dump');
  execFileSync(join(programFolder(), 'pg_dump'), ['-Fc', '-d', await databaseOf(folder), '-f', dump]);
  execFileSync(join(programFolder(), 'pg_restore'), ['--exit-on-error', '-d', to, dump]);
  return { flags: ['--database-url', to], execute: runOn(to), remove: () => dropDatabase(to) };
};

test(
  'restore --check compares data with its restored copy and finds every planted fault',
  { tags: '@X26' },
  async () => {
    const folder = dataFolder();
    const service = await runService(['--data', folder, '--migrations', '300', '--companies', '20']);
    await service.end();
    const check = (...args: string[]) => runToEnd(['restore', '--check', ...args]);
    const first = await check('--data', folder);
    expect(first.code).toBe(0);
    const figures = join(folder, '..', 'figures.json');
    writeFileSync(figures, first.stdout);
    const { tables, reaches, lostMs } = JSON.parse(first.stdout) as DataCheckResult;
    expect(tables['migrations']?.rows).toBe(300);
    expect(Date.now() - Date.parse(reaches)).toBeLessThan(120_000);
    expect(lostMs).toBeLessThan(120_000);
    const copy = await copyOf(folder);
    const same = await check(...copy.flags, '--expect', figures);
    expect(same).toMatchObject({ code: 0, stderr: expect.stringMatching(/^All data is consistent\. .*\.\n$/) });
    const faults: [sql: string, says: RegExp][] = [
      [
        "UPDATE migrations SET status = 'FAILED' WHERE status = 'COMPLETE'",
        /Migrations with two different statuses: \d+\./,
      ],
      [
        'UPDATE organizations SET migrations = migrations + 1',
        /Organizations whose migration count doesn't match their list: 1\./,
      ],
      ['DELETE FROM audit_entries', /The audit log ends at entry 0, but entry 1 was the last one written\./],
      ['DELETE FROM companies', /Organizations whose company count doesn't match their list: 1\./],
    ];
    for (const [sql, says] of faults) {
      await copy.execute(sql);
      const { code, stdout, stderr } = await check(...copy.flags);
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
      expect(stderr).toMatch(says);
    }
    expect((await check('--data', folder, '--expect', figures)).code).toBe(0);
    await copy.remove();
  },
);

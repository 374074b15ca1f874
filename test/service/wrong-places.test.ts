import { expect, test } from 'vitest';
import { makeDatabase, runSql } from '#service/testing/test-data.ts';
import { runToEnd } from './run-service.ts';

/** Commands that can run next to a running service. */
const commands: readonly (readonly string[])[] = [
  ['keys', 'list'],
  ['audit', 'verify'],
  ['restore', '--check'],
];

const tablesOf = (address: string) =>
  runSql(address, "SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace ORDER BY 1");
const changed = (part: Partial<URL>) => (url: string) => Object.assign(new URL(url), part).href;
const same = (url: string): string => url;

test.each<[what: string, sql: string, address: (url: string) => string, says: RegExp]>([
  ['no server', '', changed({ port: '1' }), / is unavailable \(ECONNREFUSED\)\. /],
  ['a wrong password', '', changed({ password: 'wrong-canary' }), / rejected user ferry\. /],
  ['no database', '', changed({ pathname: '/nothing' }), /^No database nothing exists at /],
  ['tables of another program', 'CREATE TABLE invoices (id integer)', same, / has tables of another program\. /],
  [
    'a newer schema',
    'CREATE TABLE ferry_schema AS SELECT 99 AS version, 99 AS least',
    same,
    / but this version of Ferry Service supports only up to /,
  ],
])(
  'with %s, each command prints one sentence without the password and changes nothing',
  { tags: ['@X26', '@F32'] },
  async (...row) => {
    const [, sql, address, says] = row;
    const url = await makeDatabase();
    await runSql(url, sql);
    const before = await tablesOf(url);
    const ends = await Promise.all(commands.map((command) => runToEnd([...command, '--database-url', address(url)])));
    for (const { code, stdout, stderr } of ends) {
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
      expect(stderr).toMatch(/^[^\n]+\.\n$/);
      expect(stderr).toMatch(says);
      for (const password of ['canary', new URL(url).password]) expect(stderr).not.toContain(password);
    }
    expect(await tablesOf(url)).toEqual(before);
  },
);

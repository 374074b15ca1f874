import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { expect, test } from 'vitest';

/** Runs the documented command. */
const testProviders = (...flags: string[]) =>
  spawnSync('npm', ['run', '--silent', 'test:providers', '--', ...flags], {
    cwd: path.join(import.meta.dirname, '../..'),
    encoding: 'utf8',
  });

test("the command tests a pair of servers and prints the items' results", { tags: '@X31', timeout: 900_000 }, () => {
  const { status, stdout } = testProviders('--source', 'radicale-debian', '--destination', 'radicale-newest');
  const rows = stdout.split('\n').map((line) => line.trim().split(/\s{2,}/));
  expect(rows.find(([from]) => from === 'from')).toEqual([
    'from',
    'to',
    'items',
    'copied',
    'altered',
    'failed',
    'second run',
  ]);
  expect(rows.find(([from]) => from === 'radicale-debian')).toEqual([
    'radicale-debian',
    'radicale-newest',
    '317',
    '317',
    '0',
    '0',
    '0 questions, 0 copied, 0 duplicates, 317 skipped',
  ]);
  expect(status).toBe(0);
});

test.each([
  [['--source', 'exchange'], 'There is no server exchange.'],
  [['--source', 'cyrus', '--destination', 'cyrus'], 'A server is not copied to itself.'],
  [['--pair', 'cyrus'], "Unknown option '--pair'"],
])('%j starts no server and prints one error and the usage', { tags: '@X31' }, (flags, sentence) => {
  const { status, stdout, stderr } = testProviders(...flags);
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
  expect(stderr).toContain(sentence);
  expect(stderr).toContain('npm run test:providers -- [--source SERVER]');
});

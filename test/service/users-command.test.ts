import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { isPostgres, runSql } from '#service/testing/test-data.ts';
import { startReceiver } from '#service/testing/webhook-receiver.ts';
import { dataFolder } from './data-folder.ts';
import { callService, databaseOf, type RunningProcess, runService, runToEnd } from './run-service.ts';

const canary = 'canary.5e1b@harbour.example';

/** All stored data, as it is on disk or in the tables. */
const contentsOf = async (folder: string): Promise<string> => {
  if (!isPostgres)
    return readdirSync(folder)
      .map((name) => readFileSync(join(folder, name), 'latin1'))
      .join('\n');
  const url = await databaseOf(folder);
  const tables = await runSql(url, 'SELECT relname FROM pg_stat_user_tables');
  const rows = tables.map(({ relname }) => runSql(url, `SELECT * FROM ${String(relname)}`));
  return JSON.stringify(await Promise.all(rows));
};

/** A migration that names the user wherever a request can. Returns its ID. */
const migrate = async ({ line }: RunningProcess): Promise<string> => {
  const bound = { user_id: canary, metadata: { owner: canary } };
  const linkToken = (await callService(line, '/api/v1/link-token', { body: bound })).body['link_token'];
  const exchange = { bearer: String(linkToken), body: { link_token: linkToken } };
  const accessToken = (await callService(line, '/api/v1/access-token', exchange)).body['access_token'];
  const opening = { bearer: String(accessToken), body: { user_id: canary } };
  const { url } = (await callService(line, '/api/v1/migration-modal', opening)).body;
  const post = (call: string, body: object) => callService(line, `${String(url)}/${call}`, { body });
  await post('provider', { provider: 'Ledgerline' });
  await post('login', { user_name: canary, password: 'wrong' });
  await post('login', { user_name: canary, password: 'right' });
  await post('begin', {});
  return String((await callService(line, `${String(url)}/state`)).body['migration_id']);
};

test('users erase removes the user from the store, later webhooks and the log of a running service', async () => {
  const folder = dataFolder();
  const receiver = await startReceiver();
  onTestFinished(() => receiver.close());
  const flags = [
    '--webhooks-allow-loopback',
    '--log-level',
    'debug',
    '--access-log',
    '--migrations',
    '1',
    '--allow-control',
  ];
  const service = await runService(['--data', folder, ...flags]);
  await callService(service.line, '/webhooks/v1/endpoints', { body: { url: receiver.url } });
  // A migration that ended before the erasure would send no event after it.
  await callService(service.line, '/control/scenario', { body: { next: 'slow' } });
  const id = await migrate(service);
  await expect.poll(() => receiver.received.some(({ body }) => body.includes(canary))).toBe(true);
  expect(await contentsOf(folder)).toContain(canary);

  const erase = (...args: string[]) => runToEnd(['users', 'erase', ...args, '--data', folder]);
  const eraseResult = await erase(canary);
  expect([eraseResult.code, eraseResult.stderr, JSON.parse(eraseResult.stdout)]).toEqual([
    0,
    '',
    { user_id: canary, migrations: 1, erased: true },
  ]);
  expect(JSON.parse((await erase(canary)).stdout)).toEqual({ user_id: canary, migrations: 0, erased: true });
  expect((await erase(canary, '--organization', 'Unknown Harbour')).code).toBe(2);

  expect((await callService(service.line, `/api/v1/migrations/${id}`)).body['created_by_user_id']).toBe('erased-user');
  // The end of the erased migration is a new event.
  await callService(service.line, '/control/clock', { body: { advance_seconds: 300 } });
  await expect.poll(() => receiver.received.at(-1)?.body).toContain('erased-user');
  const deliveries = await callService(service.line, '/webhooks/v1/deliveries?limit=100');
  expect(JSON.stringify(deliveries.body)).not.toContain(canary);
  expect((await runToEnd(['audit', 'export', '--data', folder])).stdout).not.toContain(canary);
  const { stdout, stderr } = await service.end();
  expect(stderr).toContain('/modal/:address/login');
  expect(stdout + stderr).not.toContain(canary);
  expect(await contentsOf(folder)).not.toContain(canary);
});

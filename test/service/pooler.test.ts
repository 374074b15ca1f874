import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startPgBouncer } from '#service/testing/pgbouncer.ts';
import { makeDatabase, runSql } from '#service/testing/test-data.ts';
import { callService, runService, type RunningProcess, type ServiceLine } from './run-service.ts';

const settings = ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout'];

describe.each([
  ['that refuses connection settings', []],
  ['that drops connection settings', settings],
])('two instances behind a pooler in transaction mode %s', { tags: '@X22' }, (_kind, ignored) => {
  let directUrl: string;
  let pooler: Awaited<ReturnType<typeof startPgBouncer>>;
  let instances: RunningProcess[];
  let lines: ServiceLine[];

  beforeAll(async () => {
    directUrl = await makeDatabase();
    pooler = await startPgBouncer(directUrl, ignored);
    const flags = ['--database-url', pooler.urlOf(directUrl), '--migrations', '30', '--companies', '5'];
    const first = await runService(flags);
    instances = [first, await runService(flags)];
    lines = instances.map(({ line }) => ({ ...line, apiKey: first.line.apiKey }));
  });
  afterAll(async () => {
    await Promise.all(instances.map((instance) => instance.end()));
    await pooler.stop();
  });

  test('lists, tokens and modals work over few connections, whichever connection a statement gets', async () => {
    const flow = async (index: number): Promise<string> => {
      const line = lines[index % 2] as ServiceLine;
      const other = lines[(index + 1) % 2] as ServiceLine;
      const createResult = await callService(line, '/api/v1/link-token', { body: {} });
      const linkToken = String(createResult.body['link_token']);
      const exchange = { bearer: linkToken, body: { link_token: linkToken } };
      const exchangeResult = await callService(other, '/api/v1/access-token', exchange);
      const bearer = String(exchangeResult.body['access_token']);
      const openedReply = await callService(line, '/api/v1/migration-modal', {
        bearer,
        body: { user_id: `u${index}@b.example` },
      });
      const secondReply = await callService(other, '/api/v1/access-token', exchange);
      const list = await callService(other, '/api/v1/migrations?page_size=100');
      return [createResult, exchangeResult, openedReply, secondReply, list].map(({ status }) => status).join(' ');
    };
    const flows: string[] = [];
    // More requests than connections, but few enough that none waits until it gets 503.
    for (let createdCount = 0; createdCount < 40; createdCount += 10) {
      flows.push(...(await Promise.all(Array.from({ length: 10 }, (_, index) => flow(createdCount + index)))));
    }
    expect(new Set(flows)).toEqual(new Set(['200 200 200 401 200']));
    const { body } = await callService(lines[0] as ServiceLine, '/api/v1/migrations');
    expect(body['page']).toEqual({ size: 10, total: 70 });
  });

  test('the service never opens more connections than the pooler has, and loses no statement', async () => {
    const ofService = "datname = current_database() AND application_name = 'ferry-service'";
    const [row] = await runSql(directUrl, `SELECT count(*) AS open FROM pg_stat_activity WHERE ${ofService}`);
    expect(Number(row?.['open'])).toBeLessThanOrEqual(4);
    for (const instance of instances) expect(instance.output().stderr).not.toMatch(/26000|42P05|08P01/);
  });
});

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeDatabase } from '#service/testing/test-data.ts';
import { callService, runService, runToEnd, type RunningProcess, type ServiceLine } from './run-service.ts';

const flags = ['--migrations', '20', '--companies', '5', '--allow-control'];

let url: string;
let instances: RunningProcess[];
let lines: ServiceLine[];

/** The next instance in turn, with the key of the one that filled the store. */
let turn = 0;
const next = (): ServiceLine => lines[turn++ % lines.length] as ServiceLine;

/** Opens a modal; each step of the flow reaches another instance. Gives back the path of its page. */
const openModal = async (user: string): Promise<string> => {
  const linkToken = String((await callService(next(), '/api/v1/link-token', { body: {} })).body['link_token']);
  const exchange = { bearer: linkToken, body: { link_token: linkToken } };
  const bearer = String((await callService(next(), '/api/v1/access-token', exchange)).body['access_token']);
  const opened = await callService(next(), '/api/v1/migration-modal', { bearer, body: { user_id: user } });
  expect(opened.status).toBe(200);
  return new URL(String(opened.body['url'])).pathname;
};

describe('X22 three instances on one database', () => {
  beforeAll(async () => {
    url = await makeDatabase();
    // All at once: one of them makes the schema and the rows.
    instances = await Promise.all([0, 1, 2].map(() => runService(['--database-url', url, ...flags])));
    const apiKey = instances.map(({ line }) => line.apiKey).find((key) => key !== undefined) ?? '';
    lines = instances.map(({ line }) => ({ ...line, apiKey }));
  });
  afterAll(async () => {
    await Promise.all(instances.map((instance) => instance.end()));
  });

  test('X3 the one that filled the database prints the key, and it is a key of all', async () => {
    expect(instances.filter(({ line }) => line.apiKey !== undefined)).toHaveLength(1);
    expect(new Set(lines.map(({ organizationId }) => organizationId)).size).toBe(1);
    for (const line of lines) {
      expect((await callService(line, '/api/v1/migrations')).body['page']).toEqual({ size: 10, total: 20 });
    }
  });

  test('X2 [security] (T17) a link token is exchanged once, whichever instances are asked at once', async () => {
    for (let round = 0; round < 10; round++) {
      const { body } = await callService(next(), '/api/v1/link-token', { body: {} });
      const linkToken = String(body['link_token']);
      const replies = await Promise.all(
        Array.from({ length: 24 }, () =>
          callService(next(), '/api/v1/access-token', { bearer: linkToken, body: { link_token: linkToken } }),
        ),
      );
      expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(replies.filter(({ status }) => status === 401)).toHaveLength(23);
    }
  });

  test('X2 [security] (T17) a revoked key is refused at once by every instance, with its tokens', async () => {
    const made = await runToEnd(['keys', 'create', '--database-url', url, '--description', 'short-lived']);
    const { id, apiKey } = JSON.parse(made.stdout) as { id: string; apiKey: string };
    const body = (await callService(next(), '/api/v1/link-token', { bearer: apiKey, body: {} })).body;
    const linkToken = String(body['link_token']);
    for (const line of lines) expect((await callService(line, '/healthz', { bearer: apiKey })).status).toBe(200);
    expect((await callService(next(), `/control/keys/${id}/revoke`, { body: {} })).status).toBe(200);
    for (const line of lines) {
      expect((await callService(line, '/healthz', { bearer: apiKey })).status).toBe(401);
      const exchange = { bearer: linkToken, body: { link_token: linkToken } };
      expect((await callService(line, '/api/v1/access-token', exchange)).status).toBe(401);
    }
  });

  test('X1 lists tile and `created` strictly increases while all instances add to them', async () => {
    const before = Number(((await callService(next(), '/api/v1/migrations')).body['page'] as { total: number }).total);
    await Promise.all(Array.from({ length: 45 }, (_, index) => openModal(`user${index}@b.example`)));
    const rows: { id: string; created: string }[] = [];
    for (let page = 1; page <= Math.ceil((before + 45) / 7); page++) {
      const { body } = await callService(next(), `/api/v1/migrations?page_size=7&page=${page}`);
      expect(body['page']).toEqual({ size: 7, total: before + 45 });
      rows.push(...(body['results'] as typeof rows));
    }
    expect(new Set(rows.map(({ id }) => id)).size).toBe(before + 45);
    rows.slice(1).forEach((row, index) => expect(row.created < (rows[index]?.created ?? '')).toBe(true));
  });

  test('X1 the engines of all instances do each step once', async () => {
    const paths = await Promise.all(Array.from({ length: 12 }, (_, index) => openModal(`good+${index}@b.example`)));
    for (const path of paths) {
      for (const [call, body] of [
        ['provider', { provider: 'Ledgerline' }],
        ['login', { user_name: 'ops@b.example', password: 'x' }],
        ['begin', {}],
      ] as const) {
        const line = next();
        expect((await callService(line, `${line.url}${path}/${call}`, { body })).status).toBe(200);
      }
    }
    await callService(next(), '/control/clock', { body: { advance_seconds: 9 } });
    // Whichever engine has moved them: the clock's answer comes after the last one.
    const list = (await callService(next(), '/api/v1/migrations?page_size=12')).body['results'];
    expect((list as { status: string }[]).map(({ status }) => status)).toEqual(paths.map(() => 'COMPLETE'));
    const { body } = await callService(next(), '/api/v1/companies?page_size=100');
    const names = (body['results'] as { provider_company_name: string }[]).map((row) => row.provider_company_name);
    // Twelve log-ins of one company made it once.
    expect(names.filter((name) => name === 'B')).toHaveLength(1);
  });

  test('X20 X21 what one instance was told of faults, scenario and clock, all do', async () => {
    const [first, second, third] = lines as [ServiceLine, ServiceLine, ServiceLine];
    const rules = [{ match: { path: '/healthz' }, effect: { status: 418 }, times: 2 }];
    await callService(first, '/control/faults', { body: { rules } });
    await callService(first, '/control/scenario', { body: { next: 'partial', times: 1 } });
    const statuses = [];
    for (const line of [second, third, first]) statuses.push((await callService(line, '/healthz')).status);
    expect(statuses).toEqual([418, 418, 200]);
    const state = (await callService(third, '/control/state')).body;
    expect(state['scenario']).toEqual({ next: 'partial', times: 1 });
    expect(state['offset_ms']).toBe(9_000);
    await openModal('anybody@b.example');
    expect((await callService(second, '/control/state')).body['scenario']).toBeNull();
  });

  test('X20 a reply that one instance holds goes on when another one takes the rule away', async () => {
    const [first, second] = lines as [ServiceLine, ServiceLine];
    const rules = [{ match: { path: '/healthz' }, effect: { stall: true } }];
    await callService(first, '/control/faults', { body: { rules } });
    const held = callService(second, '/healthz');
    const heldNow = async () => {
      const { body } = await callService(first, '/control/faults');
      return (body['rules'] as { path?: string; held: number }[]).map((rule) => rule.held).at(-1);
    };
    await expect.poll(heldNow).toBe(1);
    const { body } = await callService(first, '/control/faults');
    const last = (body['rules'] as { id: number }[]).at(-1)?.id;
    await fetch(`${first.url}/control/faults/${last}`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${first.apiKey}` },
    });
    expect((await held).status).toBe(200);
  });

  test('X21 a reset through one instance is the data of all', async () => {
    expect((await callService(next(), '/control/reset', { body: { migrations: 33 } })).status).toBe(200);
    for (const line of lines) {
      expect((await callService(line, '/api/v1/migrations')).body['page']).toEqual({ size: 10, total: 33 });
    }
  });

  test('X22 [fault] (F14) an instance that is killed takes nothing with it, and leaves no connection', async () => {
    const extra = await runService(['--database-url', url]);
    const line = { ...extra.line, apiKey: next().apiKey };
    const { body } = await callService(line, '/api/v1/link-token', { body: {} });
    await extra.end('SIGKILL');
    const linkToken = String(body['link_token']);
    const exchange = { bearer: linkToken, body: { link_token: linkToken } };
    expect((await callService(next(), '/api/v1/access-token', exchange)).status).toBe(200);
  });

  test('X3 each ends with code 0 within 3 s of SIGTERM', async () => {
    const before = performance.now();
    const ended = await Promise.all(instances.map((instance) => instance.end()));
    expect(ended.map(({ code }) => code)).toEqual([0, 0, 0]);
    expect(performance.now() - before).toBeLessThan(3_000);
  });
});

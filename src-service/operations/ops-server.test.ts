import { afterEach, beforeEach, expect, test } from 'vitest';
import pg from 'pg';
import { DatabaseSync } from 'node:sqlite';
import { join } from 'node:path';
import { isPostgres, runSql } from '../testing/test-data.ts';
import { openTestService, type TestService } from '../testing/test-service.ts';
import { openModal } from '../testing/modal-flow.ts';
import { createMetrics, type Metrics } from './metrics.ts';
import { instrumentStore } from './instrument-store.ts';
import { createOpsServer, type OpsServer } from './ops-server.ts';

let metrics: Metrics;
let ops: OpsServer;
let service: TestService;
beforeEach(async () => {
  metrics = createMetrics();
  ops = createOpsServer({ metrics, isLoopback: true });
  service = await openTestService({ migrations: 3, companies: 1 }, { watches: [metrics] });
});
afterEach(async () => {
  await ops.app.close();
  await service.end();
});

const ask = async (url: string, headers: Record<string, string> = {}) => {
  const { statusCode, body } = await ops.app.inject({ url, headers });
  return { status: statusCode, body };
};
const ready = async () => {
  const { status, body } = await ask('/readyz');
  return [status, (JSON.parse(body) as { reason?: string }).reason];
};
const start = () => {
  metrics.watchStore(service.store);
  ops.started(service.store);
};
const sample = async (name: string): Promise<number | undefined> => {
  const { body } = await ask('/metrics');
  const line = body.split('\n').find((one) => one.startsWith(`${name} `));
  return line === undefined ? undefined : Number(line.slice(name.length + 1));
};

test(
  'probes: a service is alive immediately, and ready while it runs and its store accepts writes',
  { tags: '@X26' },
  async () => {
    expect(await ask('/livez')).toEqual({ status: 200, body: '{"status":"alive"}' });
    expect(await ready()).toEqual([503, 'starting']);
    start();
    expect(await ready()).toEqual([200, undefined]);
    const { status, body } = await ask('/readyz');
    expect([status, body]).toEqual([200, '{"status":"ready"}']);
    expect((await service.data.countRows())['probes']).toBe(1);
    ops.stopping();
    expect(await ready()).toEqual([503, 'stopping']);
    expect((await ask('/livez')).status).toBe(200);
  },
);

test('probes: concurrent probes share one write', { tags: '@X26' }, async () => {
  let writes = 0;
  const { write } = service.store.health;
  const counted = {
    ...service.store,
    health: {
      ...service.store.health,
      write: (now: number) => {
        writes++;
        return write(now);
      },
    },
  };
  ops.started(counted);
  const replies = await Promise.all(Array.from({ length: 20 }, ready));
  expect(new Set(replies.map(([status]) => status))).toEqual(new Set([200]));
  expect(writes).toBe(1);
  expect(await ready()).toEqual([200, undefined]);
  expect(writes).toBe(2);
});

test('probes: a read-only store is not ready', { tags: ['@X26', '@F40'] }, async () => {
  start();
  if (isPostgres) {
    const url = service.data.flags[1] ?? '';
    const name = new URL(url).pathname.slice(1);
    await runSql(url, `ALTER DATABASE ${name} SET default_transaction_read_only = on`);
    // An open connection keeps its old setting, so the test closes all connections.
    await runSql(
      url,
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}' AND pid <> pg_backend_pid()`,
    );
  } else {
    await service.data.execute("CREATE TRIGGER full BEFORE INSERT ON probes BEGIN SELECT raise(FAIL, 'full'); END");
  }
  expect(await ready()).toEqual([503, "the store isn't writable"]);
  expect((await ask('/livez')).status).toBe(200);
  expect((await service.send({ url: '/api/v1/migrations' })).status).toBe(200);
});

/** Locks the store against writes, like another program would. Returns a function that unlocks it. */
const keepBusy = async (): Promise<() => Promise<void>> => {
  if (!isPostgres) {
    const database = new DatabaseSync(join(service.data.flags[1] ?? '', 'ferry.db'));
    database.exec('BEGIN IMMEDIATE');
    return async () => database.close();
  }
  const client = new pg.Client({ connectionString: service.data.flags[1] });
  await client.connect();
  await client.query('BEGIN; LOCK TABLE probes IN ACCESS EXCLUSIVE MODE');
  return () => client.end();
};

test(
  'probes: an instance with a busy store is ready, because every instance has the same store',
  { tags: ['@X26', '@F40'] },
  async () => {
    start();
    const giveBack = await keepBusy();
    // The second probe joins the first one's write, or uses its result.
    expect(await ready()).toEqual([200, undefined]);
    expect(await ready()).toEqual([200, undefined]);
    await giveBack();
    expect(await ready()).toEqual([200, undefined]);
    expect((await service.data.countRows())['probes']).toBe(1);
  },
);

test(
  "probes: a page with another host name is refused, but a probe without Host isn't",
  { tags: ['@X26', '@T51'] },
  async () => {
    for (const path of ['/livez', '/readyz', '/metrics']) {
      for (const host of ['evil.example', 'evil.example:9100', '10.0.0.1', 'x y', '[::2]']) {
        expect((await ask(path, { host })).status).toBe(421);
      }
      for (const host of ['127.0.0.1:9100', 'localhost', '[::1]:9100']) {
        expect((await ask(path, { host })).status).not.toBe(421);
      }
    }
    expect((await ask('/')).status).toBe(404);
    expect((await ops.app.inject({ method: 'POST', url: '/readyz' })).statusCode).toBe(405);
  },
);

test('metrics: requests and durations are counted by operation and status', { tags: '@X26' }, async () => {
  await service.send({ url: '/api/v1/migrations' });
  await service.send({ url: '/api/v1/migrations?page=0' });
  await service.send({ url: '/api/v1/migrations', bearer: 'ferry_test_nobody' });
  await service.send({ url: '/api/v1/nothing' });
  const { path } = await openModal(service, 'a@b.example');
  await service.send({ url: path, bearer: null });
  const count = (operation: string, status: number) =>
    sample(`ferry_request_duration_seconds_count{operation="${operation}",status="${status}"}`);
  expect(await count('api.v1.migrations.list', 200)).toBe(1);
  expect(await count('api.v1.migrations.list', 400)).toBe(1);
  expect(await count('api.v1.migrations.list', 401)).toBe(1);
  expect(await count('unknown', 404)).toBe(1);
  expect(await count('GET /modal/:address', 200)).toBe(1);
  const sum = await sample('ferry_request_duration_seconds_sum{operation="api.v1.migrations.list",status="200"}');
  expect(sum).toBeGreaterThan(0);
  expect(sum).toBeLessThan(20);
});

test('metrics: the connection pool, engine lag and event loop delay are measured', { tags: '@X26' }, async () => {
  expect(await sample('ferry_engine_lag_seconds')).toBeUndefined();
  start();
  expect(await sample('ferry_engine_lag_seconds')).toBe(0);
  await openModal(service, 'abandons@b.example');
  await service.store.clock.advance(1, 65_000);
  // The practice user leaves 5 s after the modal opened, and no engine runs here.
  const lag = (await sample('ferry_engine_lag_seconds')) ?? 0;
  expect(lag).toBeGreaterThanOrEqual(60);
  expect(lag).toBeLessThan(75);
  metrics.moved(3);
  metrics.failed();
  expect(await sample('ferry_engine_steps_total')).toBe(3);
  expect(await sample('ferry_engine_failures_total')).toBe(1);
  expect(await sample('nodejs_eventloop_lag_p99_seconds')).toBeGreaterThanOrEqual(0);
  const pool = await sample('ferry_pool_connections{state="waiting"}');
  expect(pool === undefined).toBe(!isPostgres);
});

test(
  'metrics: store calls, sign-ins by outcome and the oldest pending delivery are measured',
  { tags: '@X26' },
  async () => {
    const timedStore = instrumentStore(service.store, metrics);
    await timedStore.people.passkeys.list('x');
    expect(await sample('ferry_store_duration_seconds_count{topic="people"}')).toBe(1);
    expect(timedStore.events.isShared).toBe(service.store.events.isShared);

    const { path } = await openModal(service, 'ada@b.example');
    const post = (call: string, body: object) =>
      service.send({ method: 'POST', url: `${path}/${call}`, bearer: null, body });
    await post('provider', { provider: 'Ledgerline' });
    await post('login', { user_name: 'ada@b.example', password: 'wrong' });
    await post('login', { user_name: 'ada@b.example', password: 'right' });
    expect(await sample('ferry_sign_ins_total{at="source",outcome="refused"}')).toBe(1);
    expect(await sample('ferry_sign_ins_total{at="source",outcome="succeeded"}')).toBe(1);

    start();
    expect(await sample('ferry_webhook_oldest_seconds')).toBe(0);
    const by = { by: 'test', now: Date.now() };
    const url = 'https://hooks.example/';
    const wanted = { url, description: '', statuses: null, secret: 'whsec_AAAA' };
    const endpoint = await service.store.webhooks.add(1, wanted, by);
    await service.store.webhooks.test(1, endpoint?.id ?? '', by);
    await service.store.clock.advance(1, 7_200_000);
    const age = (await sample('ferry_webhook_oldest_seconds')) ?? 0;
    expect(age).toBeGreaterThanOrEqual(7_200);
    expect(age).toBeLessThan(7_260);
    metrics.tried('failed', 250);
    expect(await sample('ferry_webhook_duration_seconds_sum{result="failed"}')).toBe(0.25);
  },
);

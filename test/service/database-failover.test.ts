import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { hasProgram, type PostgresServer, startPostgres } from '#service/testing/postgres-server.ts';
import { makeDatabase, runSql } from '#service/testing/test-data.ts';
import { eventually } from '#test/fixtures/timing/eventually.ts';
import { openTcpSwitch, type TcpSwitch } from '#test/fixtures/network/tcp-switch.ts';
import { callService, runService, type RunningProcess, type ServiceLine } from './run-service.ts';

test.runIf(hasProgram('pg_basebackup'))(
  'with several hosts in the URL, the service finds the primary at its start and after a failover',
  { tags: ['@X22', '@F32'] },
  async () => {
    const primary = await startPostgres();
    const standby = await startPostgres({ standbyOf: primary });
    onTestFinished(async () => {
      await standby.remove();
      await primary.remove();
    });
    const { username, password, pathname } = new URL(await makeDatabase(primary.url));
    const hosts = `127.0.0.1:${standby.port},127.0.0.1:${primary.port}`;
    const url = `postgresql://${username}:${password}@${hosts}${pathname}?target_session_attrs=read-write`;
    await eventually(async () => {
      const [row] = await runSql(standby.url, `SELECT 1 FROM pg_database WHERE datname = '${pathname.slice(1)}'`);
      if (row === undefined) throw new Error('The standby does not follow yet.');
    });
    const service = await runService(['--database-url', url, '--migrations', '5']);
    onTestFinished(async () => void (await service.end()));
    const make = async () => (await callService(service.line, '/api/v1/link-token', { body: {} })).status;
    expect(await make()).toBe(200);
    // An asynchronous standby may still lack the latest writes, such as this test's key.
    const position = (await runSql(primary.url, 'SELECT pg_current_wal_lsn()::text AS at'))[0]?.['at'];
    await eventually(async () => {
      const [row] = await runSql(standby.url, `SELECT pg_last_wal_replay_lsn() >= '${String(position)}' AS ok`);
      if (row?.['ok'] !== true) throw new Error('The standby has not replayed all writes.');
    });
    await primary.kill();
    await runSql(standby.url, 'SELECT pg_promote()');
    await expect.poll(make).toBe(200);
  },
);

describe.runIf(hasProgram('pg_basebackup'))('a primary with a synchronous standby', { tags: '@X22' }, () => {
  let [primary, standby]: [PostgresServer?, PostgresServer?] = [];
  let gate: TcpSwitch;
  let service: RunningProcess;
  let line: ServiceLine;
  const acknowledgedIds: string[] = [];

  const make = async (): Promise<number> => {
    const { status, body } = await callService(line, '/api/v1/link-token', { body: {} });
    if (status === 200) acknowledgedIds.push(String(body['link_token']));
    return status;
  };

  beforeAll(async () => {
    primary = await startPostgres({ isDurable: true });
    standby = await startPostgres({ isDurable: true, standbyOf: primary });
    await runSql(primary.url, "ALTER SYSTEM SET synchronous_standby_names = 'standby'");
    await runSql(primary.url, 'SELECT pg_reload_conf()');
    const { url: address } = primary;
    await eventually(async () => {
      const [row] = await runSql(address, 'SELECT sync_state FROM pg_stat_replication');
      if (row?.['sync_state'] !== 'sync') throw new Error('The standby does not follow yet.');
    });
    gate = await openTcpSwitch(primary.port);
    const url = Object.assign(new URL(await makeDatabase(primary.url)), { port: String(gate.port) }).href;
    service = await runService(['--database-url', url, '--migrations', '5']);
    ({ line } = service);
  });
  afterAll(async () => {
    await service.end();
    await gate.close();
    await standby?.remove();
    await primary?.remove();
  });

  test(
    'if the primary fails under load, the standby replies within 10 s, and no acknowledged write is lost',
    { tags: '@F32' },
    async () => {
      const load = { isOver: false };
      const statuses = new Set<number>();
      const working = Array.from({ length: 6 }, async () => {
        while (!load.isOver) statuses.add(await make());
      });
      await expect.poll(() => acknowledgedIds.length).toBeGreaterThan(60);
      await primary?.kill();
      gate.pointTo(standby?.port ?? 0);
      // The standby answers reads, but doesn't accept writes yet.
      const reads = async () => (await callService(line, '/healthz')).status;
      await expect.poll(reads).toBe(200);
      expect(await make()).toBe(503);
      const before = acknowledgedIds.length;
      await runSql(standby?.url ?? '', 'SELECT pg_promote()');
      await expect.poll(() => acknowledgedIds.length).toBeGreaterThan(before);
      load.isOver = true;
      await Promise.all(working);
      expect(statuses).toEqual(new Set([200, 503]));
      expect(service.child.exitCode).toBeNull();
      const exchange = (linkToken: string) =>
        callService(line, '/api/v1/access-token', { bearer: linkToken, body: { link_token: linkToken } });
      for (const linkToken of acknowledgedIds.slice(before - 60, before + 20)) {
        expect((await exchange(linkToken)).status).toBe(200);
        expect((await exchange(linkToken)).status).toBe(401);
      }
    },
  );
});

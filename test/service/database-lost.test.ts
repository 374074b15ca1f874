import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { parseDatabaseUrl } from '#service/store/postgres/database-address.ts';
import { promptMs } from '#test/fixtures/timing/prompt-end.ts';
import { openPostgresStore } from '#service/store/postgres/postgres-store.ts';
import { giveToPostgres, type PostgresServer, startPostgres } from '#service/testing/postgres-server.ts';
import { dropDatabase, makeDatabase, runSql } from '#service/testing/test-data.ts';
import { canMount, smallDisk } from '#test/fixtures/system/small-disk.ts';
import { dataFolder } from './data-folder.ts';
import { callService, runService, runToEnd, type RunningProcess, type ServiceLine } from './run-service.ts';

const limitMs = 1_000;
/** Maximum time for the service to recover after its database is back. */
const recoveryMs = 60_000;

describe('an unavailable database', { tags: '@X22' }, () => {
  let server: PostgresServer;
  let url: string;
  let service: RunningProcess;
  let line: ServiceLine;

  beforeAll(async () => {
    server = await startPostgres({ isDurable: true });
    url = await makeDatabase(server.url);
    service = await runService(['--database-url', url, '--migrations', '5', '--rate-limit', '100000']);
    ({ line } = service);
  });
  afterAll(async () => {
    await service.end();
    await server.remove();
  });

  const timeCall = async (call: () => Promise<{ status: number; body: Record<string, unknown> }>) => {
    const before = performance.now();
    const reply = await call();
    return { ...reply, ms: performance.now() - before };
  };

  test(
    'every request gets a 503 with the Error body without delay, and the service recovers automatically',
    { tags: '@F32' },
    async () => {
      const { body: created } = await callService(line, '/api/v1/link-token', { body: {} });
      const linkToken = String(created['link_token']);
      for (let round = 0; round < 3; round++) {
        await server.kill();
        const calls = [
          () => callService(line, '/healthz'),
          () => callService(line, '/api/v1/migrations'),
          () => callService(line, '/api/v1/link-token', { body: {} }),
          () => callService(line, '/api/v1/access-token', { bearer: linkToken, body: { link_token: linkToken } }),
          () => callService(line, '/modal/nothing/state'),
        ];
        const times: number[] = [];
        for (const call of [...calls, ...calls]) {
          const { status, body, ms } = await timeCall(call);
          expect({ status, body }).toEqual({
            status: 503,
            body: { type: 'api_error', message: expect.stringMatching(/can't reach its data/) },
          });
          times.push(ms);
        }
        // On a busy machine, one request may take longer, but none waits until the database is back.
        times.sort((a, b) => a - b);
        expect(times[Math.floor(times.length / 2)]).toBeLessThan(await promptMs(limitMs));
        expect(times.at(-1)).toBeLessThan(recoveryMs);
        const refusedReply = await fetch(`${line.url}/healthz`, {
          headers: { authorization: `Bearer ${line.apiKey}` },
        });
        expect(refusedReply.headers.get('retry-after')).toBe('1');
        await server.start();
        const answers = async () => (await callService(line, '/api/v1/migrations')).status;
        await expect.poll(answers, { timeout: recoveryMs }).toBe(200);
      }
      // Acknowledged tokens exist and work once.
      const exchange = { bearer: linkToken, body: { link_token: linkToken } };
      expect((await callService(line, '/api/v1/access-token', exchange)).status).toBe(200);
      expect((await callService(line, '/api/v1/access-token', exchange)).status).toBe(401);
      expect(service.child.exitCode).toBeNull();
    },
  );

  test('connections that the database closes while idle don’t end the service', { tags: '@F32' }, async () => {
    for (let round = 0; round < 5; round++) {
      await Promise.all(Array.from({ length: 8 }, () => callService(line, '/api/v1/migrations')));
      await runSql(
        server.url,
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'ferry-service'",
      );
      await expect.poll(async () => (await callService(line, '/api/v1/migrations')).status).toBe(200);
    }
  });

  test('with a read-only database, writes get a 503 and lists work', { tags: '@F32' }, async () => {
    const name = new URL(url).pathname.slice(1);
    const readOnly = async (value: string): Promise<void> => {
      await runSql(server.url, `ALTER DATABASE ${name} SET default_transaction_read_only = ${value}`);
      await runSql(
        server.url,
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'ferry-service'",
      );
    };
    // Turns the rate limits off for this instance, because they write, too.
    const other = await runService(['--database-url', url]);
    onTestFinished(async () => void (await other.end()));
    const unlimitedLine = { ...other.line, apiKey: line.apiKey };
    await readOnly('on');
    await expect.poll(async () => (await callService(unlimitedLine, '/api/v1/migrations')).status).toBe(200);
    expect((await callService(unlimitedLine, '/api/v1/link-token', { body: {} })).status).toBe(503);
    await readOnly('off');
    await expect
      .poll(async () => (await callService(unlimitedLine, '/api/v1/link-token', { body: {} })).status)
      .toBe(200);
  });

  // Mounting needs root.
  test.runIf(canMount())('with a full disk, writes get a 503 and reads work', { tags: '@F27' }, async () => {
    const disk = smallDisk('32m');
    onTestFinished(disk.remove);
    giveToPostgres(disk.folder);
    await runSql(server.url, `CREATE TABLESPACE small LOCATION '${disk.folder}'`);
    const fullDatabase = await makeDatabase(server.url, 'small');
    const other = await runService(['--database-url', fullDatabase, '--migrations', '5']);
    onTestFinished(async () => {
      await other.end();
      await dropDatabase(fullDatabase);
      await runSql(server.url, 'DROP TABLESPACE small');
    });
    const make = () => callService(other.line, '/api/v1/link-token', { body: {} });
    disk.fill();
    const created: string[] = [];
    let refused = await timeCall(make);
    while (refused.status === 200 && created.length < 5_000) {
      created.push(String(refused.body['link_token']));
      refused = await timeCall(make);
    }
    expect(refused).toMatchObject({ status: 503, body: { message: expect.stringMatching(/can't reach its data/) } });
    expect(refused.ms).toBeLessThan(recoveryMs);
    expect((await callService(other.line, '/api/v1/migrations')).status).toBe(200);
    disk.makeRoom();
    await expect.poll(async () => (await make()).status, { timeout: recoveryMs }).toBe(200);
    for (const linkToken of created.slice(-20)) {
      const exchange = { bearer: linkToken, body: { link_token: linkToken } };
      expect((await callService(other.line, '/api/v1/access-token', exchange)).status).toBe(200);
    }
  });

  test(
    'a database that fails during the creation of the first API key stops the start with one sentence',
    { tags: '@F32' },
    async () => {
      const empty = await makeDatabase(server.url);
      const address = parseDatabaseUrl(empty);
      await (address && (await openPostgresStore(address)))?.close();
      await runSql(
        empty,
        `CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'full' USING ERRCODE = '53100'; END $$;
       CREATE TRIGGER fail BEFORE INSERT ON api_keys EXECUTE FUNCTION fail()`,
      );
      const { code, stdout, stderr } = await runToEnd(['--database-url', empty, '--log-level', 'silent']);
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
      expect(stderr).toMatch(
        /^The service can't store the first API key in the database .* \(.*53100\)\)\. .* `keys create`\.\n$/,
      );
    },
  );

  test('the log contains no secret of the database URL', { tags: '@F32' }, async () => {
    const { password } = new URL(url);
    expect(password.length).toBeGreaterThan(20);
    const { stdout, stderr } = service.output();
    expect(stdout + stderr).not.toContain(password);
    expect(stderr).toContain('can see the database URL in the process list');
  });

  test(
    'a file with the database URL works, and a file that other users can read gives a warning',
    { tags: '@X22' },
    async () => {
      const file = join(dataFolder(), '..', 'address');
      writeFileSync(file, `${url}\n`, { mode: 0o600 });
      const privateFileRun = await runService(['--database-url-file', file]);
      expect((await privateFileRun.end()).stderr).not.toContain('chmod');
      writeFileSync(`${file}-open`, url, { mode: 0o644 });
      const open = await runService(['--database-url-file', `${file}-open`]);
      expect((await open.end()).stderr).toContain(`chmod 600 ${file}-open`);
      const keys = await runToEnd(['keys', 'list', '--database-url-file', file]);
      expect((JSON.parse(keys.stdout) as unknown[]).length).toBe(1);
    },
  );

  test.each<[string, (folder: string) => string[], RegExp]>([
    [
      'a folder and a database',
      (folder) => ['--data', folder, '--database-url', url],
      /^--data and --database-url choose different stores/,
    ],
    ['an invalid URL', () => ['--database-url', 'postgres'], /^--database-url must be a PostgreSQL URL/],
    [
      'the URL of another program',
      () => ['--database-url', 'redis://u:hidden@h/1'],
      /^--database-url must be a PostgreSQL URL/,
    ],
    [
      'a folder as the file',
      (folder) => ['--database-url-file', join(folder, '..')],
      / is not a file\. Choose a file with /,
    ],
    ['a missing file', () => ['--database-url-file', '/nothing/here'], /^The file \/nothing\/here can't be/],
    [
      'a wrong password',
      () => ['--database-url', Object.assign(new URL(url), { password: 'hidden' }).href],
      / rejected user ferry\. /,
    ],
    ['`keys` with an invalid URL', () => ['keys', 'list', '--database-url', 'x:hidden'], /^--database-url must be/],
  ])('%s gives one sentence and exit code 2', { tags: ['@X22', '@F32'] }, async (_what, args, sentence) => {
    const { code, stdout, stderr } = await runToEnd(args(dataFolder()));
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(sentence);
    expect(stderr.trim().split('\n')).toHaveLength(1);
    expect(stderr).not.toContain('hidden');
  });
});

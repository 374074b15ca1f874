import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { makeDatabase, runSql } from '#service/testing/test-data.ts';
import type { ActiveRule } from '#shared/service-control/control-state.ts';
import { endsWithinMs, promptMs } from '#test/fixtures/timing/prompt-end.ts';
import { openTcpSwitch, type TcpSwitch } from '#test/fixtures/network/tcp-switch.ts';
import {
  callService,
  runService,
  runToEnd,
  type RunningProcess,
  type ServiceLine,
  startProcess,
} from './run-service.ts';

const promptLimitMs = 1_000;
/** Maximum time for the service to recover after its database is back. */
const recoveryMs = 60_000;
const unreachable = {
  status: 503,
  body: { type: 'api_error', message: expect.stringMatching(/can't reach its data/) },
};

describe('a database that doesn’t answer', { tags: '@X22' }, () => {
  let gate: TcpSwitch;
  let [direct, url] = ['', ''];
  let service: RunningProcess;
  let line: ServiceLine;

  beforeAll(async () => {
    direct = await makeDatabase();
    gate = await openTcpSwitch(Number(new URL(direct).port));
    url = Object.assign(new URL(direct), { port: String(gate.port) }).href;
    service = await runService(['--database-url', url, '--migrations', '5', '--allow-control']);
    ({ line } = service);
  });
  afterAll(async () => {
    gate.resume();
    await service.end();
    await gate.close();
  });

  afterEach(() => gate.resume());

  const timeCall = async (path: string, options?: { body: unknown }) => {
    const before = performance.now();
    return { reply: await callService(line, path, options), ms: performance.now() - before };
  };
  const answers = async (): Promise<number> => (await callService(line, '/api/v1/migrations')).status;

  test('every request gets a 503 without delay, and the service recovers automatically', { tags: '@F32' }, async () => {
    for (let round = 0; round < 3; round++) {
      gate.hang();
      // The first requests are in flight when the silence starts.
      const first = await Promise.all(Array.from({ length: 20 }, () => timeCall('/api/v1/migrations')));
      const more = [await timeCall('/healthz'), await timeCall('/api/v1/link-token', { body: {} })];
      const all = [...first, ...more];
      for (const { reply } of all) expect(reply).toEqual(unreachable);
      // On a busy machine, some requests may take longer, but none waits until the database answers again.
      const times = all.map(({ ms }) => ms).toSorted((a, b) => a - b);
      expect(times[Math.floor(times.length / 2)]).toBeLessThan(await promptMs(promptLimitMs));
      expect(times.at(-1)).toBeLessThan(recoveryMs);
      gate.resume();
      await expect.poll(answers, { timeout: recoveryMs }).toBe(200);
    }
  });

  test('a statement that waits for a lock doesn’t count as an outage', { tags: '@F32' }, async () => {
    const other = new pg.Client({ connectionString: direct });
    await other.connect();
    onTestFinished(() => other.end());
    await other.query('BEGIN; SELECT FROM organizations WHERE number = 1 FOR UPDATE');
    const clockRequest = timeCall('/control/clock', { body: { advance_seconds: 1 } });
    // Longer than the time limit for a silent database.
    await other.query('SELECT pg_sleep(1.5)');
    await other.query('COMMIT');
    const { reply, ms } = await clockRequest;
    expect(reply.status).toBe(200);
    expect(ms).toBeGreaterThan(1_000);
  });

  test(
    'a response held by a fault rule survives an outage, and is counted once',
    { tags: ['@X20', '@F32'] },
    async () => {
      const rules = [{ match: { path: '/api/v1/companies' }, effect: { stall: true } }];
      const { body } = await callService(line, '/control/faults', { body: { rules } });
      const [rule] = body['rules'] as { id: number }[];
      const heldCounts = async () => {
        const { body: now } = await callService(line, '/control/faults');
        return (now['rules'] as ActiveRule[] | undefined)?.map((one) => one.held);
      };
      const waiting = [callService(line, '/api/v1/companies'), callService(line, '/api/v1/companies')];
      await expect.poll(heldCounts).toEqual([2]);
      gate.hang();
      await expect.poll(answers).toBe(503);
      gate.resume();
      await expect.poll(answers, { timeout: recoveryMs }).toBe(200);
      await expect.poll(heldCounts).toEqual([2]);
      await fetch(`${line.url}/control/faults/${rule?.id}`, {
        method: 'DELETE',
        headers: { authorization: `Bearer ${line.apiKey}` },
      });
      expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual([200, 200]);
    },
  );

  test('a killed instance doesn’t count toward limits', { tags: ['@X20', '@F14'] }, async () => {
    const other = await runService(['--database-url', direct, '--allow-control']);
    const rules = [{ match: { path: '/api/v1/companies' }, effect: { stall: true } }];
    await callService(line, '/control/faults', { body: { rules } });
    const heldCounts = async () => {
      const { body } = await callService(line, '/control/faults');
      return (body['rules'] as ActiveRule[]).map((rule) => rule.held);
    };
    const lost = callService({ ...other.line, apiKey: line.apiKey }, '/api/v1/companies').catch(() => 'lost');
    await expect.poll(heldCounts).toEqual([1]);
    await other.end('SIGKILL');
    expect(await lost).toBe('lost');
    await expect.poll(heldCounts).toEqual([0]);
    await fetch(`${line.url}/control/faults`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${line.apiKey}` },
    });
  });

  test('SIGTERM stops the service within 3 s, even during a request', { tags: ['@X3', '@F32'] }, async () => {
    const other = await runService(['--database-url', url]);
    const limitMs = await endsWithinMs();
    gate.hang();
    const reply = callService({ ...other.line, apiKey: line.apiKey }, '/api/v1/migrations').catch(() => undefined);
    const before = performance.now();
    const ended = await other.end();
    expect(ended.code).toBe(0);
    expect(performance.now() - before).toBeLessThan(limitMs);
    await reply;
    gate.resume();
  });

  test('a start that waits for the database or a lock stops on SIGTERM', { tags: ['@X3', '@F32'] }, async () => {
    const ends = async (flags: string[], isWaiting: () => Promise<void>): Promise<void> => {
      const { child, finished } = startProcess(flags);
      await isWaiting();
      const limitMs = await endsWithinMs();
      const before = performance.now();
      child.kill('SIGTERM');
      expect(await finished).toMatchObject({ stdout: '' });
      expect(performance.now() - before).toBeLessThan(limitMs);
    };
    const before = gate.count();
    gate.hang();
    await ends(['--database-url', url], async () => {
      await expect.poll(gate.count).toBeGreaterThan(before);
    });
    gate.resume();
    // Simulates another instance during a long schema migration.
    const other = new pg.Client({ connectionString: direct });
    await other.connect();
    onTestFinished(() => other.end());
    await other.query('SELECT pg_advisory_lock(1178948097, 0)');
    const waits = "SELECT count(*) AS waits FROM pg_locks WHERE locktype = 'advisory' AND NOT granted";
    await ends(['--database-url', direct], async () => {
      await expect.poll(async () => Number((await runSql(direct, waits))[0]?.['waits'])).toBe(1);
    });
  });

  test(
    "a start with a database that doesn't answer is rejected with one sentence",
    { tags: ['@X22', '@F32'] },
    async () => {
      gate.hang();
      const { code, stdout, stderr } = await runToEnd(['--database-url', url]);
      gate.resume();
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
      expect(stderr).toMatch(
        / is unavailable \(.*\)\. Check that PostgreSQL is running there and accepts connections\.\n$/,
      );
    },
  );
});

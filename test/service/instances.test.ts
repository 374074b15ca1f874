import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createRandom } from '#service/store/base/random.ts';
import { makeDatabase } from '#service/testing/test-data.ts';
import type { ActiveRule } from '#shared/service-control/control-state.ts';
import { endsWithinMs } from '#test/fixtures/timing/prompt-end.ts';
import { isSoak, sampleSeed } from '#test/fixtures/values/samples.ts';
import { callService, runService, runToEnd, type RunningProcess, type ServiceLine } from './run-service.ts';

const flags = ['--migrations', '20', '--companies', '5', '--allow-control'];

let url: string;
let instances: RunningProcess[];
let lines: ServiceLine[];

/** Returns the next instance in turn, with the key that the first one printed. */
let nextIndex = 0;
const next = (): ServiceLine => lines[nextIndex++ % lines.length] as ServiceLine;

/** Opens a modal with each step at another instance. Returns the path of its page. */
const openModal = async (user: string): Promise<string> => {
  const linkToken = String((await callService(next(), '/api/v1/link-token', { body: {} })).body['link_token']);
  const exchange = { bearer: linkToken, body: { link_token: linkToken } };
  const bearer = String((await callService(next(), '/api/v1/access-token', exchange)).body['access_token']);
  const openedReply = await callService(next(), '/api/v1/migration-modal', { bearer, body: { user_id: user } });
  expect(openedReply.status).toBe(200);
  return new URL(String(openedReply.body['url'])).pathname;
};

describe('three instances on one database', { tags: '@X22' }, () => {
  beforeAll(async () => {
    url = await makeDatabase();
    // All start at the same time: one of them creates the schema and the rows.
    instances = await Promise.all([0, 1, 2].map(() => runService(['--database-url', url, ...flags])));
    const apiKey = instances.map(({ line }) => line.apiKey).find((key) => key !== undefined) ?? '';
    lines = instances.map(({ line }) => ({ ...line, apiKey }));
  });
  afterAll(async () => {
    await Promise.all(instances.map((instance) => instance.end()));
  });

  test(
    'the instance that filled the database prints the key, which works at all instances',
    { tags: '@X3' },
    async () => {
      expect(instances.filter(({ line }) => line.apiKey !== undefined)).toHaveLength(1);
      expect(new Set(lines.map(({ organizationId }) => organizationId)).size).toBe(1);
      for (const line of lines) {
        expect((await callService(line, '/api/v1/migrations')).body['page']).toEqual({ size: 10, total: 20 });
      }
    },
  );

  test(
    'concurrent exchanges of a link token at several instances succeed once',
    { tags: ['@X2', '@T17'] },
    async () => {
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
    },
  );

  test('every instance immediately rejects a revoked key and its tokens', { tags: ['@X2', '@T17'] }, async () => {
    const createCommand = await runToEnd(['keys', 'create', '--database-url', url, '--description', 'short-lived']);
    const { id, apiKey } = JSON.parse(createCommand.stdout) as { id: string; apiKey: string };
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

  test(
    'revoking one instance’s session key revokes its tokens at every instance, and no other tokens',
    { tags: ['@X2', '@T34'] },
    async () => {
      const own = ['--database-url', url, '--allow-control', '--session-key'];
      const [left, right] = [await runService(own), await runService(own)];
      const make = async ({ line }: RunningProcess) => {
        const { body } = await callService(line, '/api/v1/link-token', { body: {} });
        const linkToken = String(body['link_token']);
        const exchange = { bearer: linkToken, body: { link_token: linkToken } };
        // Another instance exchanges the token, which still belongs to the key that created it.
        return String((await callService(right.line, '/api/v1/access-token', exchange)).body['access_token']);
      };
      const [ofLeft, ofRight] = [await make(left), await make(right)];
      const opens = async (bearer: string) =>
        (await callService(right.line, '/api/v1/migration-modal', { bearer, body: { user_id: 'a@b.example' } })).status;
      expect([await opens(ofLeft), await opens(ofRight)]).toEqual([200, 200]);
      expect((await callService(left.line, '/control/keys/session/revoke', { body: {} })).status).toBe(200);
      expect([await opens(ofLeft), await opens(ofRight)]).toEqual([401, 200]);
      expect((await callService(left.line, '/healthz')).status).toBe(401);
      expect((await callService(right.line, '/healthz')).status).toBe(200);
      // A stopped instance can't revoke its tokens itself, so the next revocation does.
      await right.end();
      const last = await runService(own);
      expect((await callService(last.line, '/control/keys/session/revoke', { body: {} })).status).toBe(200);
      const bearer = ofRight;
      expect((await callService(next(), '/api/v1/migration-modal', { bearer })).status).toBe(401);
      await Promise.all([left.end(), last.end()]);
    },
  );

  test(
    'pages don’t overlap, and `created` strictly increases, if all instances add rows',
    { tags: '@X1' },
    async () => {
      const before = Number(
        ((await callService(next(), '/api/v1/migrations')).body['page'] as { total: number }).total,
      );
      // Three per instance at a time: on a busy machine, requests queued for a connection get 503.
      for (let createdCount = 0; createdCount < 45; createdCount += 9) {
        await Promise.all(Array.from({ length: 9 }, (_, index) => openModal(`user${createdCount + index}@b.example`)));
      }
      const rows: { id: string; created: string }[] = [];
      for (let page = 1; page <= Math.ceil((before + 45) / 7); page++) {
        const { body } = await callService(next(), `/api/v1/migrations?page_size=7&page=${page}`);
        expect(body['page']).toEqual({ size: 7, total: before + 45 });
        rows.push(...(body['results'] as typeof rows));
      }
      expect(new Set(rows.map(({ id }) => id)).size).toBe(before + 45);
      rows.slice(1).forEach((row, index) => expect(row.created < (rows[index]?.created ?? '')).toBe(true));
    },
  );

  test(
    'pages read while rows are added form one list: a position has the same row in every response',
    { tags: '@X1' },
    async () => {
      const random = createRandom(sampleSeed);
      const load = { isOver: false };
      const rowAt = new Map<number, string>();
      const contradictions: unknown[] = [];
      const read = async (): Promise<void> => {
        const [size, page] = [1 + random.below(20), 1 + random.below(8)];
        const { body } = await callService(next(), `/api/v1/migrations?page_size=${size}&page=${page}`);
        const { total } = body['page'] as { total: number };
        const rows = body['results'] as { id: string }[];
        const newest = total - (page - 1) * size;
        if (rows.length !== Math.max(0, Math.min(size, newest)))
          contradictions.push({ size, page, total, rows: rows.length });
        rows.forEach(({ id }, index) => {
          const known = rowAt.get(newest - index) ?? id;
          if (known !== id) contradictions.push({ position: newest - index, known, id });
          rowAt.set(newest - index, id);
        });
      };
      const reading = Promise.all(
        Array.from({ length: 3 }, async () => {
          while (!load.isOver) await read();
        }),
      );
      const added = isSoak ? 2_000 : 40;
      for (let createdCount = 0; createdCount < added; createdCount += 8) {
        await Promise.all(Array.from({ length: 8 }, (_, index) => openModal(`tile${createdCount + index}@b.example`)));
      }
      load.isOver = true;
      await reading;
      expect(contradictions).toEqual([]);
      expect(rowAt.size).toBeGreaterThan(added);
      expect(new Set(rowAt.values()).size).toBe(rowAt.size);
    },
  );

  test(
    'keys are created, used and revoked at any instance, and no response after a revocation is a 200',
    { tags: ['@X2', '@T17'] },
    async () => {
      const random = createRandom(sampleSeed + 1);
      const any = (): ServiceLine => lines[random.below(3)] as ServiceLine;
      const life = async (description: string): Promise<string> => {
        const createdKey = (await callService(any(), '/control/keys', { body: { description } })).body;
        const bearer = String(createdKey['apiKey']);
        const before = await Promise.all([0, 1, 2].map(() => callService(any(), '/healthz', { bearer })));
        // Requests in flight may get either reply; those sent after the reply may not succeed.
        const meanwhile = Array.from({ length: 4 }, () => callService(any(), '/healthz', { bearer }));
        const revokeResult = await callService(any(), `/control/keys/${String(createdKey['id'])}/revoke`, { body: {} });
        const after = await Promise.all(lines.map((line) => callService(line, '/healthz', { bearer })));
        await Promise.all(meanwhile);
        return [...before, revokeResult, ...after].map(({ status }) => status).join(' ');
      };
      const lives = [];
      for (let round = 0; round < (isSoak ? 300 : 8); round++) lives.push(await Promise.all([life('a'), life('b')]));
      expect(new Set(lives.flat())).toEqual(new Set(['200 200 200 200 401 401 401']));
    },
  );

  test('the engines of all instances do each step once in total', { tags: '@X1' }, async () => {
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
    // The clock replies after all due steps, whichever engine did them.
    const list = (await callService(next(), '/api/v1/migrations?page_size=12')).body['results'];
    expect((list as { status: string }[]).map(({ status }) => status)).toEqual(paths.map(() => 'COMPLETE'));
    const { body } = await callService(next(), '/api/v1/companies?page_size=100');
    const names = (body['results'] as { provider_company_name: string }[]).map((row) => row.provider_company_name);
    // Twelve logins created this company only once.
    expect(names.filter((name) => name === 'B')).toHaveLength(1);
  });

  test(
    'every instance applies the faults, scenario and clock that another instance set',
    { tags: ['@X20', '@X21'] },
    async () => {
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
    },
  );

  test(
    'a response delayed by one instance continues when another instance deletes the rule',
    { tags: '@X20' },
    async () => {
      const [first, second] = lines as [ServiceLine, ServiceLine];
      const rules = [{ match: { path: '/healthz' }, effect: { stall: true } }];
      await callService(first, '/control/faults', { body: { rules } });
      const pending = callService(second, '/healthz');
      const countHeld = async () => {
        const { body } = await callService(first, '/control/faults');
        return (body['rules'] as ActiveRule[]).map((rule) => rule.held).at(-1);
      };
      await expect.poll(countHeld).toBe(1);
      const { body } = await callService(first, '/control/faults');
      const last = (body['rules'] as { id: number }[]).at(-1)?.id;
      await fetch(`${first.url}/control/faults/${last}`, {
        method: 'DELETE',
        headers: { authorization: `Bearer ${first.apiKey}` },
      });
      expect((await pending).status).toBe(200);
    },
  );

  test('a reset at one instance affects all instances', { tags: '@X21' }, async () => {
    expect((await callService(next(), '/control/reset', { body: { migrations: 33 } })).status).toBe(200);
    for (const line of lines) {
      expect((await callService(line, '/api/v1/migrations')).body['page']).toEqual({ size: 10, total: 33 });
    }
  });

  test('killing an instance loses no data', { tags: ['@X22', '@F14'] }, async () => {
    const extra = await runService(['--database-url', url]);
    const line = { ...extra.line, apiKey: next().apiKey };
    const { body } = await callService(line, '/api/v1/link-token', { body: {} });
    await extra.end('SIGKILL');
    const linkToken = String(body['link_token']);
    const exchange = { bearer: linkToken, body: { link_token: linkToken } };
    expect((await callService(next(), '/api/v1/access-token', exchange)).status).toBe(200);
  });

  test('each instance exits with code 0 within 3 s of SIGTERM', { tags: '@X3' }, async () => {
    const limitMs = await endsWithinMs();
    const before = performance.now();
    const ended = await Promise.all(instances.map((instance) => instance.end()));
    expect(ended.map(({ code }) => code)).toEqual([0, 0, 0]);
    expect(performance.now() - before).toBeLessThan(limitMs);
  });
});

import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ActiveRule } from '#shared/service-control/control-state.ts';
import { openTestService, type TestService } from '../testing/test-service.ts';

let service: TestService;
let base: string;
beforeEach(async () => {
  service = await openTestService({ migrations: 30, companies: 3 }, { allowControl: true });
  await service.app.listen({ port: 0, host: '127.0.0.1' });
  base = `http://127.0.0.1:${(service.app.server.address() as AddressInfo).port}`;
});
afterEach(async () => {
  service.app.server.closeAllConnections();
  await service.end();
});

const call = (path: string, init: RequestInit = {}) =>
  fetch(`${base}${path}`, {
    ...init,
    headers: { authorization: service.authorization, 'content-type': 'application/json' },
  });
const addRule = async (effect: unknown, more: object = {}) => {
  const body = JSON.stringify({ rules: [{ match: { path: '/api/v1/*' }, effect, ...more }] });
  const reply = await call('/control/faults', { method: 'POST', body });
  expect(reply.status).toBe(200);
};
const clear = () => call('/control/faults', { method: 'DELETE' });

describe('faults', { tags: '@X20' }, () => {
  test('a rule replaces status, body and headers of a response `times` times', async () => {
    const effect = {
      status: 503,
      body: '<html>down</html>',
      headers: { 'retry-after': '2', 'content-type': 'text/html' },
    };
    await addRule(effect, { times: 2 });
    for (const expected of [503, 503, 200]) {
      const reply = await call('/api/v1/migrations');
      expect(reply.status).toBe(expected);
      expect(reply.headers.get('retry-after')).toBe(expected === 503 ? '2' : null);
    }
    const { rules } = (await (await call('/control/faults')).json()) as { rules: unknown[] };
    expect(rules).toMatchObject([{ times: 2, met: 2 }]);
  });

  test('a rule with only a status returns the Error body, and comes before the key check', async () => {
    await addRule({ status: 500 });
    const reply = await fetch(`${base}/api/v1/migrations`);
    expect([reply.status, await reply.json()]).toEqual([500, { type: 'api_error', message: expect.any(String) }]);
  });

  test('a rule matches only its method, and its exact path or prefix', async () => {
    const rules = [
      { match: { method: 'POST', path: '/api/v1/*' }, effect: { status: 501 } },
      { match: { path: '/api/v1/companies' }, effect: { status: 502 } },
    ];
    await call('/control/faults', { method: 'POST', body: JSON.stringify({ rules }) });
    const statusOf = async (path: string, init?: RequestInit) => (await call(path, init)).status;
    expect(await statusOf('/api/v1/link-token', { method: 'POST', body: '{}' })).toBe(501);
    expect(await statusOf('/api/v1/companies?page=2')).toBe(502);
    expect(await statusOf('/api/v1/companiesx')).toBe(404);
    expect(await statusOf('/api/v1/migrations')).toBe(200);
    await clear();
    expect(await statusOf('/api/v1/companies')).toBe(200);
  });

  test('latency_ms delays the response', async () => {
    await addRule({ latency_ms: 150 });
    const startedAt = performance.now();
    expect((await call('/api/v1/migrations')).status).toBe(200);
    expect(performance.now() - startedAt).toBeGreaterThan(140);
  });

  test('drop runs the request and closes the connection without a response', async () => {
    await addRule({ drop: true }, { times: 1 });
    await expect(call('/api/v1/migration-modal', { method: 'GET' })).rejects.toThrow('fetch failed');
    expect((await call('/api/v1/migrations')).status).toBe(200);
  });

  test('truncate_after sends the full length and only the first bytes', async () => {
    await addRule({ truncate_after: 20 }, { times: 1 });
    const reply = await call('/api/v1/migrations');
    expect(Number(reply.headers.get('content-length'))).toBeGreaterThan(500);
    await expect(reply.text()).rejects.toThrow('terminated');
  });

  test('wrong_json sends half of the response as if it were complete', async () => {
    await addRule({ wrong_json: true }, { times: 1 });
    const text = await (await call('/api/v1/migrations')).text();
    expect(text).toMatch(/^\{"results":\[\{/);
    expect(() => JSON.parse(text) as unknown).toThrow('JSON');
  });

  test('oversize_bytes pads the response with spaces', async () => {
    await addRule({ oversize_bytes: 3_000_000 }, { times: 1 });
    const text = await (await call('/api/v1/migrations')).text();
    expect(text.length).toBe(3_000_000);
    expect(JSON.parse(text)).toHaveProperty('results');
  });

  test('stall holds the response until the rules are deleted', async () => {
    await addRule({ stall: true });
    let arrived = false;
    const reply = call('/api/v1/migrations').then((stored) => {
      arrived = true;
      return stored.status;
    });
    const activeRules = async () => ((await (await call('/control/faults')).json()) as { rules: ActiveRule[] }).rules;
    await expect.poll(activeRules).toMatchObject([{ held: 1 }]);
    expect(arrived).toBe(false);
    await clear();
    expect(await reply).toBe(200);
  });

  test('deleting one stall rule releases only its responses', async () => {
    const rules = ['/api/v1/migrations', '/api/v1/companies'].map((path) => ({
      match: { path },
      effect: { stall: true },
    }));
    await call('/control/faults', { method: 'POST', body: JSON.stringify({ rules }) });
    const arrived: string[] = [];
    const replies = ['migrations', 'companies'].map((name) => call(`/api/v1/${name}`).then(() => arrived.push(name)));
    await expect
      .poll(async () => JSON.stringify(await (await call('/control/faults')).json()))
      .toMatch(/held":1.*held":1/);
    await call('/control/faults/2', { method: 'DELETE' });
    await replies[1];
    expect(arrived).toEqual(['companies']);
    await clear();
    await Promise.all(replies);
  });

  test('percent with a seed chooses the same requests every time', async () => {
    const pattern = async () => {
      await addRule({ status: 503 }, { percent: 40, seed: 9 });
      const statuses: number[] = [];
      for (let index = 0; index < 20; index++) statuses.push((await call('/api/v1/companies')).status);
      await clear();
      return statuses;
    };
    const first = await pattern();
    expect(new Set(first)).toEqual(new Set([200, 503]));
    expect(await pattern()).toEqual(first);
  });

  test.each([{ rules: [] }, { rules: [{ effect: { status: 99 } }] }, { rules: [{ effect: { nonsense: 1 } }] }, {}])(
    'rejects the rules %j',
    async (body) => {
      expect((await call('/control/faults', { method: 'POST', body: JSON.stringify(body) })).status).toBe(400);
    },
  );
});

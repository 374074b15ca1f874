import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openTestService, type TestService } from '../testing/test-service.ts';

let service: TestService;
beforeEach(async () => {
  service = await openTestService({ migrations: 3 }, { allowControl: true });
});
afterEach(() => service.end());

const origin = 'https://shop.example';
const fault = (effect: unknown, match: object = { path: '/api/v1/*' }) =>
  service.send({ method: 'POST', url: '/control/faults', body: { rules: [{ match, effect, times: 1 }] } });
const exchange = (from = origin) =>
  service.send({ method: 'POST', url: '/api/v1/access-token', bearer: null, body: {}, headers: { origin: from } });

describe('faults in a browser page', { tags: '@X20' }, () => {
  test('a page can read the status of a rule on a browser endpoint', async () => {
    await fault({ status: 503 });
    const reply = await exchange();
    expect(reply.status).toBe(503);
    expect(reply.headers['access-control-allow-origin']).toBe(origin);
    expect(reply.headers['access-control-allow-credentials']).toBe('true');
    expect(reply.headers['vary']).toBe('Origin');
    await fault({ body: { odd: true } });
    expect((await exchange()).headers['access-control-allow-origin']).toBe(origin);
  });

  test("a rule adds no CORS header to endpoints that browsers can't use", { tags: '@T16' }, async () => {
    await fault({ status: 503 });
    expect((await exchange('http://shop.example')).headers['access-control-allow-origin']).toBeUndefined();
    await fault({ status: 503 });
    const list = await service.send({ url: '/api/v1/migrations', headers: { origin } });
    expect([list.status, list.headers['access-control-allow-origin']]).toEqual([503, undefined]);
  });

  test('polling for events uses up no rule, unless the rule names its path', async () => {
    const follow = () => service.send({ url: '/webhooks/v1/events' });
    const features = () => service.send({ url: '/.well-known/ferry', bearer: null });
    for (const match of [{}, { path: '/*' }, { method: 'GET' }, { path: '/webhooks' }]) {
      await fault({ status: 503 }, match);
      expect([(await follow()).status, (await features()).status]).toEqual([200, 200]);
      await service.send({ method: 'DELETE', url: '/control/faults' });
    }
    await fault({ status: 503 }, {});
    expect((await service.send({ url: '/webhooks/v1/endpoints' })).status).toBe(503);
    for (const path of ['/webhooks/v1/events', '/webhooks/*']) {
      await fault({ status: 502 }, { path });
      expect((await follow()).status).toBe(502);
    }
    await fault({ status: 501 }, { path: '/.well-known/*' });
    expect((await features()).status).toBe(501);
  });

  test('a preflight uses up no rule, unless the rule names its method', async () => {
    const preflight = () =>
      service.send({ method: 'OPTIONS', url: '/api/v1/access-token', bearer: null, headers: { origin } });
    await fault({ status: 503 });
    expect((await preflight()).status).toBe(204);
    expect((await exchange()).status).toBe(503);
    await fault({ status: 500 }, { method: 'options' });
    expect((await preflight()).status).toBe(500);
  });
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import { operations } from '#shared/migration-api/operations.ts';
import { openTestService, type TestService } from '../testing/test-service.ts';
import { makeApiKey } from '../store/secrets.ts';

let service: TestService;
beforeAll(async () => {
  service = await openTestService({ migrations: 20, companies: 5 });
});
afterAll(() => service.end());

const keyRoutes = ['/healthz', '/api/v1/migrations', '/api/v1/companies', '/api/v1/migrations/42?page=x'];
const message = 'The API key is missing or invalid. Send a valid key as a Bearer token in the Authorization header.';

test.each([
  ['missing', undefined],
  ['of another scheme', 'Basic dXNlcjpwYXNz'],
  ['without a value', 'Bearer'],
  ['with spaces inside', 'Bearer ferry_test_a b'],
  ['unknown', `Bearer ferry_test_${'A'.repeat(43)}`],
  ['without a prefix', `Bearer ${'A'.repeat(43)}`],
  ['very long', `Bearer ferry_test_${'A'.repeat(8000)}`],
])(
  'an invalid API key gets the same 401 before any other check: %s',
  { tags: ['@X1', '@T41'] },
  async (_what, header) => {
    for (const url of keyRoutes) {
      const headers = header === undefined ? {} : { authorization: header };
      const reply = await service.app.inject({ url, headers });
      expect(reply.statusCode).toBe(401);
      expect(reply.headers['www-authenticate']).toBe('Bearer');
      expect(reply.json()).toEqual({ type: 'api_error', message });
    }
  },
);

test('a revoked API key gets the same 401 at the next request', { tags: ['@X6', '@T17'] }, async () => {
  const { apiKey, stored } = await makeApiKey(service.store.keys, { description: 'short' }, await service.clock.now());
  expect((await service.send({ url: '/healthz', bearer: apiKey })).status).toBe(200);
  expect(await service.store.keys.revoke(stored.id, { by: 'test', now: await service.clock.now() })).toBe(true);
  const refusedReply = await service.send({ url: '/healthz', bearer: apiKey });
  expect({ status: refusedReply.status, message: refusedReply.body.message }).toEqual({ status: 401, message });
});

test(
  'an expired API key gets 401 with the reason, before and after the service revokes it',
  { tags: ['@X6', '@T17'] },
  async () => {
    const now = await service.clock.now();
    const { keys, audit } = service.store;
    const newKey = { description: 'short', lifetimeMs: 60_000 };
    const current = await makeApiKey(keys, newKey, now - 1_000);
    const expired = await makeApiKey(keys, newKey, now - 120_000);
    const revoked = await makeApiKey(keys, newKey, now - 120_000);
    expect(await keys.revoke(revoked.stored.id, { by: 'test', now: now - 100_000 })).toBe(true);
    const reason = `This API key expired on ${new Date(now - 60_000).toISOString().slice(0, 10)}. Create a new key.`;
    for (const phase of ['before', 'after']) {
      const replies = await Promise.all(
        [current, expired, revoked].map(({ apiKey }) => service.send({ url: '/healthz', bearer: apiKey })),
      );
      expect(
        replies.map(({ status, body, headers }) => [status, body.message, headers['www-authenticate']]),
        phase,
      ).toEqual([
        [200, undefined, undefined],
        [401, reason, 'Bearer'],
        [401, message, 'Bearer'],
      ]);
      await keys.expire(now);
    }
    const entries = await audit.read((await audit.head()).number - 1, 10);
    expect(entries.map(({ text }) => JSON.parse(text) as unknown)).toMatchObject([
      { action: 'key.expire', by: 'service', subject: expired.stored.id },
    ]);
    const stored = (await keys.list()).find(({ id }) => id === expired.stored.id);
    expect([stored?.expires, stored?.revoked]).toEqual(Array(2).fill(new Date(now - 60_000).toISOString()));
  },
);

test('an expired key and its tokens stay revoked if the clock is set back', { tags: '@T34' }, async () => {
  const now = await service.clock.now();
  const { apiKey } = await makeApiKey(service.store.keys, { description: 'short', lifetimeMs: 60_000 }, now);
  const link = await service.send({ method: 'POST', url: '/api/v1/link-token', bearer: apiKey, body: {} });
  expect(link.status).toBe(200);
  const bearer: string = link.body['link_token'] ?? '';
  await service.store.keys.expire(now + 60_001);
  // The key's expiry is in the future again, because the clock was set back.
  expect((await service.send({ url: '/healthz', bearer: apiKey })).body.message).toMatch(/^This API key expired on /);
  const exchange = { method: 'POST', url: '/api/v1/access-token', bearer, body: { link_token: bearer } } as const;
  expect(await service.send(exchange)).toMatchObject({
    status: 401,
    body: { message: 'The link token is not valid.' },
  });
});

test('an API key works only from its allowed addresses', { tags: ['@X6', '@T17'] }, async () => {
  const proxied = await openTestService({ migrations: 1, companies: 1 }, { trustProxy: ['127.0.0.1'] });
  const addresses = ['203.0.113.0/24', '198.51.100.7', '2001:db8:7::/48'];
  const newKey = { description: 'limited', addresses };
  const { apiKey } = await makeApiKey(proxied.store.keys, newKey, await proxied.clock.now());
  const replyTo = async (from: string, forwarded?: string) => {
    const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded };
    const { status, body } = await proxied.send({ url: '/healthz', bearer: apiKey, from, headers });
    return [status, status === 200 ? undefined : body];
  };
  for (const address of ['203.0.113.9', '::ffff:203.0.113.9', '198.51.100.7', '2001:db8:7:1::5']) {
    expect([address, ...(await replyTo(address))]).toEqual([address, 200, undefined]);
    expect([address, ...(await replyTo('127.0.0.1', address))]).toEqual([address, 200, undefined]);
  }
  for (const address of ['203.0.114.9', '198.51.100.8', '2001:db8:8::5', '127.0.0.1']) {
    const text = `This API key can't be used from ${address}. Use an address that the key allows.`;
    expect(await replyTo(address)).toEqual([403, { type: 'api_error', message: text }]);
  }
  // Only a trusted proxy can name another client.
  expect((await replyTo('192.0.2.1', '203.0.113.9'))[0]).toBe(403);
  await proxied.end();
});

test.each(['bearer', 'BEARER', 'bEaReR'])(
  'the scheme of the Authorization header is case-insensitive (%s)',
  { tags: '@X1' },
  async (scheme) => {
    const headers = { authorization: `${scheme} ${service.apiKey}` };
    expect((await service.app.inject({ url: '/healthz', headers })).statusCode).toBe(200);
  },
);

test(
  "a request's key is checked first, then its path and query, and then whether the resource exists",
  { tags: '@X1' },
  async () => {
    const unknown = '/api/v1/migrations/00000000-0000-4000-8000-000000000000';
    expect((await service.send({ url: '/api/v1/migrations?page=0', bearer: null })).status).toBe(401);
    expect((await service.send({ url: '/api/v1/migrations/nope' })).status).toBe(400);
    expect((await service.send({ url: unknown })).status).toBe(404);
  },
);

test("another organization's migration is unknown", { tags: ['@X1', '@T17'] }, async () => {
  const wanted = { description: 'other', organization: 'Harbourside' };
  const { apiKey } = await makeApiKey(service.store.keys, wanted, await service.clock.now());
  const list = await service.send({ url: '/api/v1/migrations' });
  const [first] = list.body['results'] as unknown as { id: string }[];
  const foreignReply = await service.send({ url: `/api/v1/migrations/${first?.id}`, bearer: apiKey });
  const unknown = await service.send({
    url: '/api/v1/migrations/00000000-0000-4000-8000-000000000000',
    bearer: apiKey,
  });
  expect(foreignReply.status).toBe(404);
  expect(foreignReply.text).toBe(unknown.text);
  expect((await service.send({ url: '/api/v1/migrations', bearer: apiKey })).body['page']).toEqual({
    size: 10,
    total: 0,
  });
});

test("healthz returns status, version and the service's time", { tags: '@X1' }, async () => {
  await service.store.clock.advance(1, 3_600_000);
  const { status, body } = await service.send({ url: '/healthz' });
  expect({ status, text: body['status'] }).toEqual({ status: 200, text: 'ok' });
  expect(Date.parse(body['now'] ?? '') - Date.now()).toBeGreaterThan(3_590_000);
});

test('each operation refuses a request without a credential', { tags: '@X1' }, async () => {
  for (const { method, path } of Object.values(operations)) {
    const url = path.replace('{id}', '00000000-0000-4000-8000-000000000000');
    const { status, headers } = await service.send({ method, url, bearer: null });
    expect({ path, status, scheme: headers['www-authenticate'] }).toEqual({ path, status: 401, scheme: 'Bearer' });
  }
});

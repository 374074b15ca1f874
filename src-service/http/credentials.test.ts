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
  expect(await service.store.keys.revoke(stored.id, await service.clock.now(), { by: 'test' })).toBe(true);
  const refusedReply = await service.send({ url: '/healthz', bearer: apiKey });
  expect({ status: refusedReply.status, message: refusedReply.body.message }).toEqual({ status: 401, message });
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

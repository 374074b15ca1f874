import { afterEach, beforeEach, expect, test } from 'vitest';
import { createApp } from '../create-app.ts';
import { openTestService, type TestService } from '../testing/test-service.ts';

let service: TestService;
beforeEach(async () => {
  service = await openTestService({ migrations: 3 }, { rateLimit: 5 });
});
afterEach(() => service.end());

test('X1 rate limit: beyond it 429 with Retry-After and the Error body, until the minute is over', async () => {
  const get = () => service.send({ url: '/api/v1/migrations' });
  for (let index = 0; index < 5; index++) expect((await get()).status).toBe(200);
  const refused = await get();
  expect(refused.status).toBe(429);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(50);
  expect(refused.body).toEqual({
    type: 'api_error',
    message: expect.stringMatching(/^More than 5 requests in a minute/),
  });
  await service.store.clock.advance(61_000);
  expect((await get()).status).toBe(200);
});

test('X1 rate limit: callers are counted apart, and instances on one store together', async () => {
  const other = createApp({ store: service.store, clock: service.clock, rateLimit: 5 });
  const headers = { authorization: service.authorization };
  for (let index = 0; index < 5; index++) {
    const app = index % 2 === 0 ? other : service.app;
    expect((await app.inject({ url: '/healthz', headers })).statusCode).toBe(200);
  }
  for (const app of [other, service.app]) {
    expect((await app.inject({ url: '/healthz', headers })).statusCode).toBe(429);
    expect((await app.inject({ url: '/healthz' })).statusCode).toBe(401);
  }
  await other.close();
});

test('X1 rate limit: off by default', async () => {
  const open = await openTestService({ migrations: 1 });
  for (let index = 0; index < 40; index++) expect((await open.send({ url: '/healthz' })).status).toBe(200);
  await open.end();
});

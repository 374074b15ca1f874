import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApp } from './create-app.ts';
import { createEngine } from './background-work.ts';
import { openTestService, type TestService } from './testing/test-service.ts';

let service: TestService;
beforeAll(async () => {
  service = await openTestService({ migrations: 3, companies: 1 });
});
afterAll(() => service.end());

test('each step of a flow can use either of two instances on one store', { tags: '@X1' }, async () => {
  const other = createApp({ store: service.store });
  let nextIndex = 0;
  const send = async (url: string, bearer: string, payload?: object): Promise<Record<string, string>> => {
    const app = nextIndex++ % 2 === 0 ? other : service.app;
    const method = payload === undefined ? 'GET' : 'POST';
    const headers = { authorization: `Bearer ${bearer}` };
    const reply = await app.inject({ method, url, headers, ...(payload && { payload }) });
    expect(reply.statusCode).toBe(200);
    return reply.json();
  };
  const { link_token: linkToken = '' } = await send('/api/v1/link-token', service.apiKey, {});
  const { access_token: bearer = '' } = await send('/api/v1/access-token', linkToken, { link_token: linkToken });
  const { url = '' } = await send('/api/v1/migration-modal', bearer, { user_id: 'a@b.example' });
  expect((await send('/api/v1/migration-modal', bearer))['url']).toBe(url);
  const { pathname } = new URL(url);
  await send(`${pathname}/provider`, bearer, { provider: 'Ledgerline' });
  await send(`${pathname}/login`, bearer, { user_name: 'a@b.example', password: 'x' });
  await send(`${pathname}/begin`, bearer, {});
  await service.store.clock.advance(1, 9_000);
  const engines = [createEngine(service.store), createEngine(service.store)];
  const moved = await Promise.all(engines.map((engine) => engine.tick()));
  expect(moved.reduce((sum, count) => sum + count, 0)).toBe(1);
  expect((await send(`${pathname}/state`, bearer))['status']).toBe('COMPLETE');
  await other.close();
});

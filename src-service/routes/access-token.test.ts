import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestService, type TestReply, type TestService } from '../testing/test-service.ts';
import { makeApiKey } from '../store/secrets.ts';

let service: TestService;
beforeAll(async () => {
  service = await openTestService({ migrations: 1, companies: 1 });
});
afterAll(() => service.end());

const expired = 'The link token has expired.';
const used = 'The link token was already used.';
const invalid = 'The link token is not valid.';

const linkToken = async (bearer = service.apiKey): Promise<string> => {
  const reply = await service.send({ method: 'POST', url: '/api/v1/link-token', bearer, body: { anything: 1 } });
  expect(reply.status).toBe(200);
  return reply.body['link_token'] ?? '';
};
const exchange = (bearer: string | null, body: unknown) =>
  service.send({ method: 'POST', url: '/api/v1/access-token', bearer, body });
const answer = ({ status, body }: TestReply) => [status, body.message];

test('a link token is exchanged once by its bearer, and the cookie alone grants nothing', { tags: '@X2' }, async () => {
  const token = await linkToken();
  const reply = await exchange(token, { link_token: token });
  expect(reply.status).toBe(200);
  const cookie = String(reply.headers['set-cookie']);
  expect(cookie).toMatch(/^ferry_session=[\w-]{43}; HttpOnly; Path=\/; Max-Age=3600; SameSite=Lax$/);
  expect(cookie).not.toContain(reply.body['access_token']);
  const byCookie = await service.send({
    url: '/api/v1/migration-modal',
    bearer: null,
    headers: { cookie: cookie.split(';', 1)[0] ?? '' },
  });
  expect(byCookie.status).toBe(401);
  expect(answer(await exchange(token, { link_token: token }))).toEqual([401, used]);
});

test('a link token can be exchanged with an API key of its organization', { tags: '@X2' }, async () => {
  const token = await linkToken();
  expect((await exchange(service.apiKey, { link_token: token })).status).toBe(200);
  expect(answer(await exchange(service.apiKey, { link_token: token }))).toEqual([401, used]);
});

test(
  'the API key of another organization gets a 401 and uses up no link token',
  { tags: ['@X2', '@T17'] },
  async () => {
    const wanted = { description: 'other', organization: 'Harbourside' };
    const { apiKey } = await makeApiKey(service.store.keys, wanted, await service.clock.now());
    const token = await linkToken();
    expect(answer(await exchange(apiKey, { link_token: token }))).toEqual([401, invalid]);
    expect((await exchange(token, { link_token: token })).status).toBe(200);
  },
);

test(
  'a bearer token that differs from the link token in the body is refused, and both stay valid',
  { tags: ['@X2', '@T17'] },
  async () => {
    const [one, other] = [await linkToken(), await linkToken()];
    expect(answer(await exchange(one, { link_token: other }))).toEqual([401, invalid]);
    expect((await exchange(one, { link_token: one })).status).toBe(200);
    expect((await exchange(other, { link_token: other })).status).toBe(200);
  },
);

test('an unknown link token gets a 401 with any credential', { tags: '@X2' }, async () => {
  const token = await linkToken();
  expect(answer(await exchange('unknown', { link_token: 'unknown' }))).toEqual([401, invalid]);
  expect(answer(await exchange(service.apiKey, { link_token: 'unknown' }))).toEqual([401, invalid]);
  expect(answer(await exchange(token, { link_token: 'unknown' }))).toEqual([401, invalid]);
  expect(answer(await exchange(null, { link_token: token }))).toEqual([
    401,
    'The API key is missing or invalid. Send a valid key as a Bearer token in the Authorization header.',
  ]);
});

test.each([{}, { link_token: '' }, { link_token: 7 }, []])(
  'the body %j gets a 400 after the credential check, and the link token stays valid',
  { tags: '@X2' },
  async (body) => {
    const token = await linkToken();
    expect((await exchange(token, body)).status).toBe(400);
    expect((await exchange('unknown', body)).status).toBe(401);
    expect((await exchange(token, { link_token: token })).status).toBe(200);
  },
);

test('a link token expires after 60 s, and an access token after 1 h', { tags: '@X2' }, async () => {
  const [early, late] = [await linkToken(), await linkToken()];
  // Leaves 5 s of real time, because the clock keeps running.
  await service.store.clock.advance(1, 55_000);
  const reply = await exchange(early, { link_token: early });
  expect(reply.status).toBe(200);
  await service.store.clock.advance(1, 6_000);
  expect(answer(await exchange(late, { link_token: late }))).toEqual([401, expired]);
  expect(answer(await exchange(service.apiKey, { link_token: late }))).toEqual([401, expired]);

  const bearer: string = reply.body['access_token'] ?? '';
  const resume = async () => (await service.send({ url: '/api/v1/migration-modal', bearer })).status;
  expect(await resume()).toBe(404);
  await service.store.clock.advance(1, 3_598_000);
  expect(await resume()).toBe(401);
});

test('revoking a key ends its link tokens and access tokens immediately', { tags: ['@X2', '@T17'] }, async () => {
  const { apiKey, stored } = await makeApiKey(service.store.keys, { description: 'short' }, await service.clock.now());
  const [waiting, exchanged] = [await linkToken(apiKey), await linkToken(apiKey)];
  const { body } = await exchange(exchanged, { link_token: exchanged });
  const bearer: string = body['access_token'] ?? '';
  await service.store.keys.revoke(stored.id, { by: 'test', now: await service.clock.now() });
  expect(answer(await exchange(waiting, { link_token: waiting }))).toEqual([401, invalid]);
  expect(answer(await exchange(service.apiKey, { link_token: waiting }))).toEqual([401, invalid]);
  expect((await service.send({ url: '/api/v1/migration-modal', bearer })).status).toBe(401);
});

test(
  'the access token cookie over https is Secure, SameSite=None and Partitioned',
  { tags: ['@X2', '@T16'] },
  async () => {
    const proxiedService = await openTestService({ migrations: 1 }, { publicUrl: 'https://api.ferry.example/' });
    const created = await proxiedService.send({ method: 'POST', url: '/api/v1/link-token', body: {} });
    const token: string = created.body['link_token'] ?? '';
    const url = '/api/v1/access-token';
    const reply = await proxiedService.send({ method: 'POST', url, bearer: token, body: { link_token: token } });
    expect(String(reply.headers['set-cookie'])).toMatch(/Max-Age=3600; Secure; SameSite=None; Partitioned$/);
    expect(reply.headers['strict-transport-security']).toBeDefined();
    await proxiedService.end();
  },
);

test('the store contains tokens only as hashes', { tags: ['@X2', '@T7', '@T17'] }, async () => {
  const token = await linkToken();
  const { body } = await exchange(token, { link_token: token });
  await service.store.migrations.page(1, { page: 1, pageSize: 1 });
  const contents = await service.data.contents();
  for (const secret of [service.apiKey, token, body['access_token'] ?? '']) {
    expect(secret.length).toBeGreaterThan(40);
    for (const content of contents) expect(content.includes(secret)).toBe(false);
  }
});

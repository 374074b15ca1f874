import { afterAll, beforeAll, expect, test } from 'vitest';
import { getAccessToken, openModal } from '../testing/modal-flow.ts';
import { openTestService, type TestReply, type TestService } from '../testing/test-service.ts';

let service: TestService;
beforeAll(async () => {
  service = await openTestService({ migrations: 3, companies: 1 });
});
afterAll(() => service.end());

const url = '/api/v1/migration-modal';
const user = 'hello@aurorabakehouse.example';
const post = (bearer: string, body: unknown, headers: Record<string, string> = {}) =>
  service.send({ method: 'POST', url, bearer, body, headers });
const page = async (reply: TestReply) => service.send({ url: new URL(reply.body['url'] ?? '').pathname, bearer: null });
const ancestors = async (reply: TestReply) =>
  /frame-ancestors (.*)$/.exec(String((await page(reply)).headers['content-security-policy']))?.[1];

test('POST creates a migration whose modal URL contains no token', { tags: '@X1' }, async () => {
  const bearer = await getAccessToken(service);
  const reply = await post(bearer, { user_id: user });
  const address = reply.body['url'] ?? '';
  expect(address).toMatch(/^http:\/\/localhost:80\/modal\/[\w-]{43}$/);
  expect(address).not.toContain(bearer.slice(0, 8));
  const { body } = await service.send({ url: '/api/v1/migrations?page_size=1' });
  expect(body['results']).toMatchObject([{ status: 'NOT_READY', created_by_user_id: user, company_id: null }]);
  expect(body['page']).toMatchObject({ total: 4 });
  const resumedReply = await service.send({ url, bearer });
  expect(resumedReply.body).toEqual({ url: address, status: 'NOT_READY' });
});

test(
  'a second POST returns the open modal, and another user or other providers get a 409',
  { tags: '@X1' },
  async () => {
    const bearer = await getAccessToken(service);
    const body = { user_id: user, source_providers: ['Ledgerline', 'Oddbooks'] };
    const first = await post(bearer, body);
    expect((await post(bearer, body)).body).toEqual(first.body);
    expect((await post(bearer, { user_id: 'other@x.example', source_providers: body.source_providers })).status).toBe(
      409,
    );
    expect((await post(bearer, { user_id: user, source_providers: ['Ledgerline'] })).status).toBe(409);
    expect((await post(bearer, { user_id: user })).status).toBe(409);
  },
);

test('a user_id can be as long as an email address', { tags: ['@X1', '@T41'] }, async () => {
  const bearer = await getAccessToken(service);
  const domain = (length: number): string =>
    length > 63 ? `${'b'.repeat(61)}.${domain(length - 62)}` : 'c'.repeat(length);
  const long = (length: number) => `${'a'.repeat(64)}@${domain(length - 65)}`;
  for (const length of [255, 60_000]) {
    const refusedReply = await post(bearer, { user_id: long(length) });
    expect([refusedReply.status, refusedReply.body.message]).toEqual([
      400,
      'user_id must be a UUID or an email address.',
    ]);
  }
  expect((await post(bearer, { user_id: long(254) })).status).toBe(200);
});

test('the email addresses that a user_id accepts are exactly those of `format: email`', { tags: '@X1' }, async () => {
  const mails = [
    "!#$%&'*+-/=?^_`{|}~@a.co",
    'a.b@xn--vermgensberatung-pwb.xn--p1ai',
    'x@localhost',
    'x@1.2',
    '0@A.XN--MGBERP4A5D4AR',
  ];
  for (const mail of mails) {
    const reply = await post(await getAccessToken(service), { user_id: mail });
    expect(reply.status, mail).toBe(200);
  }
  for (const none of [
    'a',
    '@b.c',
    'a@',
    'a..b@c.d',
    '.a@c.d',
    'a.@c.d',
    'a b@c.d',
    'a@-b.c',
    'a@b-.c',
    'a@b..c',
    'a\n@b.c',
    `${'a'.repeat(65)}@b.c`,
    `a@${'b'.repeat(64)}.c`,
  ])
    expect((await post(await getAccessToken(service), { user_id: none })).status, none).toBe(400);
});

test(
  'after the end of a migration, POST creates a new migration and the old page gets a 410',
  { tags: '@X1' },
  async () => {
    const bearer = await getAccessToken(service);
    const first = await post(bearer, { user_id: user });
    const path = new URL(first.body['url'] ?? '').pathname;
    await service.send({ method: 'POST', url: `${path}/close`, bearer: null, body: {} });
    expect((await service.send({ url, bearer })).body['status']).toBe('LOGIN_ABANDONED');
    const endedPage = await page(first);
    expect(endedPage.status).toBe(410);
    expect(endedPage.text).toContain('This migration has ended');
    const second = await post(bearer, { user_id: user });
    expect(second.body['url']).not.toBe(first.body['url']);
    expect((await page(second)).status).toBe(200);
  },
);

test(
  'GET without a modal gets a 404, and an unknown modal URL shows a readable 404 page',
  { tags: '@X1' },
  async () => {
    const bearer = await getAccessToken(service);
    expect((await service.send({ url, bearer })).status).toBe(404);
    const unknown = await service.send({ url: `/modal/${'A'.repeat(43)}`, bearer: null });
    expect(unknown.status).toBe(404);
    expect(unknown.text).toContain('Page not found');
  },
);

test.each([
  {},
  { user_id: 'nobody' },
  { user_id: 7 },
  { user_id: user, source_providers: 'Ledgerline' },
  { user_id: user, source_providers: ['Ledger\0line'] },
  { user_id: user, source_providers: ['Ledgerline', '\ud83d'] },
  { user_id: user, source_providers: [] },
  { user_id: user, source_providers: ['Oddbooks'] },
])('the modal request with the body %j gets a 400', { tags: '@X1' }, async (body) => {
  expect((await post(await getAccessToken(service), body)).status).toBe(400);
});

test('only the last accepted Origin can embed the modal', { tags: ['@X1', '@T32'] }, async () => {
  const bearer = await getAccessToken(service);
  const body = { user_id: user };
  expect(await ancestors(await post(bearer, body))).toBe("'none'");
  const shop = 'https://shop.example';
  expect(await ancestors(await post(bearer, body, { origin: shop }))).toBe(shop);
  const local = await service.send({ url, bearer, headers: { origin: 'http://127.0.0.1:5173' } });
  expect(await ancestors(local)).toBe('http://127.0.0.1:* http://localhost:*');
  for (const origin of ['null', 'http://shop.example', 'nonsense']) {
    expect((await post(bearer, body, { origin })).status).toBe(403);
    expect((await service.send({ url, bearer, headers: { origin } })).status).toBe(403);
  }
  expect(await ancestors(local)).toBe('http://127.0.0.1:* http://localhost:*');
});

test(
  'a loopback origin allows only its own port, unless the service itself is called on loopback',
  { tags: ['@X1', '@T32'] },
  async () => {
    const open = await openTestService({ migrations: 1 }, { isLoopback: false });
    const { path } = await openModal(open, user, { origin: 'http://127.0.0.1:5173' });
    const ancestorsAt = async (host: string, at = path) => {
      const { headers } = await open.send({ url: at, bearer: null, headers: { host } });
      return /frame-ancestors (.*)$/.exec(String(headers['content-security-policy']))?.[1];
    };
    expect(await ancestorsAt('192.168.1.7:8600')).toBe('http://127.0.0.1:5173');
    expect(await ancestorsAt('ferry.example')).toBe('http://127.0.0.1:5173');
    expect(await ancestorsAt('127.0.0.1:8600')).toBe('http://127.0.0.1:* http://localhost:*');
    const shop = await openModal(open, user, { origin: 'https://shop.example' });
    expect(await ancestorsAt('127.0.0.1:8600', shop.path)).toBe('https://shop.example');
    await open.end();
  },
);

test('the modal loads nothing external and sends no referrer', { tags: ['@X1', '@T12'] }, async () => {
  const { path } = await openModal(service, user);
  const { headers, text } = await service.send({ url: path, bearer: null });
  expect(headers).toMatchObject({ 'referrer-policy': 'no-referrer', 'cache-control': 'no-store' });
  expect(String(headers['content-security-policy'])).toContain("default-src 'none'");
  expect(text).not.toContain(path.split('/').at(-1));
  for (const [, asset] of text.matchAll(/(?:src|href)="([^"#][^"]*)"/g)) {
    expect(asset).toMatch(/^\/modal-assets\//);
    expect((await service.send({ url: asset ?? '', bearer: null })).status).toBe(200);
  }
});

test('two concurrent POSTs create one migration', { tags: '@X1' }, async () => {
  const bearer = await getAccessToken(service);
  const before = (await service.store.migrations.page(1, { page: 1, pageSize: 1 })).total;
  const replies = await Promise.all(Array.from({ length: 8 }, () => post(bearer, { user_id: user })));
  expect(new Set(replies.map(({ body }) => body['url'])).size).toBe(1);
  expect((await service.store.migrations.page(1, { page: 1, pageSize: 1 })).total).toBe(before + 1);
});

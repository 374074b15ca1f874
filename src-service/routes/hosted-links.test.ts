import { afterAll, beforeAll, expect, test } from 'vitest';
import { eraseUser } from '../erasure/erase-user.ts';
import { hashSecret, hostedAccessToken, makeApiKey } from '../store/secrets.ts';
import { beginCopy } from '../testing/modal-flow.ts';
import { openTestService, type TestService } from '../testing/test-service.ts';

const hour = 3_600_000;
const day = 24 * hour;
const tags = ['@S27'];

let service: TestService;
let organization: number;
beforeAll(async () => {
  service = await openTestService({ migrations: 0, companies: 0 });
  organization = (await service.store.seed.organization())?.number ?? 0;
});
afterAll(() => service.end());

const create = async (more: object = {}): Promise<{ id: string; url: string; secret: string }> => {
  const body = { user_id: 'ada@aurora.example', ...more };
  const reply = await service.send({ method: 'POST', url: '/hosted-links/v1', body });
  expect(reply.status, reply.text).toBe(200);
  const url: string = reply.body['url'] ?? '';
  return { id: reply.body['id'] ?? '', url, secret: new URL(url).hash.slice(1) };
};
const open = (link: string) => service.send({ method: 'POST', url: '/start/session', bearer: null, body: { link } });
/** Opens a link and returns the path of its modal. */
const pathOf = async (link: string): Promise<string> => {
  const { status, body, text } = await open(link);
  expect(status, text).toBe(200);
  return new URL(body['url'] ?? '').pathname;
};
const stateOf = async (path: string): Promise<Record<string, unknown>> =>
  (await service.send({ url: `${path}/state`, bearer: null })).body;
const list = async (query = ''): Promise<{ results: Record<string, unknown>[]; next: string | null }> => {
  const { body } = await service.send({ url: `/hosted-links/v1${query}` });
  return { results: body['results'] ?? [], next: body['next'] ?? null };
};

test("a hosted link opens its user's modal, and later requests get the same modal", { tags }, async () => {
  const metadata = { tenant: 'aurora' };
  const { id, url, secret } = await create({ metadata, locale: 'de', return_url: 'https://app.example.com/done' });
  expect(url).toMatch(/^http:\/\/localhost(:\d+)?\/start\?locale=de#[\w-]{43}$/);
  const [first, second] = await Promise.all([pathOf(secret), pathOf(secret)]);
  expect(second).toBe(first);
  const state = await stateOf(first);
  expect(state).toMatchObject({ user_id: 'ada@aurora.example', return_url: 'https://app.example.com/done' });
  expect(await pathOf(secret)).toBe(first);
  const { results } = await list();
  expect(results[0]).toMatchObject({ id, status: 'active', migration_id: state['migration_id'], metadata });
  expect(JSON.stringify(results)).not.toContain(secret);
  const events = (await service.send({ url: '/webhooks/v1/events' })).body['results'] ?? [];
  expect(events).toEqual([expect.objectContaining({ metadata })]);
});

test(
  'a hosted link reopens its migration after the session has expired, and shows how it ended',
  { tags },
  async () => {
    const { secret } = await create();
    const path = await pathOf(secret);
    await beginCopy(service, path, 'good@example.com');
    expect(await stateOf(path)).toMatchObject({ status: 'WORKING' });
    await service.store.clock.advance(organization, 2 * hour);
    expect(await pathOf(secret)).toBe(path);
    expect(await stateOf(path)).toMatchObject({ status: 'COMPLETE' });
  },
);

test('a hosted link opens a new session if the last one ended before its copy started', { tags }, async () => {
  const { id, secret } = await create();
  const closed = await pathOf(secret);
  await service.send({ method: 'POST', url: `${closed}/close`, bearer: null, body: {} });
  const expired = await pathOf(secret);
  expect(expired).not.toBe(closed);
  await service.store.clock.advance(organization, hour);
  const [next, same] = await Promise.all([pathOf(secret), pathOf(secret)]);
  expect(next).not.toBe(expired);
  expect(same).toBe(next);
  const { migration_id: migrationId } = await stateOf(next);
  expect((await list()).results.find((link) => link['id'] === id)).toMatchObject({ migration_id: migrationId });
});

test('a hosted link uses the session that another request just started', { tags }, async () => {
  const { secret } = await create();
  const { clock, hostedLinks } = service.store;
  const hash = hashSecret(secret);
  const expires = (await clock.now(organization)) + hour;
  const token = { hash: hashSecret(hostedAccessToken(secret, 1)), cookieHash: hashSecret('cookie'), expires };
  await hostedLinks.startSession(hash, 0, token);
  await pathOf(secret);
  expect((await hostedLinks.byHash(hash))?.sessions).toBe(1);
});

test('a hosted link expires after 7 days, and unknown links give the same response', { tags }, async () => {
  const { id, secret } = await create();
  await service.store.clock.advance(organization, 7 * day - 1_000);
  expect((await open(secret)).status).toBe(200);
  await service.store.clock.advance(organization, 1_000);
  const refused = await open(secret);
  expect(refused.status).toBe(404);
  expect((await open('unknown')).body).toEqual(refused.body);
  expect((await list()).results.find((link) => link['id'] === id)).toMatchObject({ status: 'expired' });
});

test('revoking a link ends its session and is in the audit log without its user', { tags }, async () => {
  const { id, secret } = await create();
  const path = await pathOf(secret);
  const revoke = () => service.send({ method: 'DELETE', url: `/hosted-links/v1/${id}` });
  expect((await revoke()).body).toMatchObject({ id, status: 'revoked' });
  expect((await revoke()).body).toMatchObject({ id, status: 'revoked' });
  expect((await open(secret)).status).toBe(404);
  expect(await stateOf(path)).toMatchObject({ session_over: true });
  const body = { provider: 'Ledgerline' };
  expect((await service.send({ method: 'POST', url: `${path}/provider`, bearer: null, body })).status).toBe(410);
  const actions = ['hosted-link.create', 'hosted-link.revoke'] as const;
  const entries = await service.store.audit.about(organization, { before: Number.MAX_SAFE_INTEGER }, 100, {
    subject: id,
    actions,
  });
  expect(entries.map(({ text }) => (JSON.parse(text) as { action: string }).action)).toEqual(actions.toReversed());
  expect(JSON.stringify(entries)).not.toContain('ada@aurora.example');
});

test(
  'only keys with the right scope, from the same organization, can read and change hosted links',
  { tags },
  async () => {
    const { id, secret } = await create();
    const keyOf = async (scopes: readonly ('read' | 'link')[], other?: string) =>
      (await makeApiKey(service.store.keys, { description: 'x', scopes, organization: other }, 1)).apiKey;
    const [reader, linker, stranger] = [
      await keyOf(['read']),
      await keyOf(['link']),
      await keyOf(['read', 'link'], 'B'),
    ];
    const statusOf = async (method: 'GET' | 'POST' | 'DELETE', path: string, bearer: string | null, body?: object) =>
      (await service.send({ method, url: `/hosted-links/v1${path}`, bearer, body })).status;
    const body = { user_id: 'bob@aurora.example' };
    expect(await statusOf('POST', '', reader, body)).toBe(403);
    expect(await statusOf('DELETE', `/${id}`, reader)).toBe(403);
    expect(await statusOf('GET', '', linker)).toBe(403);
    expect(await statusOf('GET', '', null)).toBe(401);
    expect(await statusOf('DELETE', `/${id}`, stranger)).toBe(404);
    expect((await service.send({ url: '/hosted-links/v1', bearer: stranger })).body).toEqual({
      results: [],
      next: null,
    });
    expect((await open(secret)).status).toBe(200);
  },
);

test('revoking a key revokes its links', { tags }, async () => {
  const { apiKey, stored } = await makeApiKey(service.store.keys, { description: 'x' }, 1);
  const { body } = await service.send({
    method: 'POST',
    url: '/hosted-links/v1',
    bearer: apiKey,
    body: { user_id: 'ada@aurora.example' },
  });
  await service.store.keys.revoke(stored.id, { by: 'test', now: 2 });
  expect((await open(new URL(body['url'] ?? '').hash.slice(1))).status).toBe(404);
  expect((await list()).results[0]).toMatchObject({ id: body['id'], status: 'revoked' });
});

test('the list has pages, newest first', { tags }, async () => {
  const created: string[] = [];
  for (let count = 0; count < 3; count += 1) created.push((await create()).id);
  const first = await list('?limit=2');
  const second = await list(`?limit=2&after=${first.next}`);
  const ids = [...first.results, ...second.results].map(({ id }) => id);
  expect(ids.slice(0, 3).toSorted()).toEqual(created.toSorted());
  expect(ids.map(String)).toEqual(ids.map(String).toSorted().toReversed());
  expect((await service.send({ url: '/hosted-links/v1?after=x' })).status).toBe(400);
});

test.each([
  [{}, 'user_id'],
  [{ user_id: 'ada@aurora.example', return_url: 'http://app.example.com' }, 'return_url must be an https URL'],
  [{ user_id: 'ada@aurora.example', return_url: 'javascript:alert(1)' }, 'return_url must be an https URL'],
  [{ user_id: 'ada@aurora.example', source_providers: ['Acme'] }, 'source_providers has no provider'],
])('an invalid link is refused with the name of the property: %j', { tags }, async (body, message) => {
  const reply = await service.send({ method: 'POST', url: '/hosted-links/v1', body });
  expect(reply).toMatchObject({ status: 400, body: { message: expect.stringContaining(message) } });
});

test('erasing an end user deletes their links, and the store never has a secret', { tags }, async () => {
  const { secret } = await create({ user_id: 'canary.51c@aurora.example' });
  await pathOf(secret);
  const holding = async (text: string) => (await service.data.contents()).some((content) => content.includes(text));
  expect([await holding('canary.51c@'), await holding(secret)]).toEqual([true, false]);
  await eraseUser(service.store, organization, 'canary.51c@aurora.example', { by: 'test' });
  expect((await open(secret)).status).toBe(404);
  expect(await holding('canary.51c@')).toBe(false);
});

test('the page of a link is the modal page, under its policy', { tags }, async () => {
  const { status, headers, text } = await service.send({ url: '/start?locale=de', bearer: null });
  expect([status, headers['cache-control'], headers['referrer-policy']]).toEqual([200, 'no-store', 'no-referrer']);
  expect(headers['content-security-policy']).toMatch(
    /^default-src 'none'; script-src 'self'; .*frame-ancestors 'none'$/,
  );
  expect(text).toContain('<html lang="de"');
  expect(text).not.toContain('{reference}');
  const body = { link: (await create()).secret };
  const origin = 'http://localhost';
  const opened = await service.send({ method: 'POST', url: '/start/session', bearer: null, headers: { origin }, body });
  const modal = { url: new URL(opened.body['url'] ?? '').pathname, bearer: null };
  for (const destination of ['document', 'iframe']) {
    const page = await service.send({ ...modal, headers: { 'sec-fetch-dest': destination } });
    expect(page.text.includes('Leave this page?')).toBe(destination === 'document');
  }
  expect((await service.send({ url: '/.well-known/ferry', bearer: null })).body).toMatchObject({ hosted_links: true });
});

test('only a real copy of the own organization with failed items has a retry link', { tags }, async () => {
  const { secret } = await create();
  const path = await pathOf(secret);
  await beginCopy(service, path, 'partial@example.com');
  const id = String((await stateOf(path))['migration_id']);
  const retry = async (bearer = service.apiKey, migration = id) => {
    const url = `/retries/v1/migrations/${migration}`;
    const { status, body } = await service.send({ method: 'POST', url, bearer, body: {} });
    return [status, body.message ?? ''] as const;
  };
  const keyOf = async (scopes: readonly ('read' | 'link')[], other?: string) =>
    (await makeApiKey(service.store.keys, { description: 'x', scopes, organization: other }, 1)).apiKey;
  expect(await retry()).toEqual([409, 'This migration is still in progress.']);
  await service.store.clock.advance(organization, hour);
  expect(await stateOf(path)).toMatchObject({ status: 'COMPLETED_WITH_FAILURES', can_retry: false });
  expect(await retry()).toEqual([409, 'This migration copied no real data, so it has no items to retry.']);
  expect((await retry(await keyOf(['read'])))[0]).toBe(403);
  expect((await retry(await keyOf(['link'], 'C')))[0]).toBe(404);
  expect((await retry(service.apiKey, '6f1c2d3e-4a5b-4c6d-8e7f-90a1b2c3d4e5'))[0]).toBe(404);
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import { modalStateSchema } from '#shared/modal-messages/modal-state.ts';
import { eraseUser } from '../erasure/erase-user.ts';
import { openModal } from '../testing/modal-flow.ts';
import { openTestService, type TestService } from '../testing/test-service.ts';

let service: TestService;
beforeAll(async () => {
  service = await openTestService({ migrations: 250, companies: 40 });
});
afterAll(() => service.end());

const get = async (url: string) => {
  const { authorization } = service;
  const reply = await service.app.inject({ url, headers: { authorization } });
  return { status: reply.statusCode, body: reply.json() };
};

test('the pages of a list together have every migration once, newest first', { tags: '@X1' }, async () => {
  const ids = new Set<string>();
  let before = '9999';
  for (let page = 1; page <= 4; page++) {
    const { body } = await get(`/api/v1/migrations?page=${page}&page_size=70`);
    expect(body.page).toEqual({ size: 70, total: 250 });
    for (const { id, created } of body.results) {
      expect(created < before).toBe(true);
      before = created;
      ids.add(id);
    }
  }
  expect(ids.size).toBe(250);
});

test('a page past the end of a list is empty and has the total', { tags: '@X1' }, async () => {
  for (const page of ['5', '9007199254740991']) {
    const { status, body } = await get(`/api/v1/companies?page=${page}`);
    expect({ status, body }).toEqual({ status: 200, body: { results: [], page: { size: 10, total: 40 } } });
  }
});

test.each(['0', '-1', 'abc', '1.5', '1e2', '', '%201', '9007199254740992', '1&page=2'])(
  'page=%s is refused with a message that names the parameter',
  { tags: '@X1' },
  async (page) => {
    for (const list of ['migrations', 'companies']) {
      const { status, body } = await get(`/api/v1/${list}?page=${page}`);
      expect(status).toBe(400);
      expect(body).toEqual({ type: 'api_error', message: 'page must be an integer from 1 to 9007199254740991.' });
    }
  },
);

test.each(['0', '101', '1.0', 'ten', ''])(
  'page_size=%s is refused with the allowed range',
  { tags: '@X1' },
  async (size) => {
    const { status, body } = await get(`/api/v1/migrations?page_size=${size}`);
    expect({ status, message: body.message }).toEqual({
      status: 400,
      message: 'page_size must be an integer from 1 to 100.',
    });
  },
);

test(
  "a migration's ID is case-insensitive, an invalid ID gets a 400, and an unknown ID a 404",
  { tags: '@X1' },
  async () => {
    const first = (await get('/api/v1/migrations')).body.results[0];
    expect((await get(`/api/v1/migrations/${first.id.toUpperCase()}`)).body).toEqual(first);
    expect((await get('/api/v1/migrations/42')).status).toBe(400);
    expect((await get(`/api/v1/migrations/${'a'.repeat(5000)}`)).status).toBe(400);
    const unknown = await get('/api/v1/migrations/00000000-0000-4000-8000-000000000000');
    expect(unknown).toEqual({
      status: 404,
      body: { type: 'api_error', message: 'There is no migration with this ID.' },
    });
  },
);

test.each([
  '/api/v1/migrations?stauts=FAILED',
  '/api/v1/migrations/00000000-0000-4000-8000-000000000000?stauts=1',
  '/api/v1/companies?page=1&stauts=FAILED',
  '/companies/v1/00000000-0000-4000-8000-000000000000?stauts=1',
  '/healthz?stauts',
  '/webhooks/v1/events?stauts=1',
  '/webhooks/v1/endpoints?stauts=1',
  '/webhooks/v1/deliveries?stauts=1',
  '/reports/v1/migrations/00000000-0000-4000-8000-000000000000?stauts=1',
])('the unknown query parameter of %s is refused with its name', { tags: '@X1' }, async (url) => {
  expect(await get(url)).toEqual({
    status: 400,
    body: { type: 'api_error', message: 'Unknown query parameter: stauts.' },
  });
});

test.each([
  ['status=DONE', 'status must be one of NOT_READY, NOT_STARTED,'],
  ['status=FAILED&status=', 'status must be one of'],
  ['company_id=7', 'company_id'],
  ['created_by_user_id=', 'created_by_user_id'],
  ['created_by_user_id=a&created_by_user_id=b', 'created_by_user_id must not be repeated.'],
  ['created_after=yesterday', 'created_after must be an ISO 8601 time such as 2026-11-20T14:32:00Z.'],
  ['created_before=', 'created_before must be an ISO 8601 time'],
])('the invalid filter %s is refused with the name of the parameter', { tags: '@X1' }, async (query, message) => {
  const { status, body } = await get(`/api/v1/migrations?${query}`);
  expect({ status, message: body.message }).toEqual({ status: 400, message: expect.stringContaining(message) });
});

test('filters match `created` for dates and for times with any offset', { tags: '@X1' }, async () => {
  const { body } = await get('/api/v1/migrations?page_size=100');
  const [first, , third] = body.results;
  const after = third.created.replace('Z', '%2B00:00');
  const foundReply = await get(`/api/v1/migrations?created_after=${after}&created_before=${first.created}`);
  expect(foundReply.body).toEqual({ results: body.results.slice(1, 3), page: { size: 10, total: 2 } });
  expect((await get('/api/v1/migrations?created_before=2000-01-01')).body.page.total).toBe(0);
});

test('a company is found by its ID in any case, and an unknown company gets a 404', { tags: '@X1' }, async () => {
  const [company] = (await get('/api/v1/companies')).body.results;
  expect(await get(`/companies/v1/${company.id.toUpperCase()}`)).toEqual({ status: 200, body: company });
  expect(await get('/companies/v1/00000000-0000-4000-8000-000000000000')).toEqual({
    status: 404,
    body: { type: 'api_error', message: 'There is no company with this ID.' },
  });
  expect((await get('/companies/v1/7')).status).toBe(400);
  expect((await get(`/api/v1/migrations?company_id=${company.id.toUpperCase()}&status=FAILED`)).status).toBe(200);
});

test('filters by company and user are exact after another login and after an erasure', { tags: '@X1' }, async () => {
  const userId = 'companies@wharf.example';
  const { path } = await openModal(service, userId);
  const post = async (call: string, body: unknown) =>
    (await service.send({ method: 'POST', url: `${path}/${call}`, bearer: null, body })).body;
  const totalOf = async (filter: string): Promise<number> =>
    (await get(`/api/v1/migrations?${filter}`)).body.page.total;
  const ownCompany = async (): Promise<string> =>
    (await get(`/api/v1/migrations?created_by_user_id=${userId}`)).body.results[0]['company_id'];
  await post('provider', { provider: 'Ledgerline' });
  const logIn = async (index: number): Promise<string> => {
    const { login } = modalStateSchema.parse(await post('login', { user_name: userId, password: 'secret' }));
    await post('company', { company: login.companies[index]?.name });
    return ownCompany();
  };
  const first = await logIn(0);
  expect([await totalOf(`company_id=${first}`), await totalOf(`created_by_user_id=${userId}`)]).toEqual([1, 1]);
  const second = await logIn(1);
  expect(second).not.toBe(first);
  expect([await totalOf(`company_id=${first}`), await totalOf(`company_id=${second}`)]).toEqual([0, 1]);
  const [{ created_by_user_id: seededUser }] = (await get('/api/v1/migrations?page=20')).body.results;
  expect(await totalOf(`created_by_user_id=${seededUser}`)).toBeGreaterThan(0);
  await eraseUser(service.store, 1, seededUser, { by: 'test' });
  expect(await totalOf(`created_by_user_id=${seededUser}`)).toBe(0);
  await eraseUser(service.store, 1, userId, { by: 'test' });
  expect(await totalOf(`created_by_user_id=${userId}`)).toBe(0);
});

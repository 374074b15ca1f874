import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { modalStateSchema } from '#shared/modal-messages/modal-state.ts';
import { createEngine } from '../background-work.ts';
import { beginCopy, openModal } from '../testing/modal-flow.ts';
import { openTestService, type TestService } from '../testing/test-service.ts';
import { makeApiKey } from '../secrets.ts';

let service: TestService;
beforeAll(async () => {
  service = await openTestService({ migrations: 3, companies: 1 });
});
afterAll(() => service.end());

const user = 'hello@aurorabakehouse.example';
const post = (path: string, call: string, body: unknown = {}, headers: Record<string, string> = {}) =>
  service.send({ method: 'POST', url: `${path}/${call}`, bearer: null, body, headers });
const stateOf = async (path: string) => {
  const { body } = await service.send({ url: `${path}/state`, bearer: null });
  return modalStateSchema.parse(body);
};
const pass = async (seconds: number): Promise<void> => {
  await service.store.clock.advance(1, seconds * 1_000);
  await createEngine(service.store.runs, service.clock).tick();
};

describe('X4 modal page calls', () => {
  test('the whole way: provider, login, begin, progress, end', async () => {
    const { path } = await openModal(service, user);
    expect((await stateOf(path)).providers.map(({ name }) => name)).toContain('Ledgerline');
    expect((await post(path, 'provider', { provider: 'Crewbase' })).body['provider']).toBe('Crewbase');
    const loggedIn = await post(path, 'login', { user_name: user, password: 'secret' });
    expect(loggedIn.body).toMatchObject({ status: 'NOT_STARTED', company_name: 'Aurorabakehouse', login_error: null });
    expect((await post(path, 'begin')).body['status']).toBe('WORKING');
    await pass(4);
    const half = await stateOf(path);
    expect(half.progress.map(({ state }) => state)).toEqual(['done', 'done', 'copying', 'waiting', 'waiting']);
    await pass(5);
    const end = await stateOf(path);
    expect(end.status).toBe('COMPLETE');
    expect(end.progress.every(({ state, done, total }) => state === 'done' && done === total)).toBe(true);
    const { body } = await service.send({ url: `/api/v1/migrations/${end.migration_id}` });
    expect(body['status']).toBe('COMPLETE');
    const companies = await service.send({ url: '/api/v1/companies?page_size=1' });
    expect(companies.body['results']).toMatchObject([
      { id: body['company_id'], provider_company_name: 'Aurorabakehouse', source_provider: 'Crewbase' },
    ]);
  });

  test('[fault] (F32) a text that no database keeps is refused, and a long login is never cut within a character', async () => {
    const { path } = await openModal(service, user);
    await post(path, 'provider', { provider: 'Ledgerline' });
    for (const wrong of ['a\0b', 'a\ud83d', '\ude00b']) {
      const refused = await post(path, 'login', { user_name: wrong, password: 'secret' });
      expect([refused.status, refused.body.message]).toEqual([400, 'user_name must be text without NUL.']);
      expect((await post(path, 'provider', { provider: wrong })).status).toBe(400);
    }
    const emoji = '😀'.repeat(60);
    const loggedIn = await post(path, 'login', { user_name: `x${emoji}`, password: 'secret' });
    expect([loggedIn.status, loggedIn.body['company_name']]).toEqual([200, `X${'😀'.repeat(39)}`]);
  });

  test('practice users are offered under a test key, and not under a production key', async () => {
    expect((await stateOf((await openModal(service, user)).path)).practice_users).toBe(true);
    const { apiKey } = await makeApiKey(service.store.keys, { description: 'live', production: true }, Date.now());
    const live: TestService = { ...service, send: (request) => service.send({ bearer: apiKey, ...request }) };
    expect((await stateOf((await openModal(live, user)).path)).practice_users).toBe(false);
  });

  test('the same login finds the same company again', async () => {
    const companies: unknown[] = [];
    for (const name of ['one', 'two']) {
      const { path } = await openModal(service, `${name}@x.example`);
      await beginCopy(service, path, 'ops@halden-logistics.example');
      const { migration_id: id, company_name: company } = await stateOf(path);
      expect(company).toBe('Halden Logistics');
      companies.push((await service.send({ url: `/api/v1/migrations/${id}` })).body['company_id']);
    }
    expect(companies[0]).toBe(companies[1]);
  });

  test.each(['wrong@x.example', 'wrong+1@x.example'])(
    'the login of %s is refused, and can be tried again',
    async (name) => {
      const { path } = await openModal(service, user);
      await post(path, 'provider', { provider: 'Ledgerline' });
      const refused = await post(path, 'login', { user_name: name, password: 'x' });
      expect(refused.body).toMatchObject({
        status: 'NOT_READY',
        login_error: 'Ledgerline refused the user name or the password.',
      });
      expect((await stateOf(path)).login_error).toBeNull();
      expect((await post(path, 'login', { user_name: user, password: 'x' })).body['status']).toBe('NOT_STARTED');
    },
  );

  test('a question is answered by one of its options, and the copy goes on with that company', async () => {
    const { path } = await openModal(service, user);
    await beginCopy(service, path, 'needs-input@aurora-bakehouse.example');
    await pass(4);
    const asked = await stateOf(path);
    expect(asked).toMatchObject({
      status: 'PENDING_USER_INPUT',
      question: { options: ['Aurora Bakehouse', 'Aurora Catering'] },
    });
    await pass(3_000);
    expect((await stateOf(path)).status).toBe('PENDING_USER_INPUT');
    expect((await post(path, 'answer', { option: 'Nobody' })).status).toBe(400);
    expect((await post(path, 'answer', { option: 'Aurora Catering' })).body).toMatchObject({
      status: 'WORKING',
      company_name: 'Aurora Catering',
    });
    await pass(6);
    expect((await stateOf(path)).status).toBe('COMPLETE');
  });

  test('partial ends with gaps, failing with a reason', async () => {
    const partial = await openModal(service, 'partial@x.example');
    const failing = await openModal(service, 'failing@x.example');
    for (const { path } of [partial, failing]) await beginCopy(service, path, user);
    await pass(9);
    const gaps = await stateOf(partial.path);
    expect(gaps).toMatchObject({ status: 'COMPLETED_WITH_FAILURES', gaps: '14 attachments were too large.' });
    expect(gaps.progress.at(-1)).toMatchObject({ state: 'done_with_gaps' });
    expect(await stateOf(failing.path)).toMatchObject({ status: 'FAILED', reason: 'provider_failed', can_retry: true });
  });

  test('after FAILED one retry opens a new modal of the same access token; the next failure has none', async () => {
    const { path, accessToken } = await openModal(service, 'failing@x.example');
    await beginCopy(service, path, user);
    await pass(5);
    const retried = await post(path, 'retry');
    const next = new URL(retried.body['url'] ?? '').pathname;
    expect(next).not.toBe(path);
    expect((await post(path, 'retry')).body).toEqual(retried.body);
    const resumed = await service.send({ url: '/api/v1/migration-modal', bearer: accessToken });
    expect(resumed.body).toEqual({ url: retried.body['url'], status: 'NOT_READY' });
    await beginCopy(service, next, user);
    await pass(5);
    expect(await stateOf(next)).toMatchObject({ status: 'FAILED', can_retry: false });
    expect((await post(next, 'retry')).status).toBe(409);
  });

  test('closing gives the login up; a copy goes on without the window', async () => {
    const early = await openModal(service, user);
    expect((await post(early.path, 'close')).body).toMatchObject({ status: 'LOGIN_ABANDONED', reason: 'closed' });
    const late = await openModal(service, user);
    await beginCopy(service, late.path, user);
    expect((await post(late.path, 'close')).body['status']).toBe('WORKING');
  });

  test('abandons: the user gives the login up by itself', async () => {
    const { path } = await openModal(service, 'abandons@x.example');
    await pass(6);
    expect(await stateOf(path)).toMatchObject({ status: 'LOGIN_ABANDONED', reason: 'closed' });
    const other = await openModal(service, user);
    await post(other.path, 'provider', { provider: 'Ledgerline' });
    const reply = await post(other.path, 'login', { user_name: 'abandons@x.example', password: 'x' });
    expect(reply.body['status']).toBe('LOGIN_ABANDONED');
  });

  test('out of turn is 409, after the end 410, an unknown address 404', async () => {
    const { path } = await openModal(service, user);
    for (const call of ['begin', 'answer']) expect((await post(path, call, { option: 'x' })).status).toBe(409);
    expect((await post(path, 'login', { user_name: user, password: 'x' })).status).toBe(409);
    expect((await post(path, 'provider', { provider: 'Nobody' })).status).toBe(400);
    await post(path, 'close');
    for (const call of ['begin', 'close']) expect((await post(path, call)).status).toBe(410);
    const unknown = `/modal/${'A'.repeat(43)}`;
    for (const call of ['begin', 'close', 'retry']) expect((await post(unknown, call)).status).toBe(404);
    expect((await service.send({ url: `${unknown}/state`, bearer: null })).status).toBe(404);
  });

  test('[security] (T16) only the own page may act: another origin and a cross-site request get 403', async () => {
    const { path } = await openModal(service, user, { origin: 'https://shop.example' });
    for (const headers of [
      { origin: 'https://shop.example' },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site' },
    ]) {
      expect((await post(path, 'close', {}, headers)).status).toBe(403);
    }
    const own = { origin: 'http://localhost:80', 'sec-fetch-site': 'same-origin' };
    expect(
      (await post(path, 'provider', { provider: 'Ledgerline' }, { ...own, origin: 'http://localhost' })).status,
    ).toBe(200);
  });

  test('the session ends with the access token: LOGIN_ABANDONED, and nothing but the state answers', async () => {
    const { path } = await openModal(service, user);
    const waiting = await openModal(service, user);
    await post(waiting.path, 'provider', { provider: 'Ledgerline' });
    await post(waiting.path, 'login', { user_name: user, password: 'x' });
    await pass(3_597);
    expect((await stateOf(path)).status).toBe('NOT_READY');
    await pass(4);
    expect(await stateOf(path)).toMatchObject({
      status: 'LOGIN_ABANDONED',
      reason: 'session_over',
      session_over: true,
    });
    expect((await post(path, 'close')).status).toBe(410);
    expect(await stateOf(waiting.path)).toMatchObject({ status: 'FAILED', reason: 'abandoned', can_retry: false });
  });

  test('[security] (T17) a revoked key closes the modals that came from it', async () => {
    const { path } = await openModal(service, user);
    const [key] = (await service.store.keys.list()).filter(({ revoked }) => revoked === null);
    await service.store.keys.revoke(key?.id ?? '', await service.clock.now());
    expect((await stateOf(path)).session_over).toBe(true);
    expect((await post(path, 'provider', { provider: 'Ledgerline' })).status).toBe(410);
  });
});

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { modalStateSchema } from '#shared/modal-messages/modal-state.ts';
import { createEngine } from '../background-work.ts';
import { beginCopy, openModal } from '../testing/modal-flow.ts';
import { openTestService, type TestService } from '../testing/test-service.ts';
import { makeApiKey } from '../store/secrets.ts';

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
  await createEngine(service.store).tick();
};

describe('modal page calls', { tags: '@X4' }, () => {
  test('a flow goes from provider and login to start, progress and end', async () => {
    // The slow scenario copies invoices from 36 s to 117 s, so that real time hardly matters.
    await service.store.scenarios.set(1, { next: 'slow', times: 1 });
    const { path } = await openModal(service, user);
    expect((await stateOf(path)).providers.map(({ name }) => name)).toContain('Ledgerline');
    expect((await post(path, 'provider', { provider: 'Crewbase' })).body['provider']).toBe('Crewbase');
    const loggedIn = await post(path, 'login', { user_name: user, password: 'secret' });
    expect(loggedIn.body).toMatchObject({ status: 'NOT_STARTED', company_name: 'Aurorabakehouse' });
    await pass(60);
    expect((await stateOf(path)).status).toBe('NOT_STARTED');
    expect((await post(path, 'begin')).body['status']).toBe('WORKING');
    await pass(60);
    const half = await stateOf(path);
    expect(half.progress.map(({ state }) => state)).toEqual(['done', 'done', 'copying', 'waiting', 'waiting']);
    await pass(180);
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

  test(
    "strings that PostgreSQL can't store are refused, and a company name is cut at a whole character",
    { tags: '@F32' },
    async () => {
      const { path } = await openModal(service, user);
      await post(path, 'provider', { provider: 'Ledgerline' });
      for (const wrong of ['a\0b', 'a\ud83d', '\ude00b']) {
        const refusedReply = await post(path, 'login', { user_name: wrong, password: 'secret' });
        expect([refusedReply.status, refusedReply.body.message]).toEqual([
          400,
          'user_name must be a string without NUL characters.',
        ]);
        expect((await post(path, 'provider', { provider: wrong })).status).toBe(400);
      }
      const emoji = '😀'.repeat(60);
      const loggedIn = await post(path, 'login', { user_name: `x${emoji}`, password: 'secret' });
      expect([loggedIn.status, loggedIn.body['company_name']]).toEqual([200, `X${'😀'.repeat(39)}`]);
    },
  );

  test('practice users appear with a test key, but not with a production key', async () => {
    expect((await stateOf((await openModal(service, user)).path)).practice_users).toContain('second-factor');
    const { apiKey } = await makeApiKey(service.store.keys, { description: 'live', production: true }, Date.now());
    const live: TestService = { ...service, send: (request) => service.send({ bearer: apiKey, ...request }) };
    expect((await stateOf((await openModal(live, user)).path)).practice_users).toEqual([]);
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

  const logIn = (path: string, name: string, password = 'x') => post(path, 'login', { user_name: name, password });
  const choose = async (provider = 'Ledgerline') => {
    const { path } = await openModal(service, user);
    await post(path, 'provider', { provider });
    return path;
  };

  test.each(['wrong@x.example', 'wrong+1@x.example'])(
    'the login of %s is refused with the remaining attempts, and the fifth attempt locks the account',
    async (name) => {
      const path = await choose();
      for (const left of [4, 3, 2, 1]) {
        const { login } = modalStateSchema.parse((await logIn(path, name)).body);
        expect(login).toMatchObject({ trouble: 'password_refused', tries_left: left, user_name: name });
      }
      const locked = modalStateSchema.parse((await logIn(path, name)).body);
      expect(locked.login).toMatchObject({ trouble: 'account_locked', failures: 5, tries_left: null });
      expect(Date.parse(locked.login.locked_until ?? '') - Date.parse(locked.now)).toBe(15 * 60_000);
      expect((await stateOf(path)).login.trouble).toBe('account_locked');
      expect((await logIn(path, user)).body['status']).toBe('NOT_STARTED');
    },
  );

  test('a locked account refuses attempts until the lock ends, then accepts the login', async () => {
    const path = await choose();
    const locked = modalStateSchema.parse((await logIn(path, 'locked@x.example')).body);
    const secondReply = modalStateSchema.parse((await logIn(path, 'locked@x.example')).body);
    expect(secondReply.login).toMatchObject({ trouble: 'account_locked', locked_until: locked.login.locked_until });
    await pass(15 * 60);
    expect((await logIn(path, 'locked@x.example')).body['status']).toBe('NOT_STARTED');
  });

  test('a wrong second-factor code is refused, and a right code or backup code is accepted', async () => {
    for (const right of ['482 719', 'ab12-cd34']) {
      const path = await choose();
      expect((await post(path, 'code', { code: '123456' })).status).toBe(409);
      const codeState = modalStateSchema.parse((await logIn(path, 'second-factor@x.example')).body);
      expect(codeState).toMatchObject({ status: 'NOT_READY', login: { step: 'code', trouble: null } });
      for (const wrong of ['000000', '12345', 'code']) {
        const refused = modalStateSchema.parse((await post(path, 'code', { code: wrong })).body);
        expect(refused).toMatchObject({ status: 'NOT_READY', login: { step: 'code', trouble: 'code_refused' } });
      }
      expect((await post(path, 'begin')).status).toBe(409);
      const done = modalStateSchema.parse((await post(path, 'code', { code: right })).body);
      expect(done).toMatchObject({ status: 'NOT_STARTED', login: { failures: 3, successes: 1 } });
    }
  });

  test('the end user chooses one of three companies once', async () => {
    const path = await choose();
    const { login } = modalStateSchema.parse((await logIn(path, 'companies@aurora-bakehouse.example')).body);
    expect(login.companies.map(({ name }) => name)).toEqual(['Aurora Bakehouse', 'Aurora Catering', 'Aurora Holding']);
    expect((await post(path, 'company', { company: 'Nobody' })).status).toBe(400);
    const chosenReply = await post(path, 'company', { company: 'Aurora Catering' });
    expect(chosenReply.body).toMatchObject({ status: 'NOT_STARTED', company_name: 'Aurora Catering' });
    expect((await post(path, 'company', { company: 'Aurora Holding' })).status).toBe(409);
  });

  test('a simulated provider outage fails two sign-in attempts, and the third succeeds', async () => {
    const path = await choose();
    for (const failures of [1, 2]) {
      const { login } = modalStateSchema.parse((await logIn(path, 'down@x.example')).body);
      expect(login).toMatchObject({ trouble: 'provider_down', failures, user_name: 'down@x.example' });
    }
    expect((await logIn(path, 'down@x.example')).body['status']).toBe('NOT_STARTED');
  });

  test('before the copy starts, the end user can choose another company or provider', async () => {
    const path = await choose();
    await logIn(path, 'ops@halden.example');
    expect((await logIn(path, 'ops@kestrel.example')).body).toMatchObject({
      status: 'NOT_STARTED',
      company_name: 'Kestrel',
    });
    const back = await post(path, 'provider', { provider: 'Crewbase' });
    expect(back.body).toMatchObject({ status: 'NOT_STARTED', company_name: null });
    expect((await post(path, 'begin')).status).toBe(409);
    await logIn(path, 'ops@kestrel.example');
    const started = modalStateSchema.parse((await post(path, 'begin')).body);
    expect(started).toMatchObject({ status: 'WORKING', provider: 'Crewbase', login: { successes: 3 } });
    expect((await post(path, 'provider', { provider: 'Ledgerline' })).status).toBe(409);
    expect((await logIn(path, user)).status).toBe(409);
  });

  test('source_providers lists known providers in order, reports unknown ones, and selects a single known provider', async () => {
    const { path } = await openModal(service, user, { sourceProviders: ['crewbase ', 'Oddbooks', 'Ledgerline'] });
    const state = await stateOf(path);
    expect(state.providers.map(({ name }) => name)).toEqual(['Crewbase', 'Ledgerline']);
    expect(state.unknown_providers).toEqual(['Oddbooks']);
    expect(state.provider).toBeNull();
    const one = await openModal(service, user, { sourceProviders: ['Crewbase', 'CREWBASE'] });
    expect(await stateOf(one.path)).toMatchObject({ provider: 'Crewbase', status: 'NOT_READY' });
    expect((await logIn(one.path, user)).body['status']).toBe('NOT_STARTED');
  });

  test('only an option of the question is accepted, and then the copy continues', async () => {
    const { path } = await openModal(service, user);
    await beginCopy(service, path, 'needs-input@aurora-bakehouse.example');
    await pass(4);
    const codeState = await stateOf(path);
    expect(codeState).toMatchObject({
      status: 'PENDING_USER_INPUT',
      question: { duplicates: 12, options: ['keep_both', 'keep_newer', 'skip'] },
    });
    await pass(3_000);
    expect((await stateOf(path)).status).toBe('PENDING_USER_INPUT');
    expect((await post(path, 'answer', { option: 'neither' })).status).toBe(400);
    expect((await post(path, 'answer', { option: 'keep_newer' })).body).toMatchObject({
      status: 'WORKING',
      company_name: 'Aurora Bakehouse',
    });
    await pass(6);
    expect((await stateOf(path)).status).toBe('COMPLETE');
  });

  test('the partial scenario ends with gaps, and the failing scenario with a reason', async () => {
    const partial = await openModal(service, 'partial@x.example');
    const failingModal = await openModal(service, 'failing@x.example');
    for (const { path } of [partial, failingModal]) await beginCopy(service, path, user);
    await pass(9);
    const gaps = await stateOf(partial.path);
    expect(gaps).toMatchObject({ status: 'COMPLETED_WITH_FAILURES', too_large: 14 });
    expect(gaps.progress.at(-1)).toMatchObject({ state: 'done_with_gaps' });
    expect(await stateOf(failingModal.path)).toMatchObject({
      status: 'FAILED',
      reason: 'provider_failed',
      can_retry: true,
    });
  });

  test('after FAILED, a retry opens a new modal at the same provider, up to ten modals in total', async () => {
    const { path, accessToken } = await openModal(service, 'failing@x.example');
    await beginCopy(service, path, user);
    await pass(5);
    const retriedReply = await post(path, 'retry');
    const next = new URL(retriedReply.body['url'] ?? '').pathname;
    expect(next).not.toBe(path);
    expect((await post(path, 'retry')).body).toEqual(retriedReply.body);
    const resumedReply = await service.send({ url: '/api/v1/migration-modal', bearer: accessToken });
    expect(resumedReply.body).toEqual({ url: retriedReply.body['url'], status: 'NOT_READY' });
    expect(await stateOf(next)).toMatchObject({ provider: 'Ledgerline', login: { user_name: user, failures: 0 } });
    let last = next;
    for (let retries = 2; retries <= 9; retries++) {
      await beginCopy(service, last, user);
      await pass(5);
      expect(await stateOf(last)).toMatchObject({ status: 'FAILED', can_retry: true });
      last = new URL((await post(last, 'retry')).body['url'] ?? '').pathname;
    }
    await beginCopy(service, last, user);
    await pass(5);
    expect(await stateOf(last)).toMatchObject({ status: 'FAILED', can_retry: false });
    expect((await post(last, 'retry')).status).toBe(409);
  });

  test('closing abandons the login, but a copy continues', async () => {
    const earlyModal = await openModal(service, user);
    expect((await post(earlyModal.path, 'close')).body).toMatchObject({ status: 'LOGIN_ABANDONED', reason: 'closed' });
    const lateModal = await openModal(service, user);
    await beginCopy(service, lateModal.path, user);
    expect((await post(lateModal.path, 'close')).body['status']).toBe('WORKING');
  });

  test('in the abandons scenario, the simulated end user abandons the login', async () => {
    const { path } = await openModal(service, 'abandons@x.example');
    await pass(6);
    expect(await stateOf(path)).toMatchObject({ status: 'LOGIN_ABANDONED', reason: 'closed' });
    const other = await openModal(service, user);
    await post(other.path, 'provider', { provider: 'Ledgerline' });
    const reply = await post(other.path, 'login', { user_name: 'abandons@x.example', password: 'x' });
    expect(reply.body).toMatchObject({ status: 'LOGIN_ABANDONED', company_name: null, login: { successes: 0 } });
  });

  test('a call in the wrong status gets a 409, after the end a 410, and at an unknown URL a 404', async () => {
    const { path } = await openModal(service, user);
    for (const call of ['begin', 'answer', 'code', 'company']) {
      expect((await post(path, call, { option: 'x', code: '1', company: 'x' })).status).toBe(409);
    }
    expect((await post(path, 'login', { user_name: user, password: 'x' })).status).toBe(409);
    expect((await post(path, 'provider', { provider: 'Nobody' })).status).toBe(400);
    await post(path, 'close');
    for (const call of ['begin', 'close']) expect((await post(path, call)).status).toBe(410);
    const unknown = `/modal/${'A'.repeat(43)}`;
    for (const call of ['begin', 'close', 'retry']) expect((await post(unknown, call)).status).toBe(404);
    expect((await service.send({ url: `${unknown}/state`, bearer: null })).status).toBe(404);
  });

  test('other origins and cross-site requests get 403', { tags: '@T16' }, async () => {
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

  test('the session ends with the access token, and then only the state can be read', async () => {
    const { path } = await openModal(service, user);
    const waitingModal = await openModal(service, user);
    await post(waitingModal.path, 'provider', { provider: 'Ledgerline' });
    await post(waitingModal.path, 'login', { user_name: user, password: 'x' });
    await pass(3_590);
    expect((await stateOf(path)).status).toBe('NOT_READY');
    await pass(11);
    expect(await stateOf(path)).toMatchObject({
      status: 'LOGIN_ABANDONED',
      reason: 'session_over',
      session_over: true,
    });
    expect((await post(path, 'close')).status).toBe(410);
    expect(await stateOf(waitingModal.path)).toMatchObject({ status: 'FAILED', reason: 'abandoned', can_retry: false });
  });

  test('the modal shows changed items until the session ends', { tags: '@T17' }, async () => {
    const { path } = await openModal(service, user);
    const read = (headers: Record<string, string> = {}) =>
      service.send({ url: `${path}/changes`, bearer: null, headers });
    expect((await read()).body).toEqual({ items: [] });
    const changes = [{ property: 'ORG', before: 'A;B', after: null }];
    const item = { collection: '/a/', kind: 'contacts', place: '/there', fingerprint: null, reason: null } as const;
    const key = { organization: 1, migrationId: (await stateOf(path)).migration_id, account: 'ada', destination: 'x' };
    await service.store.copiedItems.put(
      key,
      [
        { ...item, item: '1', state: 'copied' },
        { ...item, item: '2', state: 'altered', changes },
      ],
      1,
    );
    expect((await read()).body).toEqual({ items: [{ collection: '', changes }] });
    expect((await read({ 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    await pass(3_601);
    expect((await read()).status).toBe(410);
  });

  test('a revoked key closes its modals', { tags: '@T17' }, async () => {
    const { path } = await openModal(service, user);
    const [key] = (await service.store.keys.list()).filter(({ revoked }) => revoked === null);
    await service.store.keys.revoke(key?.id ?? '', { by: 'test', now: await service.clock.now() });
    expect((await stateOf(path)).session_over).toBe(true);
    expect((await post(path, 'provider', { provider: 'Ledgerline' })).status).toBe(410);
  });
});

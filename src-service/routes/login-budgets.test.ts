import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ModalState } from '#shared/modal-messages/modal-state.ts';
import type { SourceAccount } from '../providers/copy-ports.ts';
import type { SourceProvider } from '../providers/source-provider.ts';
import { openModal } from '../testing/modal-flow.ts';
import { openTestService, type TestService } from '../testing/test-service.ts';

const right = 'secret';
/** Passwords that reached the provider. */
const tried: string[] = [];
/** How the provider responds to a login. */
let mode: 'checks' | 'unreachable' | 'slow refusal' | 'right after release' = 'checks';
/** Size of the lists that the provider sends at a login. */
let listBytes = 0;
let loginReleased = Promise.withResolvers<void>();
const provider: SourceProvider = {
  name: 'Harbour Mail',
  category: 'other',
  firstStep: 'password',
  logIn: async (before, { userName, password }) => {
    tried.push(password);
    const isChecked = mode === 'checks' || mode === 'right after release';
    if (password === right && mode === 'right after release') await loginReleased.promise;
    const trouble = !isChecked ? 'provider_down' : password === right ? null : 'password_refused';
    const failures = before.failures + (trouble === null ? 0 : 1);
    const login = { ...before, userName, failures, trouble } as const;
    const account = { id: userName } as SourceAccount;
    return trouble === null
      ? { login, found: { account, collections: [] }, listBytes }
      : { login, isUnsent: mode === 'unreachable' };
  },
  company: (name) => ({ provider: 'Harbour Mail', name, idAtProvider: name }),
};
let service: TestService;
let organization: number;
beforeEach(async () => {
  tried.length = 0;
  mode = 'checks';
  listBytes = 0;
  loginReleased = Promise.withResolvers<void>();
  const providers = { providersOf: async () => [provider], hold: () => {} };
  service = await openTestService({ migrations: 0, companies: 0 }, { providers });
  organization = (await service.store.seed.organization())?.number ?? 0;
});
afterEach(() => service.end());

const openFlow = async () => {
  const { path } = await openModal(service, 'ada@example.com');
  return async (password: string, userName = 'ada') => {
    const body = { user_name: userName, password };
    const reply = await service.send({ method: 'POST', url: `${path}/login`, bearer: null, body });
    return reply.body as unknown as ModalState;
  };
};

test('five wrong passwords block a session for 15 minutes', { tags: ['@X29', '@T95', '@A4'] }, async () => {
  const flow = await openFlow();
  mode = 'unreachable';
  for (let attempt = 0; attempt < 9; attempt++)
    expect((await flow(right)).login).toMatchObject({ trouble: 'provider_down' });
  mode = 'checks';
  for (let attempt = 0; attempt < 5; attempt++)
    expect((await flow(`wrong ${attempt}`, `user ${attempt}`)).login).toMatchObject({ trouble: 'password_refused' });
  const requestCount = tried.length;
  const { login, now } = await flow(right);
  expect(login).toMatchObject({ trouble: 'too_many_tries', user_name: 'ada', failures: 15 });
  expect(Date.parse(login.locked_until ?? '') - Date.parse(now)).toBeGreaterThan(14 * 60_000);
  expect(tried).toHaveLength(requestCount);
  await service.store.clock.advance(organization, 15 * 60_000);
  expect((await flow(right)).status).toBe('NOT_STARTED');
});

test('twenty wrong passwords block a network', { tags: ['@X29', '@T95', '@A4'] }, async () => {
  const flows = [await openFlow(), await openFlow(), await openFlow(), await openFlow(), await openFlow()];
  expect((await flows[4]?.(right))?.status).toBe('NOT_STARTED');
  for (const flow of flows.slice(0, 4))
    for (let attempt = 0; attempt < 5; attempt++) expect((await flow('wrong')).login.trouble).toBe('password_refused');
  const requestCount = tried.length;
  expect((await (await openFlow())(right)).login.trouble).toBe('too_many_tries');
  expect(tried).toHaveLength(requestCount);
});

test("a blocked session doesn't use up the budget of its network", { tags: ['@X29', '@T95'] }, async () => {
  const [logIn, other] = [await openFlow(), await openFlow()];
  for (let attempt = 0; attempt < 25; attempt++) await logIn('wrong');
  expect((await logIn(right)).login.trouble).toBe('too_many_tries');
  expect(tried).toHaveLength(5);
  expect((await other(right)).status).toBe('NOT_STARTED');
});

test('a wrong password counts even if the provider refuses it slowly', { tags: ['@X29', '@T95'] }, async () => {
  const flow = await openFlow();
  mode = 'slow refusal';
  for (let attempt = 0; attempt < 5; attempt++)
    expect((await flow(`wrong ${attempt}`)).login).toMatchObject({ trouble: 'provider_down' });
  expect((await flow(right)).login.trouble).toBe('too_many_tries');
  expect(tried).toHaveLength(5);
});

test(
  "a login that succeeds after its window ended doesn't lower the count of the next window",
  { tags: ['@X29', '@T95'] },
  async () => {
    const [slow, logIn] = [await openFlow(), await openFlow()];
    mode = 'right after release';
    const pending = slow(right);
    await expect.poll(() => tried.length).toBe(1);
    await service.store.clock.advance(organization, 16 * 60_000);
    const others = [logIn, await openFlow(), await openFlow(), await openFlow()];
    for (const other of others)
      for (let attempt = 0; attempt < 5; attempt++)
        expect((await other('wrong')).login.trouble).toBe('password_refused');
    loginReleased.resolve();
    await pending;
    expect((await (await openFlow())('wrong')).login.trouble).toBe('too_many_tries');
    expect(tried).toHaveLength(21);
  },
);

test('twenty logins block a session, even with the right password', { tags: ['@X30', '@T95', '@A5'] }, async () => {
  const [logIn, other] = [await openFlow(), await openFlow()];
  for (let logins = 0; logins < 20; logins++) expect((await logIn(right)).login.trouble).toBe(null);
  expect((await logIn(right)).login.trouble).toBe('too_many_tries');
  expect(tried).toHaveLength(20);
  expect((await other(right)).login.trouble).toBe(null);
});

test(
  'long lists from a source use up the budgets of session and network',
  { tags: ['@X30', '@T95', '@A5'] },
  async () => {
    const mebibyte = 1_048_576;
    listBytes = 48 * mebibyte;
    const flow = await openFlow();
    for (let logins = 0; logins < 3; logins++) expect((await flow(right)).login.trouble).toBe(null);
    expect((await flow(right)).login.trouble).toBe('too_many_tries');
    listBytes = 127 * mebibyte;
    for (let sessions = 0; sessions < 7; sessions++) expect((await (await openFlow())(right)).login.trouble).toBe(null);
    const requestCount = tried.length;
    expect((await (await openFlow())(right)).login.trouble).toBe('too_many_tries');
    expect(tried).toHaveLength(requestCount);
    await service.store.clock.advance(organization, 15 * 60_000);
    expect((await flow(right)).login.trouble).toBe(null);
  },
);

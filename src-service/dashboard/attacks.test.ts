import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { callRoutes, type DashboardCall } from '#shared/dashboard-api/call-routes.ts';
import { createAttempts } from './attempts.ts';
import {
  dashboardOrigin,
  type DashboardService,
  goodPassword,
  openDashboard,
  sessionHeaders,
} from '../testing/dashboard.ts';

let service: DashboardService;
beforeEach(async () => {
  service = await openDashboard();
});
afterEach(() => service.end());

const signIn = (email: string, password: string, more: { cookie?: string; from?: string } = {}) =>
  service.call('signIn', { body: { email, password }, ...more });

test(
  'dashboard: refuses changes from a missing or another origin before it reads them',
  { tags: ['@X24', '@T81'] },
  async () => {
    const { cookie, organization } = await service.join('ada@example.com', 'owner', 'Acme');
    const before = (await service.store.audit.head()).number;
    const changes = (Object.keys(callRoutes) as DashboardCall[]).filter((name) => callRoutes[name].method !== 'GET');
    for (const name of changes) {
      for (const origin of [
        'https://evil.example',
        `${dashboardOrigin}.evil.example`,
        'http://127.0.0.1:9999',
        'null',
        null,
      ]) {
        const { status } = await service.call(name, { cookie, origin, params: { organization } });
        expect([name, origin, status]).toEqual([name, origin, 403]);
      }
    }
    expect((await service.store.audit.head()).number).toBe(before);
  },
);

test('dashboard: refuses the content types of HTML forms', { tags: ['@X24', '@T81'] }, async () => {
  const { cookie } = await service.join('ada@example.com', 'owner', 'Acme');
  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']) {
    const { status } = await service.send({
      method: 'POST',
      url: '/dashboard/api/sign-out',
      bearer: null,
      body: '{}',
      headers: { host: '127.0.0.1:8600', origin: dashboardOrigin, ...sessionHeaders(cookie), 'content-type': type },
    });
    expect([type, status]).toEqual([type, 415]);
  }
  expect((await service.call('session', { cookie })).status).toBe(200);
});

test("dashboard: an ID with a character that the databases can't store is unknown", { tags: '@X24' }, async () => {
  const { cookie, organization } = await service.join('ada@example.com', 'owner', 'Acme');
  await service.store.people.instanceAdmins.grant('ada@example.com', 1);
  const ids = (Object.keys(callRoutes) as DashboardCall[]).flatMap((name) =>
    Array.from(callRoutes[name].path.matchAll(/:(?!organization)(\w+)/g), ([, id = '']) => ({ name, id })),
  );
  expect(ids).toContainEqual({ name: 'endMemberSession', id: 'session' });
  for (const { name, id } of ids) {
    const { status, body } = await service.call(name, { cookie, params: { organization, [id]: '%00' } });
    expect([name, id, status, body.message]).toEqual([name, id, 404, 'There is no item with this ID.']);
  }
});

test('dashboard: refuses unknown hosts without a public URL (DNS rebinding)', { tags: ['@X24', '@T81'] }, async () => {
  const token = await service.invitationToken('ada@example.com', 'owner');
  for (const host of [
    'evil.example',
    'evil.example:8600',
    'localhost.evil.example',
    '127.0.0.1.evil.example',
    '10.0.0.7',
  ]) {
    for (const name of Object.keys(callRoutes) as DashboardCall[]) {
      const { method, path } = callRoutes[name];
      const { status, headers } = await service.send({
        method,
        url: `/dashboard/api${path.replaceAll(/:\w+/g, 'none')}`,
        bearer: null,
        ...(method === 'POST' && { body: { token, name: 'Eve', password: goodPassword } }),
        headers: { host, origin: `http://${host}` },
      });
      expect([host, name, status, headers['set-cookie']]).toEqual([host, name, 421, undefined]);
    }
    const page = await service.send({ url: '/dashboard/', bearer: null, headers: { host } });
    expect([host, page.status]).toEqual([host, 421]);
  }
});

test(
  'dashboard: the cookie is HttpOnly, SameSite and limited to the dashboard',
  { tags: ['@X24', '@T82'] },
  async () => {
    await service.join('ada@example.com', 'owner');
    const { headers } = await signIn('ada@example.com', goodPassword);
    const [cookie = ''] = [headers['set-cookie'] ?? ''].flat().map(String);
    for (const part of ['HttpOnly', 'SameSite=Strict', 'Path=/dashboard', 'Max-Age=1800'])
      expect(cookie).toContain(part);
  },
);

test('dashboard: behind a proxy the cookie is Secure and has the public path', { tags: ['@X24', '@T82'] }, async () => {
  const proxiedService = await openDashboard({ publicUrl: 'https://x.example/ferry' });
  try {
    const token = await proxiedService.invitationToken('ada@example.com', 'owner');
    const accepted = await proxiedService.call('acceptInvitation', {
      origin: 'https://x.example',
      body: { token, name: 'Ada', password: goodPassword },
    });
    const line = String([accepted.headers['set-cookie'] ?? ''].flat()[0]);
    for (const part of ['Path=/ferry/dashboard;', '; Secure', 'HttpOnly', 'SameSite=Strict'])
      expect(line).toContain(part);
    expect(line).toMatch(/^__Secure-ferry\.session_token=/);
    expect((await proxiedService.call('session', { cookie: accepted.cookie })).status).toBe(200);
  } finally {
    await proxiedService.end();
  }
});

test('dashboard: each sign-in creates a new session', { tags: ['@X24', '@T82'] }, async () => {
  const { cookie: planted } = await service.join('eve@example.com', 'support', 'Elsewhere');
  await service.join('ada@example.com', 'owner', 'Acme');
  const { cookie } = await signIn('ada@example.com', goodPassword, { cookie: planted });
  expect(cookie).toBeDefined();
  expect(cookie).not.toBe(planted);
  expect((await service.call('session', { cookie: planted })).status).toBe(401);
});

test('dashboard: refuses a cookie without the secret of its page', { tags: ['@X30', '@T98'] }, async () => {
  const ada = await service.join('ada@example.com', 'owner', 'Acme');
  const eve = await service.join('eve@example.com', 'owner', 'Elsewhere');
  const get = (headers: Readonly<Record<string, string>>) =>
    service.send({ url: '/dashboard/api/session', bearer: null, headers: { host: '127.0.0.1:8600', ...headers } });
  const { cookie = '', ...secret } = sessionHeaders(ada.cookie);
  expect((await get({ cookie, ...secret })).status).toBe(200);
  const { cookie: _cookie, ...secretOfEve } = sessionHeaders(eve.cookie);
  for (const headers of [{ cookie }, { cookie, ...secretOfEve }, secret, { cookie, 'x-ferry-session': 'ÿ' }])
    expect([headers, (await get(headers)).status]).toEqual([headers, 401]);
  // With two cookies of the same name, the one that matches the secret counts.
  for (const both of [`${eve.cookie}; ${cookie}`, `${cookie}; ${eve.cookie}`]) {
    const { status, text } = await get({ cookie: both, ...secretOfEve });
    expect([both, status === 401 || text.includes('eve@example.com')]).toEqual([both, true]);
  }
});

test('dashboard: refuses a copied cookie after sign-out and a changed cookie', { tags: ['@X24', '@T82'] }, async () => {
  await service.join('ada@example.com', 'owner');
  const { cookie: first = '' } = await signIn('ada@example.com', goodPassword);
  const { cookie: second = '' } = await signIn('ada@example.com', goodPassword);
  const { body: sessions } = await service.call('listSessions', { cookie: second });
  const ownSession = sessions.find(({ isThis }) => isThis);
  for (const { id } of sessions.filter((session) => session !== ownSession)) {
    await service.call('endSession', { cookie: second, params: { session: id } });
  }
  expect((await service.call('session', { cookie: first })).status).toBe(401);
  await service.call('signOut', { cookie: second });
  expect((await service.call('session', { cookie: second })).status).toBe(401);
  const { cookie: third = '' } = await signIn('ada@example.com', goodPassword);
  const [token = '', signature = ''] = decodeURIComponent(third.split('=').slice(1).join('=')).split('.');
  for (const forged of [token, `${token}.`, `${token}.${signature.slice(1)}`, `${token.slice(1)}.${signature}`]) {
    const cookie = `ferry.session_token=${encodeURIComponent(forged)}`;
    const headers = { host: '127.0.0.1:8600', ...sessionHeaders(third), cookie };
    expect((await service.send({ url: '/dashboard/api/session', bearer: null, headers })).status).toBe(401);
  }
});

test('dashboard: the store contains no session token, link or password', { tags: ['@X24', '@T82'] }, async () => {
  const token = await service.invitationToken('ada@example.com', 'owner');
  const readStored = async (): Promise<string> => (await service.data.contents()).join('\n');
  expect(await readStored()).not.toContain(token);
  const { cookie = '' } = await service.call('acceptInvitation', {
    body: { token, name: 'Ada', password: goodPassword },
  });
  const [session = ''] = decodeURIComponent(cookie.split('=')[1] ?? '').split('.');
  expect(session.length).toBeGreaterThan(20);
  const all = await readStored();
  for (const secret of [session, token, goodPassword]) expect(all).not.toContain(secret);
});

test(
  'dashboard: the response for an unknown account is like that for a known account, even when limited',
  { tags: ['@X24', '@T83'] },
  async () => {
    await service.join('ada@example.com', 'owner');
    const notifications = async (email: string): Promise<unknown[]> => {
      const replies = [];
      for (let attempt = 0; attempt < 7; attempt++) {
        const { status, text, headers } = await signIn(email, 'not the password', { from: '203.0.113.7' });
        const names = Object.keys(headers).filter((name) => name !== 'date');
        replies.push([status, text.replace(/\d+ s\./, 'n s.'), names]);
      }
      return replies;
    };
    const [there, not] = [await notifications('ada@example.com'), await notifications('nobody@example.com')];
    expect(not).toEqual(there);
  },
);

test(
  'dashboard: five wrong passwords lock an account, even with concurrent attempts',
  { tags: ['@X24', '@T84', '@A1'] },
  async () => {
    await service.join('ada@example.com', 'owner');
    const tries = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        signIn('ada@example.com', `wrong ${index}`, { from: `203.0.113.${index}` }),
      ),
    );
    expect(tries.filter(({ status }) => status === 401)).toHaveLength(5);
    const refusedSignIn = await signIn('ada@example.com', goodPassword, { from: '198.51.100.1' });
    expect(refusedSignIn.status).toBe(429);
    expect(Number(refusedSignIn.headers['retry-after'])).toBeGreaterThan(0);
    expect(refusedSignIn.body.message).toMatch(/^Too many attempts\. Try again in \d+ s\.$/);
  },
);

test('dashboard: a network has 20 sign-in attempts a minute', { tags: ['@X24', '@T84', '@A1'] }, async () => {
  const statuses = [];
  for (let index = 0; index < 23; index++) {
    statuses.push((await signIn(`person-${index}@example.com`, 'wrong', { from: '203.0.113.9' })).status);
  }
  expect(statuses.slice(0, 20).every((status) => status === 401)).toBe(true);
  expect(statuses.slice(20)).toEqual([429, 429, 429]);
  expect((await signIn('somebody@example.com', 'wrong', { from: '203.0.113.10' })).status).toBe(401);
});

test(
  'a network over its limit locks no account and adds one audit entry',
  { tags: ['@X24', '@T84', '@A13'] },
  async () => {
    const attempts = createAttempts(service.store);
    const entries = async () => (await service.store.audit.head()).number;
    const before = await entries();
    const tryOnce = (email: string) => attempts.password(email, '203.0.113.9', async () => undefined).catch(() => {});
    for (let index = 0; index < 200; index++) await tryOnce(`${randomUUID()}@example.com`);
    for (let attempt = 0; attempt < 8; attempt++) await tryOnce('ada@example.com');
    expect((await entries()) - before).toBe(1);
    expect(await attempts.password('ada@example.com', '203.0.113.10', async () => 'right')).toBe('right');
  },
);

test(
  'dashboard: each session has its own request limit, which neither members nor forged sessions at its address use up',
  { tags: ['@X24', '@T22', '@A8'] },
  async () => {
    const limit = 12;
    const limitedService = await openDashboard({ rateLimit: limit });
    try {
      const ada = await limitedService.join('ada@example.com', 'owner', 'Acme');
      const bob = await limitedService.join('bob@example.com', 'support', 'Acme');
      const statusOf = async (cookie: string) => (await limitedService.call('listSessions', { cookie })).status;
      // The page called `session` once before.
      for (let call = 1; call < limit; call++) expect(await statusOf(ada.cookie)).toBe(200);
      const refused = await limitedService.call('endOtherSessions', { cookie: ada.cookie });
      expect([refused.status, refused.body.message]).toEqual([
        429,
        expect.stringMatching(/^The limit is 12 requests per minute\. Wait \d+ s\.$/),
      ]);
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
      expect(await statusOf(bob.cookie)).toBe(200);
      const forged: number[] = [];
      for (let call = 0; call < limit; call++) {
        const headers = { ...sessionHeaders(bob.cookie), cookie: `ferry.session_token=${randomUUID()}.${call}` };
        const request = { url: '/dashboard/api/account/sessions', bearer: null };
        const { status } = await limitedService.send({ ...request, headers: { host: '127.0.0.1:8600', ...headers } });
        forged.push(status);
      }
      expect([forged[0], forged.at(-1)]).toEqual([401, 429]);
      expect((await limitedService.call('waysIn')).status).toBe(429);
      // Calls without a session count by address, also with a token.
      expect((await limitedService.call('waysIn', { cookie: bob.cookie })).status).toBe(429);
      expect(await statusOf(bob.cookie)).toBe(200);
    } finally {
      await limitedService.end();
    }
  },
);

test(
  'an account accepts 60 right passwords an hour, not counting wrong passwords',
  { tags: ['@X30', '@A17'] },
  async () => {
    const { cookie } = await service.join('ada@example.com', 'owner');
    const attempts = createAttempts(service.store);
    const check = (result: 'right' | undefined, from: string) =>
      attempts.password('ada@example.com', from, async () => result);
    for (let attempt = 0; attempt < 4; attempt++) await check(undefined, '203.0.113.9');
    for (let attempt = 0; attempt < 59; attempt++) await check('right', '203.0.113.10');
    expect((await signIn('ada@example.com', goodPassword)).status).toBe(200);
    const before = (await service.store.audit.head()).number;
    for (let attempt = 0; attempt < 6; attempt++) {
      const refusedSignIn = await signIn('ada@example.com', goodPassword, { from: '203.0.113.11' });
      expect([refusedSignIn.status, refusedSignIn.cookie]).toEqual([429, undefined]);
      expect(Number(refusedSignIn.headers['retry-after'])).toBeGreaterThan(60);
    }
    const body = { current: goodPassword, next: 'violin harbour 92 moss' };
    expect((await service.call('changePassword', { cookie, body })).status).toBe(429);
    expect((await service.call('beginSecondFactor', { cookie, body: { password: goodPassword } })).status).toBe(429);
    expect((await service.store.audit.head()).number - before).toBe(1);
    await service.join('bob@example.com', 'support');
    expect((await signIn('bob@example.com', goodPassword)).status).toBe(200);
  },
);

test('dashboard: a session expires after 30 min idle or 12 h', { tags: ['@X24', '@T82'] }, async () => {
  await service.join('ada@example.com', 'owner');
  const age = async (column: 'expires' | 'created', ms: number): Promise<number> => {
    const { cookie } = await signIn('ada@example.com', goodPassword);
    await service.data.execute(`UPDATE person_sessions SET ${column} = '${new Date(Date.now() - ms).toISOString()}'`);
    return (await service.call('session', { cookie })).status;
  };
  expect(await age('expires', 1_000)).toBe(401);
  expect(await age('created', 11 * 3_600_000)).toBe(200);
  expect(await age('created', 12 * 3_600_000 + 60_000)).toBe(401);
});

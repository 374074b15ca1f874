import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { callRoutes, type DashboardCall } from '#shared/dashboard-api/call-routes.ts';
import { createAttempts } from './attempts.ts';
import { invitationHashOf } from './invitations.ts';
import { dashboardOrigin, type DashboardService, goodPassword, openDashboard } from '../testing/dashboard.ts';

let service: DashboardService;
beforeEach(async () => {
  service = await openDashboard();
});
afterEach(() => service.end());

const signIn = (email: string, password: string, more: { cookie?: string; from?: string } = {}) =>
  service.call('signIn', { body: { email, password }, ...more });

test('X24 dashboard [security] (T81) every change from another origin, or from none, is refused before anything is looked at', async () => {
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
});

test('X24 dashboard [security] (T81) a form of another site cannot be read as a call', async () => {
  const { cookie } = await service.join('ada@example.com', 'owner', 'Acme');
  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']) {
    const { status } = await service.send({
      method: 'POST',
      url: '/dashboard/api/sign-out',
      bearer: null,
      body: '{}',
      headers: { host: '127.0.0.1:8600', origin: dashboardOrigin, cookie, 'content-type': type },
    });
    expect([type, status]).toEqual([type, 415]);
  }
  expect((await service.call('session', { cookie })).status).toBe(200);
});

test('X24 dashboard: an id with a character that no store keeps is unknown', async () => {
  const { cookie, organization } = await service.join('ada@example.com', 'owner', 'Acme');
  const id = /:(?!organization)(\w+)/;
  const names = (Object.keys(callRoutes) as DashboardCall[]).filter((name) => id.test(callRoutes[name].path));
  expect(names).toContain('endSession');
  for (const name of names) {
    const params = { organization, [id.exec(callRoutes[name].path)?.[1] ?? '']: '%00' };
    const { status } = await service.call(name, { cookie, params });
    expect([name, status]).toEqual([name, 404]);
  }
});

test('X24 dashboard [security] (T82) the cookie goes to the dashboard alone, from its own pages alone, and no script reads it', async () => {
  await service.join('ada@example.com', 'owner');
  const { headers } = await signIn('ada@example.com', goodPassword);
  const [cookie = ''] = [headers['set-cookie'] ?? ''].flat().map(String);
  for (const part of ['HttpOnly', 'SameSite=Strict', 'Path=/dashboard', 'Max-Age=1800']) expect(cookie).toContain(part);
});

test('X24 dashboard [security] (T82) behind a proxy the cookie goes to the path that browsers see, over https alone', async () => {
  const proxied = await openDashboard({ publicUrl: 'https://x.example/ferry' });
  try {
    const token = await proxied.invitationToken('ada@example.com', 'owner');
    const accepted = await proxied.call('acceptInvitation', {
      origin: 'https://x.example',
      body: { token, name: 'Ada', password: goodPassword },
    });
    const line = String([accepted.headers['set-cookie'] ?? ''].flat()[0]);
    for (const part of ['Path=/ferry/dashboard;', '; Secure', 'HttpOnly', 'SameSite=Strict'])
      expect(line).toContain(part);
    expect(line).toMatch(/^__Secure-ferry\.session_token=/);
    expect((await proxied.call('session', { cookie: accepted.cookie })).status).toBe(200);
  } finally {
    await proxied.end();
  }
});

test('X24 dashboard [security] (T82) signing in makes a session of its own, whatever the browser brought', async () => {
  const { cookie: planted } = await service.join('eve@example.com', 'support', 'Elsewhere');
  await service.join('ada@example.com', 'owner', 'Acme');
  const { cookie } = await signIn('ada@example.com', goodPassword, { cookie: planted });
  expect(cookie).toBeDefined();
  expect(cookie).not.toBe(planted);
  expect((await service.call('session', { cookie: planted })).status).toBe(401);
});

test('X24 dashboard [security] (T82) a copied cookie is of no use after signing out, after the end of the session elsewhere, and when it was changed', async () => {
  await service.join('ada@example.com', 'owner');
  const { cookie: first = '' } = await signIn('ada@example.com', goodPassword);
  const { cookie: second = '' } = await signIn('ada@example.com', goodPassword);
  const { body: sessions } = await service.call('listSessions', { cookie: second });
  const own = sessions.find(({ isThis }) => isThis);
  for (const { id } of sessions.filter((session) => session !== own)) {
    await service.call('endSession', { cookie: second, params: { session: id } });
  }
  expect((await service.call('session', { cookie: first })).status).toBe(401);
  await service.call('signOut', { cookie: second });
  expect((await service.call('session', { cookie: second })).status).toBe(401);
  const { cookie: third = '' } = await signIn('ada@example.com', goodPassword);
  const [token = '', signature = ''] = decodeURIComponent(third.split('=').slice(1).join('=')).split('.');
  for (const forged of [token, `${token}.`, `${token}.${signature.slice(1)}`, `${token.slice(1)}.${signature}`]) {
    const cookie = `ferry.session_token=${encodeURIComponent(forged)}`;
    expect((await service.call('session', { cookie })).status).toBe(401);
  }
});

test('X24 dashboard [security] (T82) the store holds no token of a session, no link and no password', async () => {
  const token = await service.invitationToken('ada@example.com', 'owner');
  const kept = async (): Promise<string> => (await service.data.contents()).join('\n');
  expect(await kept()).not.toContain(token);
  const { cookie = '' } = await service.call('acceptInvitation', {
    body: { token, name: 'Ada', password: goodPassword },
  });
  const [session = ''] = decodeURIComponent(cookie.split('=')[1] ?? '').split('.');
  expect(session.length).toBeGreaterThan(20);
  const all = await kept();
  for (const secret of [session, token, goodPassword]) expect(all).not.toContain(secret);
});

test('X24 dashboard [security] (T83) an account that is not there answers as one that is, also when there were too many tries', async () => {
  await service.join('ada@example.com', 'owner');
  const told = async (email: string): Promise<unknown[]> => {
    const replies = [];
    for (let tries = 0; tries < 7; tries++) {
      const { status, text, headers } = await signIn(email, 'not the password', { from: '203.0.113.7' });
      const names = Object.keys(headers).filter((name) => name !== 'date');
      replies.push([status, text.replace(/\d+ s\./, 'n s.'), names]);
    }
    return replies;
  };
  const [there, not] = [await told('ada@example.com'), await told('nobody@example.com')];
  expect(not).toEqual(there);
});

test('X24 dashboard [security] (T84) after five wrong passwords an account waits, also for the right one and from elsewhere; many at once are no way round', async () => {
  await service.join('ada@example.com', 'owner');
  const tries = await Promise.all(
    Array.from({ length: 12 }, (_, index) =>
      signIn('ada@example.com', `wrong ${index}`, { from: `203.0.113.${index}` }),
    ),
  );
  expect(tries.filter(({ status }) => status === 401)).toHaveLength(5);
  const refused = await signIn('ada@example.com', goodPassword, { from: '198.51.100.1' });
  expect(refused.status).toBe(429);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  expect(refused.body.message).toMatch(/^Too many tries\. The next one is in \d+ s\.$/);
});

test('X24 dashboard [security] (T84) one network tries many accounts twenty times a minute at most', async () => {
  const statuses = [];
  for (let index = 0; index < 23; index++) {
    statuses.push((await signIn(`person-${index}@example.com`, 'wrong', { from: '203.0.113.9' })).status);
  }
  expect(statuses.slice(0, 20).every((status) => status === 401)).toBe(true);
  expect(statuses.slice(20)).toEqual([429, 429, 429]);
  expect((await signIn('somebody@example.com', 'wrong', { from: '203.0.113.10' })).status).toBe(401);
});

test('X24 dashboard [security] (T84) a network that tried too often locks nobody out and writes one entry, whatever it tries', async () => {
  const attempts = createAttempts(service.store);
  const entries = async () => (await service.store.audit.head()).number;
  const before = await entries();
  for (let index = 0; index < 200; index++) await attempts.begin(`${randomUUID()}@example.com`, '203.0.113.9');
  for (let tries = 0; tries < 8; tries++) await attempts.begin('ada@example.com', '203.0.113.9');
  expect((await entries()) - before).toBe(1);
  expect(await attempts.begin('ada@example.com', '203.0.113.10')).toBeUndefined();
});

test('X24 dashboard [security] (T85) a link works once, however many use it at once, and not after its end, its renewal or its withdrawal', async () => {
  const accept = (token: string) =>
    service.call('acceptInvitation', { body: { token, name: 'Ada', password: goodPassword } });
  const token = await service.invitationToken('ada@example.com', 'owner', 'Acme');
  const together = await Promise.all(Array.from({ length: 5 }, () => accept(token)));
  expect(together.filter(({ status }) => status === 200)).toHaveLength(1);
  expect((await service.call('readInvitation', { body: { token } })).status).toBe(410);

  const { cookie } = await signIn('ada@example.com', goodPassword);
  const { body: session } = await service.call('session', { cookie });
  const params = { organization: session.organizations[0]?.id ?? '' };
  const linked = async (email: string) => {
    const { body } = await service.call('invite', { cookie, params, body: { email, role: 'support' } });
    const { body: people } = await service.call('listPeople', { cookie, params });
    const invitation = people.invitations.find((one) => one.email === email)?.id ?? '';
    return { token: body.url.split('/').at(-1) ?? '', params: { ...params, invitation } };
  };
  const renewed = await linked('one@example.com');
  expect((await service.call('renewInvitation', { cookie, params: renewed.params })).status).toBe(200);
  expect((await accept(renewed.token)).status).toBe(410);
  const withdrawn = await linked('two@example.com');
  expect((await service.call('withdrawInvitation', { cookie, params: withdrawn.params })).status).toBe(200);
  expect((await accept(withdrawn.token)).status).toBe(410);
  const late = await linked('three@example.com');
  await service.data.execute(`UPDATE invitations SET expires = ${Date.now() - 1}`);
  expect((await accept(late.token)).status).toBe(410);
});

test('X24 dashboard [security] (T85) whoever is known already joins by their own password alone', async () => {
  await service.join('ada@example.com', 'owner', 'Acme');
  const elsewhere = await service.join('bob@example.com', 'owner', 'Elsewhere');
  const { body: link } = await service.call('invite', {
    cookie: elsewhere.cookie,
    params: { organization: elsewhere.organization },
    body: { email: 'ada@example.com', role: 'support' },
  });
  const token = link.url.split('/').at(-1) ?? '';
  expect((await service.call('readInvitation', { body: { token } })).body.isKnown).toBe(true);
  const refused = await service.call('acceptInvitation', {
    body: { token, name: 'Eve', password: 'another password entirely' },
  });
  expect([refused.status, refused.cookie]).toEqual([401, undefined]);
  const joined = await service.call('acceptInvitation', { body: { token, password: goodPassword } });
  const { body } = await service.call('session', { cookie: joined.cookie });
  expect(body.organizations.map(({ name, role }) => [name, role])).toEqual([
    ['Acme', 'owner'],
    ['Elsewhere', 'support'],
  ]);
});

test('X24 dashboard [security] (T85) a link that a shell made sets a new password and ends all sessions; renewed by a person it does not', async () => {
  const ada = await service.join('ada@example.com', 'owner', 'Acme');
  const token = await service.invitationToken('ada@example.com', 'owner', 'Acme');
  expect((await service.call('readInvitation', { body: { token } })).body.isKnown).toBe(false);
  const next = 'violin harbour 92 moss';
  const accepted = await service.call('acceptInvitation', { body: { token, name: 'Ada L', password: next } });
  const { body: session } = await service.call('session', { cookie: accepted.cookie });
  expect(session.person.name).toBe('Ada L');
  expect((await service.call('session', { cookie: ada.cookie })).status).toBe(401);
  expect((await signIn('ada@example.com', goodPassword)).status).toBe(401);
  expect((await signIn('ada@example.com', next)).status).toBe(200);
  const { cookie } = accepted;
  const params = { organization: ada.organization };
  const { body: audit } = await service.call('readAudit', { cookie, params });
  const actions = audit.lines.map(({ action }) => action);
  expect(actions.slice(0, 5)).toEqual([
    'session.begin',
    'session.begin',
    'person.join',
    'session.end',
    'person.password',
  ]);

  await service.invitationToken('ada@example.com', 'owner', 'Acme');
  const { body: people } = await service.call('listPeople', { cookie, params });
  const invitation = people.invitations[0]?.id ?? '';
  const renewed = await service.call('renewInvitation', { cookie, params: { ...params, invitation } });
  const again = renewed.body.url.split('/').at(-1) ?? '';
  expect((await service.call('readInvitation', { body: { token: again } })).body.isKnown).toBe(true);
});

test('X24 dashboard [security] (T85) a link takes no role away, and the last owner stays one', async () => {
  await service.join('ada@example.com', 'owner', 'Acme');
  const { cookie, organization } = await service.join('eve@example.com', 'support', 'Acme');
  for (const [email, role, expected] of [
    ['ada@example.com', 'support', 'owner'],
    ['bob@example.com', 'support', 'support'],
    ['bob@example.com', 'admin', 'admin'],
  ] as const) {
    const token = await service.invitationToken(email, role, 'Acme');
    const body = { token, name: 'Somebody', password: goodPassword };
    expect((await service.call('acceptInvitation', { body })).status).toBe(200);
    const { body: people } = await service.call('listPeople', { cookie, params: { organization } });
    expect([email, role, people.members.find((member) => member.email === email)?.role]).toEqual([
      email,
      role,
      expected,
    ]);
  }
});

test('X24 dashboard [security] (T85) two links of one newcomer at once: one person, and the second link asks for the password', async () => {
  const tokens: string[] = [];
  for (const place of ['Acme', 'Elsewhere']) {
    const { cookie, organization } = await service.join(`owner@${place}.example.com`.toLowerCase(), 'owner', place);
    const body = { email: 'ada@example.com', role: 'support' } as const;
    const { body: link } = await service.call('invite', { cookie, params: { organization }, body });
    tokens.push(link.url.split('/').at(-1) ?? '');
  }
  const accept = (tokenHash: string, passwordHash: string) =>
    service.store.people.accept(tokenHash, { name: 'Ada', passwordHash }, undefined, Date.now());
  const joined = await Promise.all(tokens.map((token, index) => accept(invitationHashOf(token), `hash ${index}`)));
  expect(joined.toSorted()).toEqual(['changed', 'done']);
  const { people, members, invitations } = await service.data.countRows();
  expect({ people, members, invitations }).toEqual({ people: 3, members: 3, invitations: 1 });
});

test('X24 dashboard [security] (T82) a session that is idle for half an hour, or 12 h old, is over', async () => {
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

import { auditKinds } from '#shared/dashboard-api/audit-kinds.ts';
import type { Role } from '#shared/dashboard-api/roles.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type DashboardService, goodPassword, openDashboard } from '../testing/dashboard.ts';

let service: DashboardService;
beforeEach(async () => {
  service = await openDashboard();
});
afterEach(() => service.end());

test('dashboard: an invited user creates a key and revokes it', { tags: '@X24' }, async () => {
  const { cookie, organization } = await service.join('ada@example.com', 'owner', 'Acme');
  const params = { organization };
  const createdReply = await service.call('createKey', {
    cookie,
    params,
    body: { description: ' Billing sync ', scopes: ['read'] },
  });
  expect(createdReply.status).toBe(200);
  const { apiKey, key } = createdReply.body;
  expect(key).toMatchObject({
    description: 'Billing sync',
    scopes: ['read'],
    madeBy: 'Name of owner',
    lastUsed: null,
  });
  expect(apiKey.slice(-4)).toBe(key.lastFour);
  expect((await service.send({ url: '/api/v1/migrations', bearer: apiKey })).status).toBe(200);
  const { body: listed } = await service.call('listKeys', { cookie, params });
  expect(listed.map(({ id }) => id)).toEqual([key.id]);
  expect(JSON.stringify(listed)).not.toContain(apiKey);

  const wrongReply = await service.call('revokeKey', {
    cookie,
    params: { ...params, key: key.id },
    body: { description: 'Billing' },
  });
  expect(wrongReply.status).toBe(409);
  const revokeResult = await service.call('revokeKey', {
    cookie,
    params: { ...params, key: key.id },
    body: { description: key.description },
  });
  expect(revokeResult.status).toBe(200);
  expect((await service.send({ url: '/api/v1/migrations', bearer: apiKey })).status).toBe(401);
  const { body: audit } = await service.call('readAudit', { cookie, params });
  expect(audit.lines.map(({ action, by, from }) => [action, by, from])).toEqual([
    ['key.revoke', 'Name of owner', '127.0.0.1'],
    ['key.create', 'Name of owner', '127.0.0.1'],
    ['session.begin', 'Name of owner', '127.0.0.1'],
    ['person.join', 'Name of owner', '127.0.0.1'],
    ['person.invite', 'command line', null],
  ]);
});

test('dashboard: a user changes their name, and the audit log shows it', { tags: '@X24' }, async () => {
  const { cookie, organization } = await service.join('ada@example.com', 'owner', 'Acme');
  expect((await service.call('rename', { cookie, body: { name: ' \u200b ' } })).status).toBe(400);
  expect((await service.call('rename', { cookie, body: { name: ' Ada Lindqvist ' } })).status).toBe(200);
  expect((await service.call('session', { cookie })).body.person.name).toBe('Ada Lindqvist');
  const { body: audit } = await service.call('readAudit', { cookie, params: { organization } });
  expect(audit.lines[0]).toMatchObject({
    action: 'person.name',
    by: 'Ada Lindqvist',
    from: '127.0.0.1',
    details: { name: 'Ada Lindqvist' },
  });
});

test('dashboard: the audit log has the address of a sign-out', { tags: '@X24' }, async () => {
  const owner = await service.join('owner@example.com', 'owner', 'Acme');
  const { cookie } = await service.join('ada@example.com', 'support', 'Acme');
  await service.call('signOut', { cookie });
  const { body: audit } = await service.call('readAudit', {
    cookie: owner.cookie,
    params: { organization: owner.organization },
  });
  expect(audit.lines[0]).toMatchObject({ action: 'session.end', from: '127.0.0.1' });
});

test('dashboard: an admin ends all sessions of a member, but not those of an owner', { tags: '@X24' }, async () => {
  const owner = await service.join('owner@example.com', 'owner', 'Acme');
  const admin = await service.join('admin@example.com', 'admin', 'Acme');
  const support = await service.join('support@example.com', 'support', 'Acme');
  const params = { organization: owner.organization };
  const { body: people } = await service.call('listPeople', { cookie: owner.cookie, params });
  const signOut = async (role: Role) => {
    const person = people.members.find((member) => member.role === role)?.id ?? '';
    return (await service.call('endMemberSessions', { cookie: admin.cookie, params: { ...params, person } })).status;
  };
  expect([await signOut('owner'), await signOut('support')]).toEqual([403, 200]);
  expect((await service.call('session', { cookie: owner.cookie })).status).toBe(200);
  expect((await service.call('session', { cookie: support.cookie })).status).toBe(401);
  const { body: audit } = await service.call('readAudit', { cookie: owner.cookie, params });
  expect(audit.lines.find(({ action }) => action === 'person.sign-out')).toMatchObject({
    by: 'Name of admin',
    subject: 'Name of support',
    details: { sessions: 1 },
  });
});

test(
  'dashboard: one session of a member ends immediately, and others continue',
  { tags: ['@X24', '@T82'] },
  async () => {
    const owner = await service.join('owner@example.com', 'owner', 'Acme');
    const admin = await service.join('admin@example.com', 'admin', 'Acme');
    const { cookie: first } = await service.join('support@example.com', 'support', 'Acme');
    const body = { email: 'support@example.com', password: goodPassword };
    const { cookie: second } = await service.call('signIn', { body, from: '198.51.100.7' });
    const stranger = await service.join('stranger@example.com', 'owner', 'Elsewhere');
    const params = { organization: owner.organization };
    const list = async (cookie: string) => (await service.call('listMemberSessions', { cookie, params })).body;
    const listed = await list(owner.cookie);
    expect(listed.map(({ member: { name, role }, isThis }) => [name, role, isThis])).toEqual([
      ['Name of admin', 'admin', false],
      ['Name of owner', 'owner', true],
      ['Name of support', 'support', false],
      ['Name of support', 'support', false],
    ]);
    const session = listed.find(({ address }) => address === '198.51.100.7');
    // An admin sees only the address of the session they are using.
    expect((await list(admin.cookie)).map(({ isThis, address }) => [isThis, address !== null])).toEqual([
      [true, true],
      [false, false],
      [false, false],
      [false, false],
    ]);
    const ownersSession = listed.find(({ member }) => member.role === 'owner');
    const end = async (one: (typeof listed)[number] | undefined, person = one?.member.id ?? '') => {
      const wanted = { ...params, person, session: one?.id ?? '' };
      const from = '203.0.113.5';
      return (await service.call('endMemberSession', { cookie: admin.cookie, params: wanted, from })).status;
    };
    const before = (await service.store.audit.head()).number;
    const { body: foreign } = await service.call('listSessions', { cookie: stranger.cookie });
    const foreignSession = { ...foreign[0], member: session?.member } as (typeof listed)[number];
    expect(await end(ownersSession)).toBe(403);
    // The session must belong to the member.
    expect(await end(ownersSession, session?.member.id)).toBe(404);
    expect(await end(foreignSession)).toBe(404);
    expect((await service.store.audit.head()).number).toBe(before);
    expect([await end(session), await end(session)]).toEqual([200, 404]);
    expect((await service.call('session', { cookie: second })).status).toBe(401);
    for (const cookie of [first, owner.cookie, stranger.cookie])
      expect((await service.call('session', { cookie })).status).toBe(200);
    const lastEntry = async () =>
      (await service.call('readAudit', { cookie: owner.cookie, params, query: '?limit=1' })).body.lines[0];
    const [by, subject, from] = ['Name of admin', 'Name of support', '203.0.113.5'];
    expect(await lastEntry()).toMatchObject({ action: 'person.sign-out', by, subject, from, details: { sessions: 1 } });
    const remaining = (await list(owner.cookie)).find(({ member }) => member.id === session?.member.id);
    const { cookie: third } = await service.call('signIn', { body, from: '198.51.100.8' });
    const ended = { cookie: third, params: { session: remaining?.id ?? '' }, from: '198.51.100.8' };
    expect((await service.call('endSession', ended)).status).toBe(200);
    expect((await service.call('session', { cookie: first })).status).toBe(401);
    expect(await lastEntry()).toMatchObject({ action: 'session.end', by: subject, subject, from: '198.51.100.8' });
  },
);

test(
  'dashboard: an owner sees no address from before a member joined the organization',
  { tags: ['@X24', '@T80'] },
  async () => {
    const owner = await service.join('owner@example.com', 'owner', 'Acme');
    const guest = await service.join('guest@example.com', 'owner', 'Elsewhere');
    const body = { email: 'guest@example.com', password: goodPassword };
    await service.call('signIn', { body, from: '198.51.100.7' });
    const earlier = new Date(Date.now() - 60_000).toISOString();
    await service.data.execute(`UPDATE person_sessions SET created = '${earlier}'`);
    const token = await service.invitationToken('guest@example.com', 'admin', 'Acme');
    await service.call('acceptInvitation', { body: { token, password: goodPassword }, from: '198.51.100.8' });
    const addresses = async ({ cookie, organization }: typeof owner) => {
      const { body: listed } = await service.call('listMemberSessions', { cookie, params: { organization } });
      return listed.filter(({ member }) => member.role === 'admin').map(({ address }) => address);
    };
    expect((await addresses(owner)).toSorted()).toEqual(['198.51.100.8', null, null]);
    const own = await addresses({ ...guest, organization: owner.organization });
    expect(own.toSorted()).toEqual(['127.0.0.1', '198.51.100.7', '198.51.100.8']);
  },
);

test(
  "dashboard: an owner sees the first address of a new member, also if the store's clock is ahead of this instance",
  { tags: ['@X24', '@T80'] },
  async () => {
    const owner = await service.join('owner@example.com', 'owner', 'Acme');
    await service.join('guest@example.com', 'admin', 'Acme');
    const sessions = async () =>
      (await service.call('listMemberSessions', { ...owner, params: { organization: owner.organization } })).body;
    const guest = (await sessions()).find(({ member }) => member.role === 'admin');
    await service.store.people.signIn.insert('person_sessions', {
      id: 'late',
      person: guest?.member.id ?? '',
      token_hash: 'late',
      address: '198.51.100.8',
      user_agent: null,
      created: '2020-01-01T00:00:00.000Z',
      updated: '2020-01-01T00:00:00.000Z',
      expires: '2999-01-01T00:00:00.000Z',
    });
    expect((await sessions()).find(({ id }) => id === 'late')?.address).toBe('198.51.100.8');
  },
);

test('dashboard: only owners and the user see from which address the user signed in', { tags: '@X24' }, async () => {
  const owner = await service.join('owner@example.com', 'owner', 'Acme');
  const support = await service.join('support@example.com', 'support', 'Acme');
  const from = async (cookie: string): Promise<unknown[]> => {
    const { body } = await service.call('readAudit', { cookie, params: { organization: owner.organization } });
    return body.lines.filter(({ action }) => action === 'session.begin').map((line) => [line.by, line.from]);
  };
  expect(await from(owner.cookie)).toEqual([
    ['Name of support', '127.0.0.1'],
    ['Name of owner', '127.0.0.1'],
  ]);
  expect(await from(support.cookie)).toEqual([
    ['Name of support', '127.0.0.1'],
    ['Name of owner', null],
  ]);
});

test('dashboard: support sees sign-ins of other users but not their method', { tags: '@X24' }, async () => {
  const owner = await service.join('owner@example.com', 'owner', 'Acme');
  const admin = await service.join('admin@example.com', 'admin', 'Acme');
  const support = await service.join('support@example.com', 'support', 'Acme');
  const actions = [...auditKinds.signIn, ...auditKinds.refused].toSorted();
  for (const { cookie } of [owner, support]) {
    const { id } = (await service.call('session', { cookie })).body.person;
    const event = { by: id, subject: id, details: { with: 'password' } };
    for (const action of actions) await service.store.audit.append({ action, ...event }, Date.now());
  }
  const read = async (cookie: string, by: string) => {
    const { body } = await service.call('readAudit', { cookie, params: { organization: owner.organization } });
    const lines = body.lines.filter((line) => line.by === by && actions.some((action) => action === line.action));
    return {
      actions: [...new Set(lines.map(({ action }) => action))].toSorted(),
      areTold: lines.map(({ details }) => details['with'] === 'password'),
    };
  };
  const others = await read(support.cookie, 'Name of owner');
  expect(others.actions).toEqual(['session.begin', 'session.end']);
  expect(others.areTold).not.toContain(true);
  for (const [cookie, by] of [
    [support.cookie, 'Name of support'],
    [admin.cookie, 'Name of owner'],
  ] as const) {
    const reported = await read(cookie, by);
    expect([by, reported.actions]).toEqual([by, actions]);
    expect(reported.areTold).toContain(true);
  }
});

test(
  'dashboard: hides expired sessions, and deletes expired sessions and old invitations',
  { tags: '@X24' },
  async () => {
    const { cookie, organization } = await service.join('ada@example.com', 'owner');
    await service.call('signIn', { body: { email: 'ada@example.com', password: goodPassword } });
    const { body: bothSessions } = await service.call('listSessions', { cookie });
    const other = bothSessions.find(({ isThis }) => !isThis)?.id ?? '';
    const endedDate = new Date(Date.now() - 1_000).toISOString();
    await service.data.execute(`UPDATE person_sessions SET expires = '${endedDate}' WHERE id = '${other}'`);
    const { body: listed } = await service.call('listSessions', { cookie });
    expect([bothSessions.length, listed.map(({ isThis }) => isThis)]).toEqual([2, [true]]);

    const params = { organization };
    for (const days of [31, 29]) {
      const email = `days-${days}@example.com`;
      await service.call('invite', { cookie, params, body: { email, role: 'support' } });
      const expires = Date.now() - days * 24 * 3_600_000;
      await service.data.execute(`UPDATE invitations SET expires = ${expires} WHERE email = '${email}'`);
    }
    await service.store.people.forget(Date.now());
    expect((await service.data.countRows())['person_sessions']).toBe(1);
    const { body: people } = await service.call('listPeople', { cookie, params });
    expect(people.invitations.map(({ email }) => email)).toEqual(['days-29@example.com']);
  },
);

test("dashboard: a member's last use stays known after the session was deleted", { tags: '@X24' }, async () => {
  const { cookie, organization } = await service.join('ada@example.com', 'owner', 'Acme');
  const guest = await service.join('guest@example.com', 'support', 'Acme');
  const observe = async () => {
    const { body } = await service.call('listPeople', { cookie, params: { organization } });
    return body.members.find(({ email }) => email === 'guest@example.com')?.lastSeen ?? null;
  };
  const before = await observe();
  await service.data.execute(`UPDATE person_sessions SET expires = '2020-01-01T00:00:00.000Z' WHERE person <> ''`);
  await service.store.people.forget(Date.now());
  expect((await service.data.countRows())['person_sessions']).toBe(0);
  const secondReply = await service.call('signIn', { body: { email: 'ada@example.com', password: goodPassword } });
  const { body } = await service.call('listPeople', { cookie: secondReply.cookie, params: { organization } });
  const after = body.members.find(({ email }) => email === 'guest@example.com')?.lastSeen ?? '';
  expect(guest.organization).toBe(organization);
  expect(Math.abs(Date.parse(after) - Date.parse(before ?? ''))).toBeLessThan(60_000);
});

test('dashboard: only owners and admins see how other users sign in', { tags: ['@X24', '@T80'] }, async () => {
  const notifications = async (role: Role) => {
    const { cookie, organization } = await service.join(`${role}@example.com`, role, 'Acme');
    const { body } = await service.call('listPeople', { cookie, params: { organization } });
    return body.members.map(({ signsIn }) => signsIn);
  };
  const one = { hasPassword: true, secondFactor: false, passkeys: 0 };
  expect(await notifications('owner')).toEqual([one]);
  expect(await notifications('admin')).toEqual([one, one]);
  expect(await notifications('support')).toEqual([null, null, null]);
});

test(
  'dashboard: a user can sign in and out, and a new password ends their other sessions',
  { tags: '@X24' },
  async () => {
    await service.join('ada@example.com', 'owner');
    const first = await service.call('signIn', { body: { email: 'ADA@example.com', password: goodPassword } });
    const second = await service.call('signIn', { body: { email: 'ada@example.com', password: goodPassword } });
    expect([first.status, second.status]).toEqual([200, 200]);
    const { cookie } = second;
    const sessions = await service.call('listSessions', { cookie });
    expect(sessions.body.filter(({ isThis }) => isThis)).toHaveLength(1);
    const next = 'violin harbour 92 moss';
    const changeResult = await service.call('changePassword', { cookie, body: { current: goodPassword, next } });
    expect(changeResult.status).toBe(200);
    expect((await service.call('session', { cookie: first.cookie })).status).toBe(401);
    expect((await service.call('session', { cookie: changeResult.cookie })).status).toBe(200);
    const oldReply = await service.call('signIn', { body: { email: 'ada@example.com', password: goodPassword } });
    expect(oldReply.status).toBe(401);
    const out = await service.call('signOut', { cookie: changeResult.cookie });
    expect(out.status).toBe(200);
    expect((await service.call('session', { cookie: changeResult.cookie })).status).toBe(401);
  },
);

test('dashboard: responses contain only fields of their schema', { tags: ['@X24', '@T80'] }, async () => {
  const { cookie, organization } = await service.join('owner@example.com', 'owner', 'Acme');
  const { people } = service.store;
  const read = people.members;
  const leaky = async (of: number) => (await read(of)).map((member) => ({ ...member, secret: 'member-canary' }));
  vi.spyOn(people, 'members').mockImplementation(leaky);
  const { status, text } = await service.call('listPeople', { cookie, params: { organization } });
  expect([status, text.includes('owner@example.com'), text.includes('member-canary')]).toEqual([200, true, false]);
});

test('dashboard: a key can have an expiry and allowed addresses', { tags: ['@X24', '@X25'] }, async () => {
  const { cookie, organization } = await service.join('limits@example.com', 'owner', 'Limits');
  const params = { organization };
  const body = { description: 'CI', scopes: ['read' as const], days: 30, addresses: ['203.0.113.0/24', '2001:db8::1'] };
  const created = await service.call('createKey', { cookie, params, body });
  const { body: keys } = await service.call('listKeys', { cookie, params });
  expect(keys).toMatchObject([{ addresses: body.addresses, expires: created.body.key.expires }]);
  const { created: at, expires } = created.body.key;
  expect(Date.parse(expires ?? '') - Date.parse(at)).toBe(30 * 86_400_000);
  const wrong = { ...body, addresses: ['203.0.113.0/33'] };
  expect(await service.call('createKey', { cookie, params, body: wrong })).toMatchObject({
    status: 400,
    body: { message: "“203.0.113.0/33” isn't an IP address or a CIDR range such as 203.0.113.0/24." },
  });
  expect((await service.call('createKey', { cookie, params, body: { ...body, days: 0 } })).status).toBe(400);
});

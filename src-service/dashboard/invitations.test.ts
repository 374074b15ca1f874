import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type DashboardService, goodPassword, openDashboard } from '../testing/dashboard.ts';
import { entryOf } from '../store/base/audit-store.ts';
import { startReset } from './invitations.ts';
import { hashSecretText } from '../store/secrets.ts';

let service: DashboardService;
beforeEach(async () => {
  service = await openDashboard();
});
afterEach(() => service.end());

const signIn = (email: string, password: string) => service.call('signIn', { body: { email, password } });

test(
  'dashboard: an invitation link works once, until it expires, is renewed or is withdrawn',
  { tags: ['@X24', '@T85'] },
  async () => {
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
    const renewedLink = await linked('one@example.com');
    expect((await service.call('renewInvitation', { cookie, params: renewedLink.params })).status).toBe(200);
    expect((await accept(renewedLink.token)).status).toBe(410);
    const withdrawnLink = await linked('two@example.com');
    expect((await service.call('withdrawInvitation', { cookie, params: withdrawnLink.params })).status).toBe(200);
    expect((await accept(withdrawnLink.token)).status).toBe(410);
    const expiredLink = await linked('three@example.com');
    await service.data.execute(`UPDATE invitations SET expires = ${Date.now() - 1}`);
    expect((await accept(expiredLink.token)).status).toBe(410);
  },
);

test('dashboard: an existing user joins only with their own password', { tags: ['@X24', '@T85'] }, async () => {
  await service.join('ada@example.com', 'owner', 'Acme');
  const otherMember = await service.join('bob@example.com', 'owner', 'Elsewhere');
  const { body: link } = await service.call('invite', {
    cookie: otherMember.cookie,
    params: { organization: otherMember.organization },
    body: { email: 'ada@example.com', role: 'support' },
  });
  const token = link.url.split('/').at(-1) ?? '';
  expect((await service.call('readInvitation', { body: { token } })).body.isKnown).toBe(true);
  const refusedReply = await service.call('acceptInvitation', {
    body: { token, name: 'Eve', password: 'another password entirely' },
  });
  expect([refusedReply.status, refusedReply.cookie]).toEqual([401, undefined]);
  const joinedReply = await service.call('acceptInvitation', { body: { token, password: goodPassword } });
  const { body } = await service.call('session', { cookie: joinedReply.cookie });
  expect(body.organizations.map(({ name, role }) => [name, role])).toEqual([
    ['Acme', 'owner'],
    ['Elsewhere', 'support'],
  ]);
});

test('dashboard: an invitation link withdrawn during use creates no session', { tags: ['@X24', '@T85'] }, async () => {
  await service.join('ada@example.com', 'owner', 'Acme');
  const otherMember = await service.join('bob@example.com', 'owner', 'Elsewhere');
  const { body: link } = await service.call('invite', {
    cookie: otherMember.cookie,
    params: { organization: otherMember.organization },
    body: { email: 'ada@example.com', role: 'support' },
  });
  const token = link.url.split('/').at(-1) ?? '';
  const before = await service.data.countRows();
  const acceptSpy = vi.spyOn(service.store.people, 'accept').mockResolvedValue('expired');
  const refusedReply = await service.call('acceptInvitation', { body: { token, password: goodPassword } });
  acceptSpy.mockRestore();
  expect([refusedReply.status, refusedReply.cookie]).toEqual([410, undefined]);
  const after = await service.data.countRows();
  expect([after['person_sessions'], after['audit_entries']]).toEqual([
    before['person_sessions'],
    before['audit_entries'],
  ]);
});

test("dashboard: an invitation doesn't change an existing user's sign-in", { tags: ['@X24', '@T85'] }, async () => {
  const ada = await service.join('ada@example.com', 'owner', 'Acme');
  const { people } = service.store;
  const [person = ''] = [...(await people.names(2)).keys()];
  await people.secondFactors.startSetup(person, 'secret');
  const factor = { person, secret: 'secret', step: 1, codeHashes: ['hash'], session: '' };
  const author = { by: person, now: 1 };
  await people.secondFactors.confirm({ ...factor, session: (await people.sessions(person))[0]?.id ?? '' }, author);
  const passkey = { id: 'key', person, name: 'Phone', publicKey: 'x', counter: 0, transports: [] };
  await people.passkeys.add(passkey, author);
  const before = await service.data.countRows();
  const token = await service.invitationToken('ada@example.com', 'owner', 'Acme Live');
  expect((await service.call('readInvitation', { body: { token } })).body.isKnown).toBe(true);
  for (const body of [
    { token, name: 'Eve', password: 'violin harbour 92 moss' },
    { token, password: 'violin harbour 92 moss' },
  ])
    expect((await service.call('acceptInvitation', { body })).status).toBe(401);
  const halfReply = await service.call('acceptInvitation', { body: { token, password: goodPassword } });
  expect([halfReply.body, halfReply.cookie]).toEqual([{ needsCode: true }, undefined]);
  expect((await service.call('session', { cookie: ada.cookie })).status).toBe(200);
  const after = await service.data.countRows();
  for (const table of ['person_accounts', 'person_second_factors', 'person_passkeys', 'person_sessions', 'people'])
    expect([table, after[table]]).toEqual([table, before[table]]);
});

const resetToken = async (email: string): Promise<string> => {
  const link = await startReset(service.store, email, 'http://127.0.0.1:8600', await service.clock.now());
  return link?.url.split('/').at(-1) ?? '';
};

test(
  'dashboard: a reset lists and removes sign-in methods, and is logged as done by the command line',
  { tags: ['@X24', '@T85'] },
  async () => {
    const ada = await service.join('ada@example.com', 'owner', 'Acme');
    const { people, audit } = service.store;
    const [person = ''] = [...(await people.names(2)).keys()];
    const passkey = { id: 'key', person, name: 'Phone', publicKey: 'x', counter: 0, transports: [] };
    await people.passkeys.add(passkey, { by: person, now: Date.now() });
    const token = await resetToken('ada@example.com');
    const removes = { password: true, companySignIn: false, secondFactor: false, passkeys: 1, sessions: 1 };
    expect((await service.call('readReset', { body: { token } })).body).toEqual({ email: 'ada@example.com', removes });
    const next = 'violin harbour 92 moss';
    const weak = await service.call('resetAccess', { body: { token, password: 'short' } });
    expect([weak.status, weak.cookie]).toEqual([400, undefined]);
    const { cookie } = await service.call('resetAccess', { body: { token, password: next } });
    expect((await service.call('session', { cookie })).body.person).toMatchObject({ name: 'Name of owner' });
    expect((await service.call('session', { cookie: ada.cookie })).status).toBe(401);
    expect((await signIn('ada@example.com', goodPassword)).status).toBe(401);
    expect((await signIn('ada@example.com', next)).status).toBe(200);
    expect((await service.call('resetAccess', { body: { token, password: next } })).status).toBe(410);
    const entries = (await audit.about(2, { before: Number.MAX_SAFE_INTEGER }, 50)).map(entryOf);
    const reset = entries.filter(({ action }) => action.startsWith('person.reset'));
    expect(reset).toMatchObject([
      { action: 'person.reset', by: 'command line', subject: person, details: removes },
      { action: 'person.reset-link', by: 'command line', subject: person },
    ]);
  },
);

test(
  'dashboard: a reset link works once within 24 h, until a newer link exists',
  { tags: ['@X24', '@T85'] },
  async () => {
    await service.join('ada@example.com', 'owner', 'Acme');
    const [older, newer] = [await resetToken('ada@example.com'), await resetToken('ada@example.com')];
    expect(await resetToken('nobody@example.com')).toBe('');
    expect((await service.call('readReset', { body: { token: older } })).status).toBe(410);
    const use = () => service.call('resetAccess', { body: { token: newer, password: 'violin harbour 92 moss' } });
    const together = await Promise.all(Array.from({ length: 4 }, use));
    expect(together.map(({ status }) => status).toSorted()).toEqual([200, 410, 410, 410]);
    const expiredToken = await resetToken('ada@example.com');
    await service.data.execute(`UPDATE sign_in_challenges SET expires = ${Date.now() - 1}`);
    expect((await service.call('readReset', { body: { token: expiredToken } })).status).toBe(410);
  },
);

test(
  'dashboard: an invitation link never lowers a role, and the last owner stays owner',
  { tags: ['@X24', '@T85'] },
  async () => {
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
  },
);

test('dashboard: two invitation links of a new user create one user', { tags: ['@X24', '@T85'] }, async () => {
  const tokens: string[] = [];
  for (const place of ['Acme', 'Elsewhere']) {
    const { cookie, organization } = await service.join(`owner@${place}.example.com`.toLowerCase(), 'owner', place);
    const body = { email: 'ada@example.com', role: 'support' } as const;
    const { body: link } = await service.call('invite', { cookie, params: { organization }, body });
    tokens.push(link.url.split('/').at(-1) ?? '');
  }
  const accept = (tokenHash: string, passwordHash: string) =>
    service.store.people.accept(tokenHash, { name: 'Ada', passwordHash }, { by: 'ada', now: Date.now() });
  const joined = await Promise.all(tokens.map((token, index) => accept(hashSecretText(token), `hash ${index}`)));
  expect(joined.toSorted()).toEqual(['changed', 'done']);
  const { people, members, invitations } = await service.data.countRows();
  expect({ people, members, invitations }).toEqual({ people: 3, members: 3, invitations: 1 });
});

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type DashboardService, goodPassword, openDashboard } from '../testing/dashboard.ts';
import { invitationHashOf } from './invitations.ts';

let service: DashboardService;
beforeEach(async () => {
  service = await openDashboard();
});
afterEach(() => service.end());

const signIn = (email: string, password: string) => service.call('signIn', { body: { email, password } });

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

test('X24 dashboard [security] (T85) a link that is withdrawn while somebody known uses it makes no session', async () => {
  await service.join('ada@example.com', 'owner', 'Acme');
  const elsewhere = await service.join('bob@example.com', 'owner', 'Elsewhere');
  const { body: link } = await service.call('invite', {
    cookie: elsewhere.cookie,
    params: { organization: elsewhere.organization },
    body: { email: 'ada@example.com', role: 'support' },
  });
  const token = link.url.split('/').at(-1) ?? '';
  const before = await service.data.countRows();
  const accepting = vi.spyOn(service.store.people, 'accept').mockResolvedValue('gone');
  const refused = await service.call('acceptInvitation', { body: { token, password: goodPassword } });
  accepting.mockRestore();
  expect([refused.status, refused.cookie]).toEqual([410, undefined]);
  const after = await service.data.countRows();
  expect([after['person_sessions'], after['audit_entries']]).toEqual([
    before['person_sessions'],
    before['audit_entries'],
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

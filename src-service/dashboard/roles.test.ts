import { afterEach, beforeEach, expect, test } from 'vitest';
import { callRoutes, type DashboardCall } from '#shared/dashboard-api/call-routes.ts';
import type { CallBody } from '#shared/dashboard-api/dashboard-calls.ts';
import { type Role, roles } from '#shared/dashboard-api/roles.ts';
import { type DashboardService, goodPassword, openDashboard } from '../testing/dashboard.ts';
import { createRefusedCalls, type RefusedCalls } from './refused-calls.ts';

let service: DashboardService;
let refusedCalls: RefusedCalls;
beforeEach(async () => {
  // Assigned after the service starts, because the counter writes refused calls to the service's store.
  service = await openDashboard({ refusedCalls: { add: (...refused) => refusedCalls.add(...refused) } });
  refusedCalls = createRefusedCalls(service.store);
});
afterEach(() => service.end());

const bodies: { readonly [Name in DashboardCall]?: CallBody<Name> } = {
  readInvitation: { token: 'none' },
  acceptInvitation: { token: 'none', name: 'Eve', password: goodPassword },
  signIn: { email: 'ada@example.com', password: goodPassword },
  rename: { name: 'Ada Lovelace' },
  changePassword: { current: goodPassword, next: 'violin harbour 92 moss' },
  beginPasskey: { password: goodPassword },
  createKey: { description: 'CI', scopes: ['read'] },
  revokeKey: { description: 'CI' },
  changeRole: { role: 'admin' },
  invite: { email: 'eve@example.com', role: 'support' },
  changeOrganization: { production: true },
  addEndpoint: { url: 'https://hooks.example.com/new' },
  changeEndpoint: { disabled: true },
  replayFailed: { since: '2026-11-20T14:32:00Z' },
};
const names = Object.keys(callRoutes) as DashboardCall[];
const organizationCalls = names.filter((name) => Array.isArray(callRoutes[name].access));

/** Calls the dashboard with existing IDs of the given organization. */
const make = async (
  name: DashboardCall,
  cookie: string | undefined,
  organization: string,
  own: OwnedResources,
): Promise<number> => {
  const { status } = await service.call(name, {
    cookie,
    params: { organization, ...own },
    ...(bodies[name] !== undefined && { body: bodies[name] as never }),
  });
  return status;
};

interface OwnedResources {
  readonly key: string;
  readonly person: string;
  readonly invitation: string;
  readonly session: string;
  readonly endpoint: string;
  readonly delivery: string;
}

/**
 * Creates a key, a user, an invitation, an endpoint and a delivery in an organization. Created for each test, because a
 * call may delete them.
 */
const listResources = async (cookie: string, organization: string, turn: string): Promise<OwnedResources> => {
  const params = { organization };
  const createdReply = await service.call('createKey', {
    cookie,
    params,
    body: { description: 'CI', scopes: ['read'] },
  });
  await service.call('invite', { cookie, params, body: { email: `open-${turn}@example.com`, role: 'support' } });
  const { body: people } = await service.call('listPeople', { cookie, params });
  const { body: sessions } = await service.call('listMemberSessions', { cookie, params });
  const invitation = people.invitations.find(({ email }) => email === `open-${turn}@example.com`);
  // Earlier calls ended the sessions of some users.
  const others = people.members.filter(({ role, email }) => role === 'support' && email.startsWith('other'));
  const session = sessions.find(({ member }) => others.some(({ id }) => id === member.id));
  const { body: endpoints } = await service.call('listEndpoints', { cookie, params });
  for (const { id } of endpoints.results) {
    await service.call('removeEndpoint', { cookie, params: { ...params, endpoint: id } });
  }
  const { body: added } = await service.call('addEndpoint', {
    cookie,
    params,
    body: { url: 'https://hooks.example.com' },
  });
  const { body: sent } = await service.call('testEndpoint', { cookie, params: { ...params, endpoint: added.id } });
  return {
    key: createdReply.body.key.id,
    person: session?.member.id ?? others[0]?.id ?? '',
    invitation: invitation?.id ?? '',
    session: session?.id ?? '',
    endpoint: added.id,
    delivery: sent.id,
  };
};

test(
  'dashboard: each role can make only its calls, and a refusal changes nothing',
  { tags: ['@X24', '@T80'] },
  async () => {
    const owner = await service.join('owner@example.com', 'owner', 'Acme');
    const cookies: Record<Role, string> = {
      owner: owner.cookie,
      admin: (await service.join('admin@example.com', 'admin', 'Acme')).cookie,
      support: (await service.join('support@example.com', 'support', 'Acme')).cookie,
    };
    let nextIndex = 0;
    for (const name of organizationCalls) {
      const { access } = callRoutes[name] as { readonly access: readonly Role[] };
      for (const role of roles) {
        nextIndex += 1;
        if (callRoutes[name].path.includes(':person'))
          await service.join(`other-${nextIndex}@example.com`, 'support', 'Acme');
        const things = await listResources(owner.cookie, owner.organization, String(nextIndex));
        const entries = async () => {
          await refusedCalls.flush();
          return (await service.store.audit.head()).number;
        };
        const before = await entries();
        const status = await make(name, cookies[role], owner.organization, things);
        expect([name, role, status]).toEqual([name, role, access.includes(role) ? 200 : 403]);
        // Only the refused call is logged, and nothing else changed.
        const isChange = callRoutes[name].method !== 'GET';
        expect([name, role, (await entries()) - before]).toEqual([name, role, isChange || status === 403 ? 1 : 0]);
      }
    }
  },
);

test('dashboard: refuses every call without a session of the organization', { tags: ['@X24', '@T80'] }, async () => {
  const acme = await service.join('owner@example.com', 'owner', 'Acme');
  await service.join('other-1@example.com', 'support', 'Acme');
  const stranger = await service.join('stranger@example.com', 'owner', 'Elsewhere');
  const things = await listResources(acme.cookie, acme.organization, '1');
  const stored = await service.data.countRows();
  for (const name of names.filter((each) => callRoutes[each].access !== 'anyone')) {
    expect([name, await make(name, undefined, acme.organization, things)]).toEqual([name, 401]);
    expect([name, await make(name, 'ferry.session_token=invented.token', acme.organization, things)]).toEqual([
      name,
      401,
    ]);
  }
  for (const name of organizationCalls) {
    expect([name, await make(name, stranger.cookie, acme.organization, things)]).toEqual([name, 404]);
    // IDs of another organization in a path of the user's organization.
    const status = await make(name, stranger.cookie, stranger.organization, things);
    const isResourceCall = /:(?:key|person|invitation|endpoint|delivery)/.test(callRoutes[name].path);
    expect([name, isResourceCall ? status : 'its own']).toEqual([name, isResourceCall ? 404 : 'its own']);
  }
  const { body: keys } = await service.call('listKeys', { cookie: acme.cookie, params: acme });
  expect(keys.map(({ id, revoked }) => [id, revoked])).toEqual([[things.key, null]]);
  expect((await service.data.countRows())['members']).toBe(stored['members']);
});

test(
  "dashboard: an admin can't create or change owners, and one owner always remains",
  { tags: ['@X24', '@T80'] },
  async () => {
    const owner = await service.join('owner@example.com', 'owner', 'Acme');
    const admin = await service.join('admin@example.com', 'admin', 'Acme');
    const params = { organization: owner.organization };
    const { body: people } = await service.call('listPeople', { cookie: owner.cookie, params });
    const idOf = (email: string): string => people.members.find((member) => member.email === email)?.id ?? '';
    const ownerParams = { ...params, person: idOf('owner@example.com') };
    const own = { ...params, person: idOf('admin@example.com') };
    const { cookie } = admin;
    expect((await service.call('changeRole', { cookie, params: own, body: { role: 'owner' } })).status).toBe(403);
    expect((await service.call('changeRole', { cookie, params: ownerParams, body: { role: 'support' } })).status).toBe(
      403,
    );
    expect((await service.call('removePerson', { cookie, params: ownerParams })).status).toBe(403);
    expect(
      (await service.call('invite', { cookie, params, body: { email: 'x@example.com', role: 'owner' } })).status,
    ).toBe(403);
    const last = await service.call('changeRole', {
      cookie: owner.cookie,
      params: ownerParams,
      body: { role: 'admin' },
    });
    expect([last.status, last.body.message]).toEqual([
      409,
      'An organization needs an owner. Make another member an owner first.',
    ]);
    expect((await service.call('removePerson', { cookie: owner.cookie, params: ownerParams })).status).toBe(409);
    // Two owners leave concurrently; one must stay.
    await service.call('changeRole', { cookie: owner.cookie, params: own, body: { role: 'owner' } });
    const bothReplies = await Promise.all([
      service.call('removePerson', { cookie: owner.cookie, params: ownerParams }),
      service.call('removePerson', { cookie, params: own }),
    ]);
    expect(bothReplies.filter(({ status }) => status === 200)).toHaveLength(1);
  },
);

test(
  'dashboard: an invitation link works only while its creator is allowed to grant its role',
  { tags: ['@X24', '@T80'] },
  async () => {
    const owner = await service.join('owner@example.com', 'owner', 'Acme');
    const admin = await service.join('admin@example.com', 'admin', 'Acme');
    const second = await service.join('second@example.com', 'owner', 'Acme');
    const params = { organization: owner.organization };
    const people = async () => (await service.call('listPeople', { cookie: owner.cookie, params })).body;
    const open = async () => (await people()).invitations.map(({ email }) => email);
    const { members } = await people();
    const idOf = (email: string): string => members.find((member) => member.email === email)?.id ?? '';
    const invite = (cookie: string, email: string, role: Role) =>
      service.call('invite', { cookie, params, body: { email, role } });
    await invite(second.cookie, 'a@example.com', 'owner');
    await invite(second.cookie, 'b@example.com', 'admin');
    await invite(admin.cookie, 'c@example.com', 'support');
    const change = (email: string, role: Role) =>
      service.call('changeRole', { cookie: owner.cookie, params: { ...params, person: idOf(email) }, body: { role } });
    await change('second@example.com', 'admin');
    expect(await open()).toEqual(['b@example.com', 'c@example.com']);
    await service.call('removePerson', {
      cookie: owner.cookie,
      params: { ...params, person: idOf('second@example.com') },
    });
    expect(await open()).toEqual(['c@example.com']);
    const { body: audit } = await service.call('readAudit', { cookie: owner.cookie, params });
    expect(audit.lines.find(({ action }) => action === 'person.remove')?.details).toEqual({
      name: 'Name of owner',
      email: 'second@example.com',
      role: 'admin',
      sessions: 1,
    });
    await change('admin@example.com', 'support');
    expect(await open()).toEqual([]);
  },
);

test(
  'dashboard: the role of a user at the time of a change decides whether the change is allowed',
  { tags: ['@X24', '@T80'] },
  async () => {
    const owner = await service.join('owner@example.com', 'owner', 'Acme');
    const admin = await service.join('admin@example.com', 'admin', 'Acme');
    const { people } = service.store;
    const { body: session } = await service.call('session', { cookie: admin.cookie });
    const [{ number = 0 } = {}] = await people.memberships(session.person.id);
    const params = { organization: owner.organization };
    await service.call('invite', {
      cookie: owner.cookie,
      params,
      body: { email: 'open@example.com', role: 'owner' },
    });
    const [{ id = '' } = {}] = await people.invitations(number);
    const ownerId = (await people.members(number)).find(({ role }) => role === 'owner')?.id ?? '';
    // Simulates a call that passed the guard before the user's role changed.
    const now = Date.now();
    const author = { by: session.person.id, now };
    const wanted = { email: 'open@example.com', organization: number, tokenHash: 'none', expires: now + 1_000 };
    const before = (await service.store.audit.head()).number;
    expect([
      await people.setRole(number, session.person.id, 'owner', author),
      await people.removeMember(number, ownerId, author),
      await people.renew(number, id, 'none', now + 1_000, author),
      await people.withdraw(number, id, author),
      await people.invite({ ...wanted, role: 'owner' }, author),
      // This invitation would replace an owner's invitation.
      await people.invite({ ...wanted, role: 'support' }, author),
      await people.invite({ ...wanted, email: 'new@example.com', role: 'support' }, { by: 'a removed member', now }),
    ]).toEqual(Array.from({ length: 7 }, () => 'refused'));
    expect((await service.store.audit.head()).number).toBe(before);
  },
);

test("dashboard: counts a member's refused calls in one audit entry", { tags: ['@X30', '@T80', '@A14'] }, async () => {
  const { cookie, organization } = await service.join('support@example.com', 'support', 'Acme');
  const owner = await service.join('owner@example.com', 'owner', 'Acme');
  const before = (await service.store.audit.head()).number;
  const params = { organization };
  const calls = [
    ...Array.from({ length: 25 }, () =>
      service.call('createKey', { cookie, params, body: { description: 'CI', scopes: ['read'] } }),
    ),
    service.call('changeOrganization', { cookie, params, body: { production: true } }),
  ];
  for (const { status } of await Promise.all(calls)) expect(status).toBe(403);
  const { audit } = service.store;
  await refusedCalls.flush();
  await refusedCalls.flush();
  expect((await audit.head()).number - before).toBe(1);
  const { body } = await service.call('readAudit', { cookie: owner.cookie, params, query: '?kind=refused' });
  expect(body.lines.map(({ details }) => details)).toEqual([
    { role: 'support', calls: { createKey: 25, changeOrganization: 1 } },
  ]);
});

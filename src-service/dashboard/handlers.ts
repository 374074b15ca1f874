import type { CallReply } from '#shared/dashboard-api/dashboard-calls.ts';
import type { Role } from '#shared/dashboard-api/roles.ts';
import { Refusal } from '../http/refusal.ts';
import type { AuditEntry } from '../store/audit-store.ts';
import type { StoredApiKey } from '../store/credential-store.ts';
import type { InvitationChange, Membership, RoleChange } from '../store/people-store.ts';
import { makeApiKey } from '../store/secrets.ts';
import { accountHandlers } from './account-handlers.ts';
import { companyHandlers } from './company-handlers.ts';
import type { DashboardHandlers, DashboardParts } from './dashboard-request.ts';
import { invitePerson, newLink } from './invitations.ts';
import { passkeyHandlers } from './passkey-handlers.ts';
import { secondFactorHandlers } from './second-factor-handlers.ts';
import { webhookHandlers } from './webhook-handlers.ts';

const shown = (key: StoredApiKey, names: ReadonlyMap<string, string>): CallReply<'listKeys'>[number] => {
  const { id, description, lastFour, production, scopes, madeBy, created, lastUsed, revoked } = key;
  const by = madeBy ?? 'unknown';
  return {
    id,
    description,
    lastFour,
    production,
    scopes: [...scopes],
    madeBy: names.get(by) ?? by,
    created,
    lastUsed,
    revoked,
  };
};

const notThere = (what: string): Refusal => new Refusal(404, `There is no such ${what} in this organization.`);
const refusedTo = (role: Role): Refusal => new Refusal(403, `Only an owner decides about owners; you have ${role}.`);
const isMember = (): Refusal => new Refusal(409, 'This person is a member already; change the role in the list.');
const lastOwner = (): Refusal => new Refusal(409, 'Somebody has to be an owner: make another one first.');

type Change = RoleChange | InvitationChange;

/** The reply for what became of a change of a person, or of an invitation. */
const changed = (change: Change, what: string, { role }: Membership): Record<string, never> | Refusal => {
  if (change === 'done') return {};
  if (change === 'unknown') return notThere(what);
  return change === 'last owner' ? lastOwner() : refusedTo(role);
};

const auditPage = 200;

const keyHandlers = ({
  store: { keys, people, audit, webhooks },
}: DashboardParts): Pick<DashboardHandlers, 'listKeys' | 'createKey' | 'revokeKey' | 'readAudit'> => ({
  listKeys: async ({ membership }) => {
    const [stored, names] = await Promise.all([keys.list(membership.number), people.names(membership.number)]);
    return stored.map((key) => shown(key, names));
  },
  createKey: async ({ body: { description, scopes }, membership, person, actor, now }) => {
    const { number: organization, production } = membership;
    const wanted = { organization, description, scopes, production, ...actor };
    const { apiKey, stored } = await makeApiKey(keys, wanted, now);
    return { apiKey, key: shown(stored, new Map([[person.id, person.name]])) };
  },
  revokeKey: async ({ body, params: { key: id = '' }, membership: { number: organization }, actor, now }) => {
    const found = (await keys.list(organization)).find((key) => key.id === id);
    if (found === undefined) return notThere('key');
    if (found.description !== body.description.trim()) {
      return new Refusal(409, 'The description is another one: type it as it stands in the list.');
    }
    return (await keys.revoke(id, now, { ...actor, organization })) ? {} : notThere('key');
  },
  readAudit: async ({ membership, person, query, now }) => {
    const before = Number(query['before'] ?? Number.MAX_SAFE_INTEGER);
    if (!Number.isSafeInteger(before) || before < 1) return new Refusal(400, 'before must be the number of an entry.');
    const [entries, names, stored, endpoints] = await Promise.all([
      audit.about(membership.number, before, auditPage + 1),
      people.names(membership.number),
      keys.list(membership.number),
      webhooks.list(membership.number, now),
    ]);
    const known = new Map([
      ...names,
      ...stored.map(({ id, description }) => [id, description] as const),
      // In the rest of an address a secret may stand.
      ...endpoints.map(({ id, url }) => [id, new URL(url).host] as const),
    ]);
    const lines = entries.slice(0, auditPage).map(({ text }) => {
      const { number, at, action, by, from, organization, subject, details = {} } = JSON.parse(text) as AuditEntry;
      const name = subject === undefined ? null : (known.get(subject) ?? null);
      // Signing in is about no organization, or about another one: where from, owners see, and whoever it was.
      const isShown = organization !== undefined || by === person.id || membership.role === 'owner';
      const shownFrom = isShown ? (from ?? null) : null;
      return { number, at, action, by: known.get(by) ?? by, from: shownFrom, subject: name, details: { ...details } };
    });
    return { lines, hasMore: entries.length > auditPage };
  },
});

const peopleHandlers = ({
  store,
}: DashboardParts): Pick<
  DashboardHandlers,
  | 'listPeople'
  | 'changeRole'
  | 'removePerson'
  | 'invite'
  | 'renewInvitation'
  | 'withdrawInvitation'
  | 'changeOrganization'
> => {
  const { people } = store;
  return {
    listPeople: async ({ membership: { number } }) => {
      const [members, invitations, names] = await Promise.all([
        people.members(number),
        people.invitations(number),
        people.names(number),
      ]);
      return {
        members: [...members],
        invitations: invitations.map(({ id, email, role, invitedBy, expires }) => ({
          id,
          email,
          role,
          invitedBy: names.get(invitedBy) ?? invitedBy,
          expires: new Date(expires).toISOString(),
        })),
      };
    },
    changeRole: async ({ body: { role }, params: { person = '' }, membership, actor, now }) =>
      changed(await people.setRole(membership.number, person, role, actor, now), 'person', membership),
    removePerson: async ({ params: { person = '' }, membership, actor, now }) =>
      changed(await people.removeMember(membership.number, person, actor, now), 'person', membership),
    invite: async ({ body: { email, role }, membership, actor, now, baseUrl }) => {
      const wanted = { email, role, organization: membership.number, address: baseUrl };
      const { invited, link } = await invitePerson(store, wanted, actor, now);
      if (invited === 'done') return link;
      return invited === 'member' ? isMember() : refusedTo(membership.role);
    },
    renewInvitation: async ({ params: { invitation: id = '' }, membership, actor, now, baseUrl }) => {
      const { tokenHash, expires, link } = newLink(baseUrl, now);
      const renewed = await people.renew(membership.number, id, tokenHash, expires, actor, now);
      const reply = changed(renewed, 'invitation', membership);
      return reply instanceof Refusal ? reply : link;
    },
    withdrawInvitation: async ({ params: { invitation: id = '' }, membership, actor, now }) =>
      changed(await people.withdraw(membership.number, id, actor, now), 'invitation', membership),
    changeOrganization: async ({ body: { production }, membership, actor, now }) => {
      await people.setProduction(membership.number, production, actor, now);
      return {};
    },
  };
};

/** What every call of the table does, once the guard has let it through. */
export const createHandlers = (parts: DashboardParts): DashboardHandlers => ({
  ...accountHandlers(parts),
  ...secondFactorHandlers(parts),
  ...passkeyHandlers(parts),
  ...companyHandlers(parts),
  ...keyHandlers(parts),
  ...webhookHandlers(parts),
  ...peopleHandlers(parts),
});

import type { CallReply } from '#shared/dashboard-api/dashboard-calls.ts';
import { changingRoles, type Role } from '#shared/dashboard-api/roles.ts';
import { deliveryQuerySchema } from '#shared/webhooks-api/deliveries.ts';
import { refuse } from '../http/refusal.ts';
import { commandLine } from '../store/base/actor.ts';
import { entryOf, type AuditRecord } from '../store/base/audit-store.ts';
import type { StoredApiKey } from '../store/key-store.ts';
import type { InvitationChange, Membership, RoleChange } from '../store/people/people-store.ts';
import { makeApiKey } from '../store/secrets.ts';
import { accountHandlers } from './account-handlers.ts';
import { auditHandlers } from './audit-handlers.ts';
import { companyHandlers } from './company-handlers.ts';
import { type DashboardHandlers, type DashboardParts, parsePart } from './dashboard-request.ts';
import { instanceHandlers } from './instance-handlers.ts';
import { inviteUser, newLink } from './invitations.ts';
import { passkeyHandlers } from './passkey-handlers.ts';
import { secondFactorHandlers } from './second-factor-handlers.ts';

/** The reply's schema removes other fields. */
const toKeyView = (key: StoredApiKey, names: ReadonlyMap<string, string>): CallReply<'listKeys'>[number] => {
  const by = key.madeBy ?? 'unknown';
  return { ...key, madeBy: names.get(by) ?? by };
};

const notFoundRefusal = (what: string): never => refuse(404, `This organization has no such ${what}.`);
const roleRefusal = (role: Role): never =>
  refuse(403, `Only owners can add, change or remove owners. Your role is ${role}.`);
const alreadyMember = (): never => refuse(409, 'This user is already a member. Change the role in the list.');
const lastOwner = (): never => refuse(409, 'An organization needs an owner. Make another member an owner first.');

type Change = RoleChange | InvitationChange;

const changeReply = (change: Change, what: string, { role }: Membership): Record<string, never> => {
  if (change === 'done') return {};
  if (change === 'unknown') return notFoundRefusal(what);
  return change === 'last owner' ? lastOwner() : roleRefusal(role);
};

const keyHandlers = ({ store: { keys, people } }: DashboardParts) =>
  ({
    listKeys: async ({ membership }) => {
      const [storedKeys, names] = await Promise.all([keys.list(membership.number), people.names(membership.number)]);
      return storedKeys.map((key) => toKeyView(key, names));
    },
    createKey: async ({ body: { days, ...body }, membership, person, author }) => {
      const { number: organization, production } = membership;
      const lifetimeMs = days && days * 86_400_000;
      const newKey = { ...body, organization, production, lifetimeMs, by: author.by, from: author.from };
      const { apiKey, stored } = await makeApiKey(keys, newKey, author.now);
      return { apiKey, key: toKeyView(stored, new Map([[person.id, person.name]])) };
    },
    revokeKey: async ({ body, params: { key: id = '' }, membership: { number: organization }, author }) => {
      const foundKey = (await keys.list(organization)).find((key) => key.id === id);
      if (foundKey === undefined) return notFoundRefusal('key');
      if (foundKey.description !== body.description.trim()) {
        return refuse(409, "The description doesn't match. Enter the description from the list.");
      }
      return (await keys.revoke(id, author, organization)) ? {} : notFoundRefusal('key');
    },
  }) satisfies Partial<DashboardHandlers>;

const timeOf = (entry: AuditRecord | undefined): string | null => (entry === undefined ? null : entryOf(entry).at);

const peopleHandlers = ({ store }: DashboardParts) => {
  const { people, audit } = store;
  return {
    listPeople: async ({ membership: { number, role: own } }) => {
      const [members, invitations, names] = await Promise.all([
        people.members(number),
        people.invitations(number),
        people.names(number),
      ]);
      const lastOwn = await Promise.all(
        members.map(async ({ id, lastSeen }) => (lastSeen === null ? audit.lastOwn(id) : undefined)),
      );
      const canSeeMore = changingRoles.includes(own);
      return {
        members: members.map(({ hasPassword, secondFactor, passkeys, ...member }, index) => ({
          ...member,
          lastSeen: member.lastSeen ?? timeOf(lastOwn[index]),
          signsIn: canSeeMore ? { hasPassword, secondFactor, passkeys } : null,
        })),
        invitations: invitations.map(({ id, email, role, invitedBy, expires }) => ({
          id,
          email,
          role,
          inviterId: invitedBy,
          invitedBy: names.get(invitedBy) ?? (invitedBy === commandLine ? commandLine : 'Instance administrator'),
          expires: new Date(expires).toISOString(),
        })),
      };
    },
    changeRole: async ({ body: { role }, params: { person = '' }, membership, author }) =>
      changeReply(await people.setRole(membership.number, person, role, author), 'person', membership),
    endMemberSessions: async ({ params: { person = '' }, membership, author }) =>
      changeReply(await people.endMemberSessions(membership.number, person, author), 'person', membership),
    listMemberSessions: async ({ membership: { number, role }, person }) =>
      (await people.memberSessions(number)).map((session) => ({
        ...session,
        isThis: session.id === person.sessionId,
        // As in the audit log, only the user and, since the user joined, owners see the address of a sign-in.
        address:
          session.member.id === person.id || (role === 'owner' && !session.isFromBeforeJoining)
            ? session.address
            : null,
      })),
    endMemberSession: async ({ params: { person = '', session = '' }, membership, author }) =>
      changeReply(await people.endMemberSessions(membership.number, person, author, session), 'session', membership),
    removePerson: async ({ params: { person = '' }, membership, author }) =>
      changeReply(await people.removeMember(membership.number, person, author), 'person', membership),
    invite: async ({ body: { email, role }, membership, author, baseUrl }) => {
      const newInvitation = { email, role, organization: membership.number, address: baseUrl };
      const { invited, link } = await inviteUser(store, newInvitation, author);
      if (invited === 'done') return link;
      return invited === 'member' ? alreadyMember() : roleRefusal(membership.role);
    },
    renewInvitation: async ({ params: { invitation: id = '' }, membership, author, baseUrl }) => {
      const { tokenHash, expires, link } = newLink(baseUrl, author.now);
      const renewResult = await people.renew(membership.number, id, tokenHash, expires, author);
      changeReply(renewResult, 'invitation', membership);
      return link;
    },
    withdrawInvitation: async ({ params: { invitation: id = '' }, membership, author }) =>
      changeReply(await people.withdraw(membership.number, id, author), 'invitation', membership),
    changeOrganization: async ({ body: { production, secondFactorRequired: isRequired }, membership, author }) => {
      if (isRequired !== undefined && !(await people.secondFactors.require(membership.number, isRequired, author)))
        return refuse(409, 'Turn on two-factor authentication for your account first.');
      if (production !== undefined) await people.setProduction(membership.number, production, author);
    },
  } satisfies Partial<DashboardHandlers>;
};

const webhookHandlers = ({ webhooks: actions }: DashboardParts) =>
  ({
    listEndpoints: ({ membership }) => actions.list(membership.number),
    addEndpoint: ({ body, membership, author }) => actions.add(membership.number, body, author),
    changeEndpoint: ({ body, params: { endpoint = '' }, membership, author }) =>
      actions.change(membership.number, endpoint, body, author),
    removeEndpoint: ({ params: { endpoint = '' }, membership, author }) =>
      actions.remove(membership.number, endpoint, author),
    rotateEndpoint: ({ params: { endpoint = '' }, membership, author }) =>
      actions.rotate(membership.number, endpoint, author),
    testEndpoint: ({ params: { endpoint = '' }, membership, author }) =>
      actions.test(membership.number, endpoint, author),
    replayFailed: ({ body: { since }, params: { endpoint = '' }, membership, author }) =>
      actions.replaySince(membership.number, endpoint, since, author),
    listDeliveries: async ({ membership, query }) =>
      actions.deliveries(membership.number, parsePart(deliveryQuerySchema, query)),
    readDelivery: ({ params: { delivery = '' }, membership }) => actions.delivery(membership.number, delivery),
    replayDelivery: ({ params: { delivery = '' }, membership, author }) =>
      actions.replay(membership.number, delivery, author),
  }) satisfies Partial<DashboardHandlers>;

export const createHandlers = (parts: DashboardParts): DashboardHandlers => ({
  ...accountHandlers(parts),
  ...secondFactorHandlers(parts),
  ...passkeyHandlers(parts),
  ...companyHandlers(parts),
  ...keyHandlers(parts),
  ...auditHandlers(parts),
  ...webhookHandlers(parts),
  ...peopleHandlers(parts),
  ...instanceHandlers(parts),
});

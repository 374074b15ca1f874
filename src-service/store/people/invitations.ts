import { randomUUID } from 'node:crypto';
import type { Role } from '#shared/dashboard-api/roles.ts';
import { type Actor, commandLine } from '../base/actor.ts';
import type { InvitationChange, InviteResult, NewInvitation, StoredInvitation } from './people-store.ts';
import { run, audit, type Program, type Row } from '../base/program.ts';
import { organizationOf, organizationColumns, hold, publicId, organizationNumber } from './organizations.ts';
import { roleOf, mayDecide } from './roles.ts';

type Value = string | number | null;

const invitationColumns = `
  SELECT invitations.*, ${organizationColumns}, people.id AS person_id
  FROM invitations JOIN organizations ON organizations.number = invitations.organization
  LEFT JOIN production_organizations ON production_organizations.organization = organizations.number
  LEFT JOIN people ON people.email = invitations.email`;

const invitationOf = (row: Row): StoredInvitation => ({
  id: String(row['invitation']),
  organization: organizationOf(row),
  email: String(row['email']),
  role: roleOf(row['role']),
  invitedBy: String(row['invited_by']),
  expires: Number(row['expires']),
  person: row['person_id'] === null ? null : String(row['person_id']),
});

export function* listInvitations(organization: number): Program<readonly StoredInvitation[]> {
  const rows = yield* run(
    `${invitationColumns} WHERE invitations.organization = $1 ORDER BY invitations.created`,
    organization,
  );
  return rows.map(invitationOf);
}

export function* findInvitation(where: string, ...values: readonly Value[]): Program<StoredInvitation | undefined> {
  const [row] = yield* run(`${invitationColumns} WHERE ${where}`, ...values);
  return row && invitationOf(row);
}

export function* findOpenInvitations(email: string, now: number): Program<readonly StoredInvitation[]> {
  const rows = yield* run(
    `${invitationColumns} WHERE invitations.email = $1 AND expires > $2 ORDER BY invitations.organization`,
    email,
    now,
  );
  return rows.map(invitationOf);
}

export const findOpenInvitation = (tokenHash: string, now: number): Program<StoredInvitation | undefined> =>
  findInvitation('token_hash = $1 AND expires > $2', tokenHash, now);

export function* listOffered(person: string, now: number): Program<readonly StoredInvitation[]> {
  const rows = yield* run(
    `${invitationColumns} WHERE offered_to = $1 AND expires > $2 ORDER BY invitations.created`,
    person,
    now,
  );
  return rows.map(invitationOf);
}

function* isMember(organization: number, email: string): Program<boolean> {
  const rows = yield* run(
    'SELECT person FROM members JOIN people ON people.id = members.person WHERE organization = $1 AND email = $2',
    organization,
    email,
  );
  return rows.length > 0;
}

export function* invite(wanted: NewInvitation, actor: Actor, now: number): Program<InviteResult> {
  const { email, role, tokenHash, expires } = wanted;
  const organization = yield* organizationNumber(wanted.organization);
  yield* hold(organization);
  const openInvitations = yield* run(
    'SELECT role FROM invitations WHERE organization = $1 AND email = $2',
    organization,
    email,
  );
  const decidedRoles = [role, ...openInvitations.map((row) => roleOf(row['role']))];
  if (!(yield* mayDecide(organization, actor, ...decidedRoles))) return 'refused';
  if (actor.by !== commandLine && (yield* isMember(organization, email))) return 'member';
  yield* run('DELETE FROM invitations WHERE organization = $1 AND email = $2', organization, email);
  const id = randomUUID();
  yield* run(
    `INSERT INTO invitations (organization, invitation, email, role, token_hash, invited_by, created, expires)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
    organization,
    id,
    email,
    role,
    tokenHash,
    actor.by,
    now,
    expires,
  );
  yield* audit(
    {
      action: 'person.invite',
      ...actor,
      organization: yield* publicId(organization),
      subject: id,
      details: { email, role },
    },
    now,
  );
  return 'done';
}

/** Returns the role of an open invitation. Lock the organization first. */
function* invitedRole(organization: number, id: string): Program<Role | undefined> {
  yield* hold(organization);
  const [row] = yield* run(
    'SELECT role FROM invitations WHERE organization = $1 AND invitation = $2',
    organization,
    id,
  );
  return row && roleOf(row['role']);
}

export function* renew(
  organization: number,
  id: string,
  tokenHash: string,
  expires: number,
  actor: Actor,
  now: number,
): Program<InvitationChange> {
  const role = yield* invitedRole(organization, id);
  if (role === undefined) return 'unknown';
  if (!(yield* mayDecide(organization, actor, role))) return 'refused';
  const [row] = yield* run(
    `UPDATE invitations SET token_hash = $3, expires = $4, invited_by = $5 WHERE organization = $1 AND invitation = $2
     RETURNING email`,
    organization,
    id,
    tokenHash,
    expires,
    actor.by,
  );
  const details = { email: row?.['email'], role };
  yield* audit(
    { action: 'person.invite', ...actor, organization: yield* publicId(organization), subject: id, details },
    now,
  );
  return 'done';
}

function* deleteInvitation(organization: number, id: string, actor: Actor, now: number): Program<void> {
  const [row] = yield* run(
    'DELETE FROM invitations WHERE organization = $1 AND invitation = $2 RETURNING email',
    organization,
    id,
  );
  const details = { email: row?.['email'] };
  yield* audit(
    { action: 'person.withdraw', ...actor, organization: yield* publicId(organization), subject: id, details },
    now,
  );
}

export function* withdraw(organization: number, id: string, actor: Actor, now: number): Program<InvitationChange> {
  const role = yield* invitedRole(organization, id);
  if (role === undefined) return 'unknown';
  if (!(yield* mayDecide(organization, actor, role))) return 'refused';
  yield* deleteInvitation(organization, id, actor, now);
  return 'done';
}

/** Withdraws links whose creator may no longer grant the role. */
export function* withdrawLinksOf(
  organization: number,
  person: string,
  granted: readonly Role[],
  actor: Actor,
  now: number,
): Program<void> {
  const invitationRows = yield* run(
    'SELECT invitation, role FROM invitations WHERE organization = $1 AND invited_by = $2',
    organization,
    person,
  );
  for (const { invitation, role } of invitationRows) {
    if (!granted.includes(roleOf(role))) yield* deleteInvitation(organization, String(invitation), actor, now);
  }
}

import { randomUUID } from 'node:crypto';
import type { Role } from '#shared/dashboard-api/roles.ts';
import { type ChangeAuthor, commandLine } from '../base/actor.ts';
import type { InvitationChange, InviteResult, NewInvitation, StoredInvitation } from './people-store.ts';
import { auditIn, hasRows, insert, type Program, type Row, run, type Step, textOrNull } from '../base/program.ts';
import { organizationOf, organizationColumns, lockOrganization, organizationNumber } from './organizations.ts';
import { roleOf, mayDecide } from './roles.ts';

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
  person: textOrNull(row['person_id']),
});

function* select(where: string, values: Step['values']): Program<readonly StoredInvitation[]> {
  return (yield* run(`${invitationColumns} WHERE ${where}`, values)).map(invitationOf);
}

export function* findInvitation(where: string, values: Step['values']): Program<StoredInvitation | undefined> {
  return (yield* select(where, values))[0];
}

export const listInvitations = (organization: number): Program<readonly StoredInvitation[]> =>
  select('invitations.organization = $1 ORDER BY invitations.created', [organization]);

export const findOpenInvitations = (email: string, now: number): Program<readonly StoredInvitation[]> =>
  select('invitations.email = $1 AND expires > $2 ORDER BY invitations.organization', [email, now]);

export const findOpenInvitation = (tokenHash: string, now: number): Program<StoredInvitation | undefined> =>
  findInvitation('token_hash = $1 AND expires > $2', [tokenHash, now]);

export const listOffered = (person: string, now: number): Program<readonly StoredInvitation[]> =>
  select('offered_to = $1 AND expires > $2 ORDER BY invitations.created', [person, now]);

const isMember = (organization: number, email: string): Program<boolean> =>
  hasRows(
    'SELECT person FROM members JOIN people ON people.id = members.person WHERE organization = $1 AND email = $2',
    [organization, email],
  );

/** Adds an invitation without checking permission. */
export function* addInvitation(
  organization: number,
  { email, role, tokenHash, expires }: Omit<NewInvitation, 'organization'>,
  author: ChangeAuthor,
): Program<void> {
  const id = randomUUID();
  const link = { token_hash: tokenHash, invited_by: author.by, created: author.now, expires };
  yield* insert('invitations', { organization, invitation: id, email, role, ...link });
  yield* auditIn(organization, { action: 'person.invite', subject: id, details: { email, role } }, author);
}

export function* invite(wanted: NewInvitation, author: ChangeAuthor): Program<InviteResult> {
  const { email, role } = wanted;
  const organization = yield* organizationNumber(wanted.organization);
  yield* lockOrganization(organization);
  const openInvitations = yield* run('SELECT role FROM invitations WHERE organization = $1 AND email = $2', [
    organization,
    email,
  ]);
  const decidedRoles = [role, ...openInvitations.map((row) => roleOf(row['role']))];
  if (!(yield* mayDecide(organization, author, ...decidedRoles))) return 'refused';
  if (author.by !== commandLine && (yield* isMember(organization, email))) return 'member';
  yield* run('DELETE FROM invitations WHERE organization = $1 AND email = $2', [organization, email]);
  yield* addInvitation(organization, wanted, author);
  return 'done';
}

/** Locks the organization and returns an invitation's role. */
function* invitedRole(organization: number, id: string): Program<Role | undefined> {
  yield* lockOrganization(organization);
  const [row] = yield* run('SELECT role FROM invitations WHERE organization = $1 AND invitation = $2', [
    organization,
    id,
  ]);
  return row && roleOf(row['role']);
}

export function* renew(
  organization: number,
  id: string,
  tokenHash: string,
  expires: number,
  author: ChangeAuthor,
): Program<InvitationChange> {
  const role = yield* invitedRole(organization, id);
  if (role === undefined) return 'unknown';
  if (!(yield* mayDecide(organization, author, role))) return 'refused';
  const [row] = yield* run(
    `UPDATE invitations SET token_hash = $3, expires = $4, invited_by = $5 WHERE organization = $1 AND invitation = $2
     RETURNING email`,
    [organization, id, tokenHash, expires, author.by],
  );
  const details = { email: row?.['email'], role };
  yield* auditIn(organization, { action: 'person.invite', subject: id, details }, author);
  return 'done';
}

function* deleteInvitation(organization: number, id: string, author: ChangeAuthor): Program<void> {
  const [row] = yield* run('DELETE FROM invitations WHERE organization = $1 AND invitation = $2 RETURNING email', [
    organization,
    id,
  ]);
  const details = { email: row?.['email'] };
  yield* auditIn(organization, { action: 'person.withdraw', subject: id, details }, author);
}

export function* withdraw(organization: number, id: string, author: ChangeAuthor): Program<InvitationChange> {
  const role = yield* invitedRole(organization, id);
  if (role === undefined) return 'unknown';
  if (!(yield* mayDecide(organization, author, role))) return 'refused';
  yield* deleteInvitation(organization, id, author);
  return 'done';
}

/** Withdraws a member's invitations for roles that the member can't grant any more. */
export function* withdrawLinksOf(
  organization: number,
  person: string,
  granted: readonly Role[],
  author: ChangeAuthor,
): Program<void> {
  const invitationRows = yield* run(
    'SELECT invitation, role FROM invitations WHERE organization = $1 AND invited_by = $2',
    [organization, person],
  );
  for (const { invitation, role } of invitationRows) {
    if (!granted.includes(roleOf(role))) yield* deleteInvitation(organization, String(invitation), author);
  }
}

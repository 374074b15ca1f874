import { randomBytes } from 'node:crypto';
import { bindPrograms, type Dialect, isoTime, type Program, type Programs, run as query } from '../base/program.ts';
import { accept, acceptOffered } from './accept-invitation.ts';
import { challengePrograms, forgetChallenges } from './challenges.ts';
import { companyPrograms } from './company.ts';
import { findOpenInvitation, invite, listInvitations, listOffered, renew, withdraw } from './invitations.ts';
import { instanceAdminChanges, instanceAdminReads } from './instance-admins.ts';
import { organizationChanges, organizationReads } from './managed-organizations.ts';
import { listMembers, listMemberships, memberNames, removeMember, setRole } from './members.ts';
import { hasOrganization, setProduction, findSimilarOrganization } from './organizations.ts';
import { passkeyPrograms } from './passkeys.ts';
import { findReset, resetAccess, startReset } from './reset-access.ts';
import { secondFactorPrograms } from './second-factor.ts';
import { rename } from './people.ts';
import { endMemberSessions, endSessions, listMemberSessions, listSessions } from './sessions.ts';
import { signInPrograms } from './sign-in.ts';

function* readSecret(): Program<string> {
  yield* query('INSERT INTO dashboard (id, secret) VALUES (1, $1) ON CONFLICT (id) DO NOTHING', [
    randomBytes(32).toString('base64url'),
  ]);
  const [row] = yield* query('SELECT secret FROM dashboard');
  return String(row?.['secret']);
}

function* readAddress(): Program<string | undefined> {
  const [row] = yield* query('SELECT address FROM dashboard');
  return typeof row?.['address'] === 'string' ? row['address'] : undefined;
}

function* setAddress(text: string): Program<void> {
  yield* readSecret();
  yield* query('UPDATE dashboard SET address = $1', [text]);
}

const expiredInvitationsKeptMs = 30 * 24 * 3_600_000;

function* forget(now: number): Program<void> {
  yield* query('DELETE FROM person_sessions WHERE expires < $1', [isoTime(Date.now())]);
  yield* query('DELETE FROM invitations WHERE expires < $1', [now - expiredInvitationsKeptMs]);
  yield* forgetChallenges(now);
}

/** Dashboard users, memberships and invitations. Changes are audited and return `refused` if the role forbids them. */
const peoplePrograms = {
  /** Secret for signing cookies. Created once and shared by all instances. */
  secret: readSecret,
  /** Last URL of the dashboard, without a trailing slash. */
  address: readAddress,
  setAddress,
  memberships: listMemberships,
  /** Returns an organization's members, sorted by name. */
  members: listMembers,
  names: memberNames,
  /** Sets a role. Withdraws the member's invitations that the new role couldn't create. */
  setRole,
  /**
   * Removes a member and the invitations they created. Deletes the user, with sessions and password, if this was their
   * last membership. The audit entry has the number of ended sessions.
   */
  removeMember,
  hasOrganization,
  /** Returns the name of an organization that differs only in case or outer spaces. Undefined for an exact match. */
  findSimilarOrganization,
  setProduction,
  /** Creates an invitation. Replaces an earlier invitation to the same address. */
  invite,
  /** Returns an organization's invitations, including expired ones, oldest first. */
  invitations: listInvitations,
  /** Returns the open invitation of a link. Undefined if the invitation was used, withdrawn or has expired. */
  invitationOf: findOpenInvitation,
  /** Gives an invitation a new link, which ends the previous one. */
  renew,
  withdraw,
  /** Accepts an invitation and adds the member atomically. Only one of several concurrent calls succeeds. */
  accept,
  /** Returns invitations that a company sign-in offered to a user and that the user hasn't accepted. */
  offered: listOffered,
  acceptOffered,
  /** Creates a reset link that replaces an earlier one. False for an unknown email. Only for the command line. */
  startReset,
  /** Returns what a reset removes. Undefined if the link was used or has expired. */
  resetOf: findReset,
  /** Consumes a reset link. Undefined if the link was used or has expired. */
  resetAccess,
  sessions: listSessions,
  /** Returns the sessions of all members, sorted by name and last use. */
  memberSessions: listMemberSessions,
  /** Deletes expired sessions and challenges, and invitations that expired over 30 days ago. */
  forget,
  endSessions,
  /** Ends one or all sessions of a member, including those used for other organizations. */
  endMemberSessions,
  rename,
};

export const createPeopleStore = (
  { change: run, single }: Pick<Programs, 'change' | 'single'>,
  { now }: Pick<Dialect, 'now'>,
) => ({
  ...bindPrograms(run, peoplePrograms),
  signIn: bindPrograms(run, signInPrograms(now)),
  secondFactors: bindPrograms(run, secondFactorPrograms),
  passkeys: bindPrograms(run, passkeyPrograms),
  challenges: bindPrograms(run, challengePrograms),
  company: bindPrograms(run, companyPrograms),
  instanceAdmins: { ...bindPrograms(single, instanceAdminReads), ...bindPrograms(run, instanceAdminChanges) },
  organizations: { ...bindPrograms(single, organizationReads), ...bindPrograms(run, organizationChanges) },
});

export type PeopleStore = ReturnType<typeof createPeopleStore>;

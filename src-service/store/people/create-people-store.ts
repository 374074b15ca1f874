import type { PeopleStore } from '../people-store.ts';
import { iso, type Program, run as query, type RunProgram } from '../program.ts';
import { randomSecret } from '../secrets.ts';
import { accept, acceptOffered } from './accept-invitation.ts';
import { createChallenges, forgetChallenges } from './challenges.ts';
import { createCompany } from './company.ts';
import { findInvitation, invite, listInvitations, listOffered, renew, withdraw } from './invitations.ts';
import { listMembers, listMemberships, memberNames, removeMember, setRole } from './members.ts';
import { hasOrganization, setProduction, similarOrganization } from './organizations.ts';
import { createPasskeys } from './passkeys.ts';
import { findReset, resetAccess, startReset } from './reset-access.ts';
import { createSecondFactors } from './second-factor.ts';
import { endSession, endSessions, listSessions } from './sessions.ts';
import { insertRow, removeRows, selectRows, updateRows } from './sign-in.ts';

function* readSecret(): Program<string> {
  yield* query('INSERT INTO dashboard (id, secret) VALUES (1, $1) ON CONFLICT (id) DO NOTHING', randomSecret());
  const [row] = yield* query('SELECT secret FROM dashboard');
  return String(row?.['secret']);
}

function* readAddress(): Program<string | undefined> {
  const [row] = yield* query('SELECT address FROM dashboard');
  return typeof row?.['address'] === 'string' ? row['address'] : undefined;
}

function* setAddress(text: string): Program<void> {
  yield* readSecret();
  yield* query('UPDATE dashboard SET address = $1', text);
}

const openInvitationsStayMs = 30 * 24 * 3_600_000;

function* forget(now: number): Program<void> {
  yield* query('DELETE FROM person_sessions WHERE expires < $1', iso(Date.now()));
  yield* query('DELETE FROM invitations WHERE expires < $1', now - openInvitationsStayMs);
  yield* forgetChallenges(now);
}

/** Creates the people store on the statements of either database. */
export const createPeopleStore = (run: RunProgram): PeopleStore => ({
  signIn: {
    insert: (...args) => run(() => insertRow(...args)),
    select: (table, where, limit) => run(() => selectRows(table, where, limit)),
    update: (table, where, values) => run(() => updateRows(table, where, values)),
    remove: (table, where) => run(() => removeRows(table, where)),
  },
  secondFactors: createSecondFactors(run),
  passkeys: createPasskeys(run),
  challenges: createChallenges(run),
  company: createCompany(run),
  secret: () => run(() => readSecret()),
  address: () => run(() => readAddress()),
  setAddress: (text) => run(() => setAddress(text)),
  memberships: (person) => run(() => listMemberships(person)),
  members: (organization) => run(() => listMembers(organization)),
  names: (organization) => run(() => memberNames(organization)),
  setRole: (...args) => run(() => setRole(...args)),
  removeMember: (...args) => run(() => removeMember(...args)),
  hasOrganization: (name) => run(() => hasOrganization(name)),
  similarOrganization: (name) => run(() => similarOrganization(name)),
  setProduction: (...args) => run(() => setProduction(...args)),
  invite: (...args) => run(() => invite(...args)),
  invitations: (organization) => run(() => listInvitations(organization)),
  invitationOf: (tokenHash, now) => run(() => findInvitation('token_hash = $1 AND expires > $2', tokenHash, now)),
  renew: (...args) => run(() => renew(...args)),
  offered: (...args) => run(() => listOffered(...args)),
  acceptOffered: (...args) => run(() => acceptOffered(...args)),
  startReset: (...args) => run(() => startReset(...args)),
  resetOf: (...args) => run(() => findReset(...args)),
  resetAccess: (...args) => run(() => resetAccess(...args)),
  withdraw: (...args) => run(() => withdraw(...args)),
  accept: (...args) => run(() => accept(...args)),
  sessions: (person) => run(() => listSessions(person)),
  forget: (now) => run(() => forget(now)),
  endSession: (...args) => run(() => endSession(...args)),
  endOtherSessions: (...args) => run(() => endSessions(...args)),
});

import type { PeopleStore } from '../people-store.ts';
import type { RunProgram } from '../program.ts';
import { accept, acceptOffered } from './accept-invitation.ts';
import { createChallenges } from './challenges.ts';
import { createCompany } from './company.ts';
import { forget, readAddress, readSecret, setAddress } from './dashboard.ts';
import { findInvitation, invite, listInvitations, listOffered, renew, withdraw } from './invitations.ts';
import { listMembers, listMemberships, memberNames, removeMember, setRole } from './members.ts';
import { hasOrganization, setProduction, similarOrganization } from './organizations.ts';
import { createPasskeys } from './passkeys.ts';
import { findReset, resetAccess, startReset } from './reset-access.ts';
import { createSecondFactors } from './second-factor.ts';
import { endSession, endSessions, listSessions } from './sessions.ts';
import { insertRow, removeRows, selectRows, updateRows } from './sign-in.ts';

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

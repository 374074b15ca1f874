import type { ChangeAuthor } from '../base/actor.ts';
import { audit, hasRows, isoTime, type Program, run } from '../base/program.ts';
import { findOpenInvitations } from './invitations.ts';
import { lockOrganization } from './organizations.ts';
import { addAccount, addUserWithoutPassword, lockUser } from './people.ts';

export interface CompanyUser {
  readonly issuer: string;
  /** Subject ID, which the issuer never reuses. */
  readonly subject: string;
  readonly email: string;
  readonly isVerified: boolean;
  readonly name: string;
}

/** `invitedTo` names the organizations whose invitations the user must accept through a link. */
export type CompanyEntry =
  | { readonly person: string; readonly invitedTo: readonly string[] }
  | 'unverified'
  | 'not invited'
  | 'other account';

const provider = 'company';
/** Unambiguous, because an issuer URL has no `#`. */
const accountOf = ({ issuer, subject }: CompanyUser): string => `${issuer}#${subject}`;

function* findPerson(who: CompanyUser): Program<string | undefined> {
  const [linkedAccount] = yield* run('SELECT person FROM person_accounts WHERE provider_id = $1 AND account_id = $2', [
    provider,
    accountOf(who),
  ]);
  if (linkedAccount !== undefined) return String(linkedAccount['person']);
  if (!who.isVerified) return undefined;
  const [row] = yield* run('SELECT id FROM people WHERE email = $1', [who.email]);
  return row && String(row['id']);
}

/** Links a user to the issuer's ID. False if the user has another ID there: the email address may have a new owner. */
function* link(person: string, who: CompanyUser, author: ChangeAuthor): Program<boolean> {
  const rows = yield* run('SELECT account_id FROM person_accounts WHERE person = $1 AND provider_id = $2', [
    person,
    provider,
  ]);
  const accounts = rows.map((row) => String(row['account_id']));
  if (accounts.includes(accountOf(who))) return true;
  if (accounts.some((account) => account.startsWith(`${who.issuer}#`))) return false;
  yield* addAccount({ person, account_id: accountOf(who), provider_id: provider }, isoTime(author.now));
  const details = { issuer: who.issuer };
  yield* audit({ action: 'person.company', subject: person, details }, { ...author, by: person });
  return true;
}

const hasPassword = (person: string): Program<boolean> =>
  hasRows("SELECT id FROM person_accounts WHERE person = $1 AND provider_id = 'credential'", [person]);

function* enter(who: CompanyUser, author: ChangeAuthor): Program<CompanyEntry> {
  const { email, name, isVerified } = who;
  const { now } = author;
  const foundInvitations = isVerified ? yield* findOpenInvitations(email, now) : [];
  const organizationNumbers = new Set(foundInvitations.map(({ organization }) => organization.number));
  for (const organization of organizationNumbers) yield* lockOrganization(organization);
  // Reads the invitations again under the lock, because a concurrent call may have used one or created the user.
  const currentInvitations = isVerified ? yield* findOpenInvitations(email, now) : [];
  const invitations = currentInvitations.filter(({ organization }) => organizationNumbers.has(organization.number));
  const knownPerson = yield* findPerson(who);
  if (knownPerson === undefined && !isVerified) return 'unverified';
  if (knownPerson === undefined && invitations.length === 0) return 'not invited';
  const person = knownPerson ?? (yield* addUserWithoutPassword(email, name, now));
  if (person === undefined || (yield* lockUser(person)) === undefined) return 'not invited';
  if (!(yield* link(person, who, author))) return 'other account';
  // The password may belong to a previous owner of this email address, so the account gets no new access.
  if (yield* hasPassword(person))
    return { person, invitedTo: invitations.map(({ organization }) => organization.name) };
  for (const { organization, id } of invitations) {
    yield* run('UPDATE invitations SET offered_to = $3 WHERE organization = $1 AND invitation = $2', [
      organization.number,
      id,
      person,
    ]);
  }
  return { person, invitedTo: [] };
}

export const companyPrograms = {
  /** Returns the user with this account or verified email. Undefined if there is none. */
  find: findPerson,
  /**
   * Identifies the user atomically by the issuer's ID, or else by an email address that the issuer verified. A new user
   * needs an open invitation. Offers all open invitations to a user without a password. A user with a password must
   * accept each invitation through its link.
   */
  enter,
};

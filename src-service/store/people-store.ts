import type { Role } from '#shared/dashboard-api/roles.ts';
import type { Actor } from './actor.ts';
import type { CompanyStore } from './company-store.ts';
import type { ChallengeStore, PasskeyStore } from './passkey-store.ts';
import type { SecondFactorStore } from './second-factor-store.ts';

/** A row of the tables of sign-in: what the library that signs people in reads and writes. */
export type SignInRow = Readonly<Record<string, string | number | null>>;

export interface SignInCondition {
  readonly column: string;
  readonly operator: 'eq' | 'ne' | 'lt' | 'lte' | 'gt' | 'gte' | 'in';
  readonly value: string | number | null | readonly (string | number)[];
}

/** The tables of sign-in. Names of tables and columns come from the library's configuration, never from a request. */
export interface SignInTables {
  /** @param way how somebody signed in, for the audit log, where the row is a session */
  insert(table: string, row: SignInRow, way?: string): Promise<void>;
  select(table: string, where: readonly SignInCondition[], limit: number): Promise<readonly SignInRow[]>;
  update(table: string, where: readonly SignInCondition[], values: SignInRow): Promise<SignInRow | undefined>;
  remove(table: string, where: readonly SignInCondition[]): Promise<number>;
}

export interface Membership {
  readonly number: number;
  readonly id: string;
  readonly name: string;
  readonly production: boolean;
  readonly role: Role;
}

export interface Member {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly role: Role;
  /** When a session was used last, ISO 8601; null where there is none any more. */
  readonly lastSeen: string | null;
  readonly secondFactor: boolean;
  /** Without one somebody signs in by the company alone, which looks after second factors. */
  readonly hasPassword: boolean;
  /** How many passkeys sign in without password and code. */
  readonly passkeys: number;
}

export interface NewInvitation {
  readonly email: string;
  readonly role: Role;
  /** Name of the organization, made when there is none of this name, or its number; the seeded one when left out. */
  readonly organization?: string | number | undefined;
  /** SHA-256 of the token in the link, as text. */
  readonly tokenHash: string;
  /** Milliseconds since 1970. */
  readonly expires: number;
}

export interface StoredInvitation {
  readonly id: string;
  readonly organization: Omit<Membership, 'role'>;
  readonly email: string;
  readonly role: Role;
  /** Id of a person, or `command line`. */
  readonly invitedBy: string;
  readonly expires: number;
  readonly person: string | null;
}

export interface AccessReset {
  readonly person: string;
  readonly email: string;
  readonly name: string;
  readonly removes: {
    readonly password: boolean;
    readonly companySignIn: boolean;
    readonly secondFactor: boolean;
    readonly passkeys: number;
    readonly sessions: number;
  };
}

export interface PersonSession {
  readonly id: string;
  readonly address: string;
  readonly userAgent: string;
  readonly created: string;
  readonly seen: string;
}

export type RoleChange = 'done' | 'unknown' | 'refused' | 'last owner';
export type InvitationChange = 'done' | 'unknown' | 'refused';
/** What became of a new one; a person invites no member, a shell does. */
export type Invited = 'done' | 'refused' | 'member';
/** What became of accepting one; `changed` where the person came or went since the invitation was read. */
export type Accepted = 'done' | 'gone' | 'changed';

/**
 * People of the dashboard: who they are, where they belong, and who was asked to come. Every change is in the audit log.
 * Roles are changed, given and taken away as far as the role of whoever acts goes in that moment; else it is `refused`.
 */
export interface PeopleStore {
  readonly signIn: SignInTables;
  readonly secondFactors: SecondFactorStore;
  readonly passkeys: PasskeyStore;
  readonly challenges: ChallengeStore;
  readonly company: CompanyStore;
  /** The secret that signs cookies: made once, the same for all instances. */
  secret(): Promise<string>;
  /** Where the dashboard was last served, without a slash at the end. */
  address(): Promise<string | undefined>;
  setAddress(address: string): Promise<void>;
  memberships(person: string): Promise<readonly Membership[]>;
  members(organization: number): Promise<readonly Member[]>;
  names(organization: number): Promise<ReadonlyMap<string, string>>;
  /** Withdraws the invitations that the person could not make any more. */
  setRole(organization: number, person: string, role: Role, actor: Actor, now: number): Promise<RoleChange>;
  /**
   * Takes a person out of the organization, with the invitations that they made. Who is in no other is forgotten with sessions
   * and password; the entry of the log says how many sessions ended so.
   */
  removeMember(organization: number, person: string, actor: Actor, now: number): Promise<RoleChange>;
  hasOrganization(name: string): Promise<boolean>;
  /** The name of an organization that differs in case or outer spaces alone, where there is none of this very name. */
  similarOrganization(name: string): Promise<string | undefined>;
  setProduction(organization: number, production: boolean, actor: Actor, now: number): Promise<void>;
  invite(invitation: NewInvitation, actor: Actor, now: number): Promise<Invited>;
  invitations(organization: number): Promise<readonly StoredInvitation[]>;
  /** The invitation of a link that still works. */
  invitationOf(tokenHash: string, now: number): Promise<StoredInvitation | undefined>;
  renew(
    organization: number,
    id: string,
    tokenHash: string,
    expires: number,
    actor: Actor,
    now: number,
  ): Promise<InvitationChange>;
  withdraw(organization: number, id: string, actor: Actor, now: number): Promise<InvitationChange>;
  /**
   * Uses an invitation up and makes the person a member, as one step: of any number of calls at once one succeeds.
   * @param newcomer name and password, only of a person whom nobody knows yet; the hash is the library's own
   */
  accept(
    tokenHash: string,
    newcomer: { readonly name: string; readonly passwordHash: string } | undefined,
    from: string | undefined,
    now: number,
  ): Promise<Accepted>;
  /** Invitations that a company's sign-in offered to a person, which wait until the person accepts. */
  offered(person: string, now: number): Promise<readonly StoredInvitation[]>;
  acceptOffered(
    person: string,
    id: string,
    from: string | undefined,
    now: number,
  ): Promise<Exclude<Accepted, 'changed'>>;
  /** Replaces the link of an earlier reset; false if nobody has this email address. Only the command line may do this. */
  startReset(email: string, tokenHash: string, expires: number, now: number): Promise<boolean>;
  resetOf(tokenHash: string, now: number): Promise<AccessReset | undefined>;
  /** Uses the link up; undefined if it was used or is too old. */
  resetAccess(
    tokenHash: string,
    passwordHash: string,
    from: string | undefined,
    now: number,
  ): Promise<AccessReset | undefined>;
  sessions(person: string): Promise<readonly PersonSession[]>;
  /** Drops sessions and questions that are over, and invitations whose link has not worked for 30 days. */
  forget(now: number): Promise<void>;
  endSession(person: string, id: string, actor: Actor, now: number): Promise<boolean>;
  /** Ends all but one; gives back how many. */
  endOtherSessions(person: string, stored: string, actor: Actor, now: number): Promise<number>;
}

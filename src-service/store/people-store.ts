import type { Role } from '#shared/dashboard-api/roles.ts';
import type { Actor } from './actor.ts';
import type { CompanyStore } from './company-store.ts';
import type { ChallengeStore, PasskeyStore } from './passkey-store.ts';
import type { SecondFactorStore } from './second-factor-store.ts';

/** A row of a sign-in table, as better-auth reads and writes it. */
export type SignInRow = Readonly<Record<string, string | number | null>>;

export interface SignInCondition {
  readonly column: string;
  readonly operator: 'eq' | 'ne' | 'lt' | 'lte' | 'gt' | 'gte' | 'in';
  readonly value: string | number | null | readonly (string | number)[];
}

/** Sign-in tables. Table and column names come from better-auth's configuration, never from a request. */
export interface SignInTables {
  /** @param way sign-in method for the audit log, if the row is a session */
  insert(table: string, row: SignInRow, way?: string): Promise<void>;
  /** Returns up to `limit` rows that match every condition. */
  select(table: string, where: readonly SignInCondition[], limit: number): Promise<readonly SignInRow[]>;
  /** Updates the matching rows and returns the first. Undefined if none matches. */
  update(table: string, where: readonly SignInCondition[], values: SignInRow): Promise<SignInRow | undefined>;
  /** Deletes the matching rows and returns their number. */
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
  /** Last use of a session, ISO 8601. Null without a session. */
  readonly lastSeen: string | null;
  readonly secondFactor: boolean;
  /** Without a password, the user signs in only through the company, which handles second factors. */
  readonly hasPassword: boolean;
  readonly passkeys: number;
}

export interface NewInvitation {
  readonly email: string;
  readonly role: Role;
  /** Name of an organization, which is created if it doesn't exist, or its number. @default the seeded organization */
  readonly organization?: string | number | undefined;
  /** SHA-256 of the link's token, as a string. */
  readonly tokenHash: string;
  /** Milliseconds since 1970. */
  readonly expires: number;
}

export interface StoredInvitation {
  readonly id: string;
  readonly organization: Omit<Membership, 'role'>;
  readonly email: string;
  readonly role: Role;
  /** A user ID, or `command line`. */
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
  readonly lastUsed: string;
}

export type RoleChange = 'done' | 'unknown' | 'refused' | 'last owner';
export type InvitationChange = 'done' | 'unknown' | 'refused';
/** `member`: the user is already a member. Only users get this result; the command line may invite a member again. */
export type Invited = 'done' | 'refused' | 'member';
/** `changed` if the user's account was created or removed since the invitation was read. */
export type Accepted = 'done' | 'expired' | 'changed';

/** Dashboard users, memberships and invitations. Changes are audited, and `refused` unless the role allows them. */
export interface PeopleStore {
  readonly signIn: SignInTables;
  readonly secondFactors: SecondFactorStore;
  readonly passkeys: PasskeyStore;
  readonly challenges: ChallengeStore;
  readonly company: CompanyStore;
  /** Secret that signs cookies. Created once and shared by all instances. */
  secret(): Promise<string>;
  /** Last URL of the dashboard, without a trailing slash. */
  address(): Promise<string | undefined>;
  /** Stores the dashboard's URL. */
  setAddress(address: string): Promise<void>;
  /** Returns the organizations of a user, with the role in each. */
  memberships(person: string): Promise<readonly Membership[]>;
  /** Returns an organization's members, sorted by name. */
  members(organization: number): Promise<readonly Member[]>;
  /** Returns the names of an organization's members by user ID. */
  names(organization: number): Promise<ReadonlyMap<string, string>>;
  /** Sets a role. Withdraws the member's invitations that the new role couldn't create. */
  setRole(organization: number, person: string, role: Role, actor: Actor, now: number): Promise<RoleChange>;
  /**
   * Removes a member and the invitations they created. Deletes the user, with sessions and password, if this was their
   * last membership. The audit entry has the number of ended sessions.
   */
  removeMember(organization: number, person: string, actor: Actor, now: number): Promise<RoleChange>;
  /** Whether an organization has exactly this name. */
  hasOrganization(name: string): Promise<boolean>;
  /** Name of an organization that differs only in case or outer spaces. Undefined if the exact name exists. */
  similarOrganization(name: string): Promise<string | undefined>;
  /** Marks the organization as production or not. */
  setProduction(organization: number, production: boolean, actor: Actor, now: number): Promise<void>;
  /** Creates an invitation, which replaces an earlier one to the same address. */
  invite(invitation: NewInvitation, actor: Actor, now: number): Promise<Invited>;
  /** Returns an organization's invitations, expired ones too, oldest first. */
  invitations(organization: number): Promise<readonly StoredInvitation[]>;
  /** Returns the open invitation of a link. Undefined if it was used, withdrawn or has expired. */
  invitationOf(tokenHash: string, now: number): Promise<StoredInvitation | undefined>;
  /** Gives an invitation a new link, which ends the previous one. */
  renew(
    organization: number,
    id: string,
    tokenHash: string,
    expires: number,
    actor: Actor,
    now: number,
  ): Promise<InvitationChange>;
  /** Deletes an invitation. */
  withdraw(organization: number, id: string, actor: Actor, now: number): Promise<InvitationChange>;
  /**
   * Accepts an invitation and adds the member atomically. Of several concurrent calls one succeeds.
   * @param newUser name and better-auth password hash, only for a new user
   */
  accept(
    tokenHash: string,
    newUser: { readonly name: string; readonly passwordHash: string } | undefined,
    from: string | undefined,
    now: number,
  ): Promise<Accepted>;
  /** Invitations that a company sign-in offered to a user and that the user hasn't accepted. */
  offered(person: string, now: number): Promise<readonly StoredInvitation[]>;
  /** Accepts one of the invitations in `offered`. */
  acceptOffered(
    person: string,
    id: string,
    from: string | undefined,
    now: number,
  ): Promise<Exclude<Accepted, 'changed'>>;
  /** Replaces an earlier reset link. Returns false if no user has this email address. Only for the command line. */
  startReset(email: string, tokenHash: string, expires: number, now: number): Promise<boolean>;
  /** Returns what a reset link would remove. Undefined if it was used or has expired. */
  resetOf(tokenHash: string, now: number): Promise<AccessReset | undefined>;
  /** Consumes the link. Undefined if it was used or has expired. */
  resetAccess(
    tokenHash: string,
    passwordHash: string,
    from: string | undefined,
    now: number,
  ): Promise<AccessReset | undefined>;
  /** Returns the sessions of a user. */
  sessions(person: string): Promise<readonly PersonSession[]>;
  /** Deletes expired sessions and challenges, and invitations that expired over 30 days ago. */
  forget(now: number): Promise<void>;
  /** Ends a session. Returns false if the user doesn't have it. */
  endSession(person: string, id: string, actor: Actor, now: number): Promise<boolean>;
  /** Ends all sessions except one. Returns their number. */
  endOtherSessions(person: string, stored: string, actor: Actor, now: number): Promise<number>;
}

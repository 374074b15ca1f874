import type { Role } from '#shared/dashboard-api/roles.ts';

/** A row of a sign-in table, as better-auth reads and writes it. */
export type SignInRow = Readonly<Record<string, string | number | null>>;

export interface SignInCondition {
  readonly column: string;
  readonly operator: 'eq' | 'ne' | 'lt' | 'lte' | 'gt' | 'gte' | 'in';
  readonly value: string | number | null | readonly (string | number)[];
}

export interface Membership {
  readonly number: number;
  readonly id: string;
  readonly name: string;
  readonly production: boolean;
  readonly role: Role;
  readonly secondFactorRequired: boolean;
  /** The organization requires a second factor, which the member hasn't turned on. */
  readonly mustEnroll: boolean;
  readonly suspended: Suspension | null;
}

/** An organization as everyone with an invitation sees it. */
export type OrganizationFacts = Pick<Membership, 'number' | 'id' | 'name' | 'production'>;

export interface Suspension {
  /** ISO 8601. */
  readonly since: string;
  /** Empty if the administrator gave none. */
  readonly reason: string;
}

export interface ManagedOrganization extends OrganizationFacts {
  /** The organization that the service was set up with, which can't be deleted. */
  readonly isFirst: boolean;
  readonly suspended: Suspension | null;
  readonly members: number;
  /** Keys that aren't revoked. */
  readonly keys: number;
  readonly migrations: number;
}

export interface Member {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly role: Role;
  /** Last use of a session, ISO 8601. Null if the member has no session. */
  readonly lastSeen: string | null;
  readonly secondFactor: boolean;
  /** A user without a password uses company sign-in. The identity provider handles their second factors. */
  readonly hasPassword: boolean;
  readonly passkeys: number;
}

export interface NewInvitation {
  readonly email: string;
  readonly role: Role;
  /** Number or name of an organization. An unknown name creates an organization. @default the seeded organization */
  readonly organization?: string | number | undefined;
  /** SHA-256 of the link's token, as a string. */
  readonly tokenHash: string;
  /** Milliseconds since 1970. */
  readonly expires: number;
}

export interface StoredInvitation {
  readonly id: string;
  readonly organization: OrganizationFacts;
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

export interface UserSession {
  readonly id: string;
  readonly address: string;
  readonly userAgent: string;
  readonly created: string;
  readonly lastUsed: string;
}

export interface MemberSession extends UserSession {
  readonly member: Pick<Member, 'id' | 'name' | 'role'>;
}

export type RoleChange = 'done' | 'unknown' | 'refused' | 'last owner';
export type InvitationChange = 'done' | 'unknown' | 'refused';
/** `member`: the user is already a member. Only users get this result; the command line may invite a member again. */
export type InviteResult = 'done' | 'refused' | 'member';
/** `changed`: the user's account was created or removed after the invitation was read. */
export type AcceptResult = 'done' | 'expired' | 'changed';

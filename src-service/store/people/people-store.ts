import type { CallReply } from '#shared/dashboard-api/dashboard-calls.ts';
import type { Role } from '#shared/dashboard-api/roles.ts';

/** A row of a sign-in table, as better-auth reads and writes it. */
export type SignInRow = Readonly<Record<string, string | number | null>>;

export type Membership = CallReply<'session'>['organizations'][number] & { readonly number: number };

/** An organization as everyone with an invitation sees it. */
export type OrganizationFacts = Pick<Membership, 'number' | 'id' | 'name' | 'production'>;

export type Suspension = NonNullable<Membership['suspended']>;

export type ManagedOrganization = CallReply<'listOrganizations'>['organizations'][number] & { readonly number: number };

type ListedMember = CallReply<'listPeople'>['members'][number];
/** `lastSeen` is the last use of a session, and null if the member has no session. */
export type Member = Omit<ListedMember, 'signsIn'> & NonNullable<ListedMember['signsIn']>;

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

export interface AccessReset extends CallReply<'readReset'> {
  readonly person: string;
  readonly name: string;
}

export type UserSession = Omit<CallReply<'listSessions'>[number], 'isThis'>;
export interface MemberSession extends Omit<CallReply<'listMemberSessions'>[number], 'isThis'> {
  /** Whether the member signed in before joining the organization. */
  readonly isFromBeforeJoining: boolean;
}

export type RoleChange = 'done' | 'unknown' | 'refused' | 'last owner';
export type InvitationChange = 'done' | 'unknown' | 'refused';
/** `member`: the user is already a member. Only users get this result; the command line may invite a member again. */
export type InviteResult = 'done' | 'refused' | 'member';
/** `changed`: the user's account was created or removed after the invitation was read. */
export type AcceptResult = 'done' | 'expired' | 'changed';

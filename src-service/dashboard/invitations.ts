import { invitationHash, invitationMs, resetHash } from '#shared/dashboard-api/limits.ts';
import type { Role } from '#shared/dashboard-api/roles.ts';
import type { Actor } from '../store/actor.ts';
import type { Invited } from '../store/people-store.ts';
import { hashSecret, randomSecret } from '../store/secrets.ts';
import type { Store } from '../store/store.ts';
import { dashboardPath } from './paths.ts';

/** A link that works once. */
interface InvitationLink {
  readonly url: string;
  /** ISO 8601. */
  readonly expiresAt: string;
}

export const invitationHashOf = (token: string): string => hashSecret(token).toString('base64url');

/** A token, what is kept of it, and its link. It stands behind the `#`, which browsers send to no server. */
export const newLink = (
  address: string,
  now: number,
  hash: typeof invitationHash | typeof resetHash = invitationHash,
) => {
  const token = randomSecret();
  const expires = now + invitationMs;
  const link = {
    url: `${address}${dashboardPath}/${hash}${token}`,
    expiresAt: new Date(expires).toISOString(),
  };
  return { tokenHash: invitationHashOf(token), expires, link };
};

interface Wanted {
  readonly email: string;
  readonly role: Role;
  /** Name or number; the seeded one when left out. */
  readonly organization?: string | number | undefined;
  /** Where the dashboard is, without a slash at the end. */
  readonly address: string;
}

/** Invites a person; the link is in the result only, and works where the invitation was made. */
export const invitePerson = async (
  { people }: Pick<Store, 'people'>,
  { email, role, organization, address }: Wanted,
  actor: Actor,
  now: number,
): Promise<{ readonly invited: Invited; readonly link: InvitationLink }> => {
  const { tokenHash, expires, link } = newLink(address, now);
  const invited = await people.invite({ email, role, organization, tokenHash, expires }, actor, now);
  return { invited, link };
};

/** Makes a link that resets how a person signs in; undefined if nobody has this email address. */
export const startReset = async (
  { people }: Pick<Store, 'people'>,
  email: string,
  address: string,
  now: number,
): Promise<InvitationLink | undefined> => {
  const { tokenHash, expires, link } = newLink(address, now, resetHash);
  return (await people.startReset(email, tokenHash, expires, now)) ? link : undefined;
};

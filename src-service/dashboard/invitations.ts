import { invitationHash, invitationMs, resetHash } from '#shared/dashboard-api/limits.ts';
import type { Role } from '#shared/dashboard-api/roles.ts';
import type { ChangeAuthor } from '../store/base/actor.ts';
import type { InviteResult } from '../store/people/people-store.ts';
import { hashSecretText, randomSecret } from '../store/secrets.ts';
import type { Store } from '../store/store.ts';
import { dashboardPath } from './paths.ts';

interface InvitationLink {
  readonly url: string;
  /** ISO 8601. */
  readonly expiresAt: string;
}

/** Creates a token, its hash and its link. The token is in the URL fragment, which browsers never send to a server. */
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
  return { tokenHash: hashSecretText(token), expires, link };
};

interface InvitationDraft {
  readonly email: string;
  readonly role: Role;
  /** Name or number. @default the seeded organization */
  readonly organization?: string | number | undefined;
  /** Dashboard URL without a trailing slash. */
  readonly address: string;
}

/** The returned link isn't stored, and works only at this dashboard URL. */
export const inviteUser = async (
  { people }: Pick<Store, 'people'>,
  { email, role, organization, address }: InvitationDraft,
  author: ChangeAuthor,
): Promise<{ readonly invited: InviteResult; readonly link: InvitationLink }> => {
  const { tokenHash, expires, link } = newLink(address, author.now);
  const invited = await people.invite({ email, role, organization, tokenHash, expires }, author);
  return { invited, link };
};

export const startReset = async (
  { people }: Pick<Store, 'people'>,
  email: string,
  address: string,
  now: number,
): Promise<InvitationLink | undefined> => {
  const { tokenHash, expires, link } = newLink(address, now, resetHash);
  return (await people.startReset(email, tokenHash, expires, now)) ? link : undefined;
};

import { type KeyScope, keyScopes } from '#shared/migration-api/key-scopes.ts';
import type { AuditEvent } from './base/audit-store.ts';

/** Times are ISO 8601, or null if the event hasn't happened. */
export interface StoredApiKey {
  readonly id: string;
  readonly organizationId: string;
  readonly organization: string;
  readonly description: string;
  readonly production: boolean;
  readonly scopes: readonly KeyScope[];
  /** Last four characters, so that users can recognize a key. */
  readonly lastFour: string;
  readonly created: string;
  readonly revoked: string | null;
  /** When the key expires. Null for a key that works until it is revoked. */
  readonly expires: string | null;
  /** IP addresses and CIDR ranges that may use the key. Empty if every address may. */
  readonly addresses: readonly string[];
  /** The audit log's actor. Null for keys older than the audit log. */
  readonly madeBy: string | null;
  readonly lastUsed: string | null;
}

export interface NewApiKey extends KeyLimits {
  readonly id: string;
  readonly hash: Uint8Array;
  /** Number or name of an organization. An unknown name creates an organization. @default the seeded organization */
  readonly organization?: string | number | undefined;
  readonly description: string;
  readonly production: boolean;
  readonly scopes: readonly KeyScope[];
  readonly lastFour: string;
  readonly by: string;
  readonly from?: string | undefined;
}

/** Limits of a key, besides its scopes. `expires` is in milliseconds since 1970. */
interface KeyLimits {
  readonly expires: number | null;
  readonly addresses: readonly string[];
}

export interface KeyOwner extends KeyLimits {
  readonly keyId: string;
  readonly organization: number;
  readonly scopes: readonly KeyScope[];
  /** When the key was revoked after its expiry. */
  readonly revoked: number | null;
}

export const scopesText = (scopes: readonly KeyScope[]): string => scopes.join(' ');

/** Ignores scopes that this version doesn't know. */
export const readScopes = (text: unknown): readonly KeyScope[] => {
  const scopeNames = String(text).split(' ');
  return keyScopes.filter((scope) => scopeNames.includes(scope));
};

interface RevokedBy {
  readonly by: string;
  readonly from?: string | undefined;
  readonly organization?: number | undefined;
}

export const keyCreatedEvent = (
  { id, organizationId, description, production, scopes, expires, addresses }: StoredApiKey,
  { by, from }: Pick<NewApiKey, 'by' | 'from'>,
): AuditEvent => ({
  action: 'key.create',
  by,
  ...(from !== undefined && { from }),
  organization: organizationId,
  subject: id,
  details: {
    description,
    production,
    scopes,
    ...(expires !== null && { expires }),
    ...(addresses.length > 0 && { addresses }),
  },
});

export interface ApiKeyStore {
  /** Returns the owner of the key with this SHA-256 hash, also of an expired key. Undefined if the key was revoked. */
  owner(hash: Uint8Array): Promise<KeyOwner | undefined>;
  /** @param now milliseconds since 1970 */
  create(key: NewApiKey, now: number): Promise<StoredApiKey>;
  /** Returns the keys of one organization, or of all organizations. Includes revoked keys. */
  list(organization?: number): Promise<readonly StoredApiKey[]>;
  /** Revokes a key with its tokens and open logins. Returns false if the organization doesn't have the key. */
  revoke(id: string, now: number, by: RevokedBy): Promise<boolean>;
  /** Revokes the keys that have expired at `now`, with their tokens and unfinished logins. */
  expire(now: number): Promise<void>;
  /** Stores `now`, in milliseconds since 1970, as the last use of these keys. */
  markUsed(ids: Iterable<string>, now: number): Promise<void>;
}

export interface NewLinkToken {
  readonly hash: Uint8Array;
  readonly organization: number;
  /** Null for a token of the session key, which exists only in a process. */
  readonly keyId: string | null;
  readonly expires: number;
  /** Bound session as JSON. */
  readonly bound?: string | undefined;
}

export type LinkTokenState = 'good' | 'unknown' | 'expired' | 'used' | 'revoked';

interface FoundLinkToken {
  readonly state: LinkTokenState;
  readonly organization: number;
}

export interface NewAccessToken {
  readonly hash: Uint8Array;
  /** SHA-256 of the cookie's value. */
  readonly cookieHash: Uint8Array;
  readonly expires: number;
}

interface FoundAccessToken {
  readonly organization: number;
  readonly bound: string | null;
  readonly expires: number;
}

/** Each token expires by its organization's clock. `now` is the store's own time unless stated otherwise. */
export interface TokenStore {
  addLinkToken(token: NewLinkToken): Promise<void>;
  /** Returns the state of the link token with this SHA-256 hash at `now`, in milliseconds since 1970. */
  linkToken(hash: Uint8Array, now: number): Promise<FoundLinkToken>;
  /** Exchanges a link token atomically. Only one of several concurrent calls gets 'good'; the others get the reason. */
  exchange(linkTokenHash: Uint8Array, token: NewAccessToken, now: number): Promise<LinkTokenState>;
  /** Returns an access token that has not expired and whose key was not revoked. */
  accessToken(hash: Uint8Array, now: number): Promise<FoundAccessToken | undefined>;
  /** Returns the organization of a token by its SHA-256 hash. Undefined if the token is unknown. */
  organization(hash: Uint8Array): Promise<number | undefined>;
  /** Expires every link token, access token and open login of an organization. `now` is the organization's time. */
  expireAll(organization: number, now: number): Promise<void>;
  /** Revokes tokens and open logins of session keys. `own` leaves out other running instances. */
  endSession(now: number, whose: 'all' | 'own'): Promise<void>;
  /** Deletes tokens that expired before `before`, in milliseconds since 1970. */
  forget(before: number): Promise<void>;
}

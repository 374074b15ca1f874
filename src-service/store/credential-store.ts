import { type KeyScope, keyScopes } from '#shared/migration-api/key-scopes.ts';
import type { AuditEvent } from './audit-store.ts';

/** An API key without its secret. */
export interface StoredApiKey {
  readonly id: string;
  readonly organizationId: string;
  readonly organization: string;
  readonly description: string;
  readonly production: boolean;
  readonly scopes: readonly KeyScope[];
  /** Last four characters, to tell keys apart. */
  readonly lastFour: string;
  readonly created: string;
  readonly revoked: string | null;
  /** Actor, as in the audit log. Null for keys older than the audit log. */
  readonly madeBy: string | null;
  readonly lastUsed: string | null;
}

export interface NewApiKey {
  readonly id: string;
  readonly hash: Uint8Array;
  /** Name of the organization, made when there is none of this name, or its number; the seeded one when left out. */
  readonly organization?: string | number | undefined;
  readonly description: string;
  readonly production: boolean;
  readonly scopes: readonly KeyScope[];
  readonly lastFour: string;
  readonly by: string;
  readonly from?: string | undefined;
}

interface KeyOwner {
  readonly keyId: string;
  readonly organization: number;
  readonly scopes: readonly KeyScope[];
}

/** Scopes as a row keeps them. An older version makes keys without this column, and they may do everything. */
export const scopesText = (scopes: readonly KeyScope[]): string => scopes.join(' ');

/** The scopes of a row; what this version does not know gives no right. */
export const readScopes = (text: unknown): readonly KeyScope[] => {
  const words = String(text).split(' ');
  return keyScopes.filter((scope) => words.includes(scope));
};

interface RevokedBy {
  readonly by: string;
  readonly from?: string | undefined;
  /** Only a key of this organization is revoked. */
  readonly organization?: number | undefined;
}

export const keyMade = (
  { id, organizationId, description, production, scopes }: StoredApiKey,
  { by, from }: Pick<NewApiKey, 'by' | 'from'>,
): AuditEvent => ({
  action: 'key.create',
  by,
  ...(from !== undefined && { from }),
  organization: organizationId,
  subject: id,
  details: { description, production, scopes },
});

export interface ApiKeyStore {
  /** The owner of the key with this SHA-256, unless it was revoked. */
  owner(hash: Uint8Array): Promise<KeyOwner | undefined>;
  /** @param now milliseconds since 1970 */
  create(key: NewApiKey, now: number): Promise<StoredApiKey>;
  /** Keys of one organization by its number, or of all of them; revoked ones too. */
  list(organization?: number): Promise<readonly StoredApiKey[]>;
  /**
   * False when there is no such key, or none in the organization that is named; a key revoked before stays revoked at
   * its first time. Its tokens and unfinished logins end with it.
   */
  revoke(id: string, now: number, by: RevokedBy): Promise<boolean>;
  markUsed(ids: Iterable<string>, now: number): Promise<void>;
}

interface NewLinkToken {
  readonly hash: Uint8Array;
  readonly organization: number;
  /** Null for a token of the key that lives in the process only. */
  readonly keyId: string | null;
  readonly expires: number;
}

export type LinkTokenState = 'good' | 'unknown' | 'expired' | 'used' | 'revoked';

interface FoundLinkToken {
  readonly state: LinkTokenState;
  readonly organization: number;
}

interface NewAccessToken {
  readonly hash: Uint8Array;
  /** SHA-256 of the cookie's value. */
  readonly cookieHash: Uint8Array;
  readonly expires: number;
}

interface FoundAccessToken {
  readonly organization: number;
  readonly expires: number;
}

/** `now` is the system time unless stated otherwise. Each token expires by its organization's clock. */
export interface TokenStore {
  addLinkToken(token: NewLinkToken): Promise<void>;
  linkToken(hash: Uint8Array, now: number): Promise<FoundLinkToken>;
  /**
   * Consumes a valid link token and adds the access token atomically. Of several concurrent calls exactly one gets
   * 'good'; the others get the reason.
   */
  exchange(linkTokenHash: Uint8Array, token: NewAccessToken, now: number): Promise<LinkTokenState>;
  /** An access token that has not expired and whose key was not revoked. */
  accessToken(hash: Uint8Array, now: number): Promise<FoundAccessToken | undefined>;
  organization(hash: Uint8Array): Promise<number | undefined>;
  /** Ends every link token, access token and unfinished login of an organization; `now` is by its clock. */
  expireAll(organization: number, now: number): Promise<void>;
  /** Revokes tokens and unfinished logins of session keys: of all instances, or of this one and stopped ones. */
  endSession(now: number, whose: 'all' | 'own'): Promise<void>;
  /** Drops what expired before `before`. */
  forget(before: number): Promise<void>;
}

/** What is kept of an API key: never the key. */
export interface StoredApiKey {
  readonly id: string;
  readonly organizationId: string;
  readonly organization: string;
  readonly description: string;
  readonly production: boolean;
  /** Last four characters, so that a person can tell keys apart. */
  readonly lastFour: string;
  readonly created: string;
  readonly revoked: string | null;
}

export interface NewApiKey {
  readonly id: string;
  readonly hash: Uint8Array;
  /** Name of the organization, made when there is none of this name, or its number; the seeded one when left out. */
  readonly organization?: string | number | undefined;
  readonly description: string;
  readonly production: boolean;
  readonly lastFour: string;
}

/** The organization that a key speaks for. */
interface KeyOwner {
  readonly keyId: string;
  readonly organization: number;
}

export interface ApiKeyStore {
  /** The owner of the key with this SHA-256, unless it was revoked. */
  owner(hash: Uint8Array): Promise<KeyOwner | undefined>;
  /** @param now milliseconds since 1970 */
  create(key: NewApiKey, now: number): Promise<StoredApiKey>;
  list(): Promise<readonly StoredApiKey[]>;
  /**
   * False when there is no such key, or none in the organization that is named; a key revoked before stays revoked at
   * its first time. Its tokens and unfinished logins end with it.
   */
  revoke(id: string, now: number, organization?: number): Promise<boolean>;
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

/** `now` is the system's time where nothing else is said; each token lives by the clock of its organization. */
export interface TokenStore {
  addLinkToken(token: NewLinkToken): Promise<void>;
  linkToken(hash: Uint8Array, now: number): Promise<FoundLinkToken>;
  /**
   * Consumes a good link token and adds the access token, as one step: of any number of calls at once exactly one gets
   * 'good'; the others get the reason.
   */
  exchange(linkTokenHash: Uint8Array, token: NewAccessToken, now: number): Promise<LinkTokenState>;
  /** An access token that has not expired and whose key was not revoked. */
  accessToken(hash: Uint8Array, now: number): Promise<FoundAccessToken | undefined>;
  /** The organization of a link or access token, however long ago it ended. */
  organization(hash: Uint8Array): Promise<number | undefined>;
  /** Ends every link token, access token and unfinished login of an organization; `now` is by its clock. */
  expireAll(organization: number, now: number): Promise<void>;
  /** Ends every token and unfinished login of session keys, which no stored key stands behind. */
  endSession(now: number): Promise<void>;
  /** Drops what expired before `before`. */
  forget(before: number): Promise<void>;
}

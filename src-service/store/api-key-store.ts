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

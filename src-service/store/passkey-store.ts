import type { Actor } from './actor.ts';

/** Public part of a passkey. The private key never leaves the device. */
export interface StoredPasskey {
  /** Credential ID, base64url. */
  readonly id: string;
  readonly person: string;
  readonly name: string;
  /** COSE, base64url. */
  readonly publicKey: string;
  /** Signature counter; 0 if the device doesn't count. */
  readonly counter: number;
  readonly transports: readonly string[];
  /** ISO 8601. */
  readonly created: string;
  readonly lastUsed: string | null;
}

/** A user can have at most 20 passkeys. */
export type PasskeyAdded = 'done' | 'duplicate' | 'too many' | 'no account';

/** Passkeys of dashboard users. */
export interface PasskeyStore {
  /** Returns the passkeys of a user. */
  list(person: string): Promise<readonly StoredPasskey[]>;
  /** Returns the passkey with this credential ID. Undefined if it was removed. */
  find(id: string): Promise<StoredPasskey | undefined>;
  /** Adds a passkey. `now` is in ms since 1970. */
  add(passkey: Omit<StoredPasskey, 'created' | 'lastUsed'>, actor: Actor, now: number): Promise<PasskeyAdded>;
  /** Stores a use. False if this counter was stored before: a cloned passkey, which is audited. */
  use(id: string, counter: number, from: string | undefined, now: number): Promise<boolean>;
  /** Removes a passkey. Returns false if the user doesn't have it. */
  remove(person: string, id: string, actor: Actor, now: number): Promise<boolean>;
}

/** A challenge for a later request. Works once, and only for its kind. */
export interface Challenge {
  readonly kind: 'passkey to add' | 'passkey to sign in' | 'company sign-in' | 'company code';
  /** SHA-256 of the challenge that the response must contain. */
  readonly hash: string;
  readonly person: string | null;
  readonly detail: string;
}

/** Challenges that passkeys and company sign-ins answer. */
export interface ChallengeStore {
  /** Stores a challenge that was created at `now`, in ms since 1970. */
  add(challenge: Challenge, now: number): Promise<void>;
  /** Consumes a challenge. Undefined if older than ten minutes or already used. */
  take(kind: Challenge['kind'], hash: string, now: number): Promise<Challenge | undefined>;
}

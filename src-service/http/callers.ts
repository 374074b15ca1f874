import { timingSafeEqual } from 'node:crypto';
import type { Store } from '../store/store.ts';
import { hashSecret, looksLikeApiKey } from '../tokens/secret.ts';
import { bearerOf } from './bearer.ts';
import { keyNotAccepted, type Refusal } from './refusal.ts';

/** Who sent a request with an API key. `keyId` is null for the key that lives in this process only. */
export interface KeyCaller {
  readonly keyId: string | null;
  readonly organization: number;
}

/** A key that was printed at this start and ends with the process. */
export interface SessionKey {
  readonly hash: Uint8Array;
  readonly organization: number;
}

/** Tells who an `Authorization` header speaks for, by API key. The store is asked each time, so revoking kills at once. */
export const createKeyCheck = (store: Store, sessionKey: SessionKey | undefined) => {
  const sessionCaller: KeyCaller | undefined = sessionKey && { keyId: null, organization: sessionKey.organization };
  return async (authorization: string | undefined): Promise<KeyCaller | Refusal> => {
    const key = bearerOf(authorization);
    if (key === undefined || !looksLikeApiKey(key)) return keyNotAccepted();
    const hash = hashSecret(key);
    if (sessionCaller !== undefined && sessionKey !== undefined && timingSafeEqual(hash, sessionKey.hash)) {
      return sessionCaller;
    }
    return (await store.keys.owner(hash)) ?? keyNotAccepted();
  };
};

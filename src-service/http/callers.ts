import { timingSafeEqual } from 'node:crypto';
import type { Clock } from '../clock/clock.ts';
import type { Store } from '../store/store.ts';
import type { LinkTokenState } from '../store/token-store.ts';
import { hashSecret, looksLikeApiKey } from '../tokens/secret.ts';
import { bearerOf } from './bearer.ts';
import { oncePerTurn } from './once-per-turn.ts';
import { keyNotAccepted, type Refusal, unauthorized } from './refusal.ts';

/** Who sent a request with an API key. `keyId` is null for the key that lives in this process only. */
export interface KeyCaller {
  readonly keyId: string | null;
  readonly organization: number;
}

/** Who exchanges a link token: its holder, or the backend of the organization that made it. */
export type ExchangeCaller =
  { readonly by: 'link_token'; readonly linkToken: string } | { readonly by: 'api_key'; readonly organization: number };

/** The browser of an end user. */
export interface AccessCaller {
  readonly accessToken: string;
  readonly hash: Uint8Array;
  readonly organization: number;
  /** Milliseconds since 1970. */
  readonly expires: number;
}

/** A key that was printed at this start and ends with the process. */
export interface SessionKey {
  readonly hash: Uint8Array;
  readonly organization: number;
}

type Check<Caller> = (authorization: string | undefined) => Promise<Caller | Refusal>;

/**
 * Tells who an `Authorization` header speaks for, by API key. The store is asked in every turn of the event loop, after
 * the requests of that turn were read: revoking kills at once.
 */
export const createKeyCheck = (store: Store, sessionKey: SessionKey | undefined): Check<KeyCaller> => {
  const sessionCaller: KeyCaller | undefined = sessionKey && { keyId: null, organization: sessionKey.organization };
  const ownerOf = oncePerTurn(async (key) => {
    const hash = hashSecret(key);
    if (sessionCaller !== undefined && sessionKey !== undefined && timingSafeEqual(hash, sessionKey.hash)) {
      return sessionCaller;
    }
    return store.keys.owner(hash);
  });
  return async (authorization) => {
    const key = bearerOf(authorization);
    if (key === undefined || !looksLikeApiKey(key)) return keyNotAccepted();
    return (await ownerOf(key)) ?? keyNotAccepted();
  };
};

const linkTokenMessages: Readonly<Record<Exclude<LinkTokenState, 'good'>, string>> = {
  unknown: 'The link token is not valid.',
  revoked: 'The link token is not valid.',
  expired: 'The link token has expired.',
  used: 'The link token was already used.',
};

/** The refusal of a link token that cannot be exchanged. */
export const linkTokenRefused = (state: Exclude<LinkTokenState, 'good'>): Refusal =>
  unauthorized(linkTokenMessages[state]);

/** Link token or API key: what starts like a key is one. */
export const createExchangeCheck =
  (store: Store, clock: Clock, checkKey: Check<KeyCaller>): Check<ExchangeCaller> =>
  async (authorization) => {
    const bearer = bearerOf(authorization);
    if (bearer === undefined || looksLikeApiKey(bearer)) {
      const caller = await checkKey(authorization);
      return 'organization' in caller ? { by: 'api_key', organization: caller.organization } : caller;
    }
    const { state } = await store.tokens.linkToken(hashSecret(bearer), await clock.now());
    return state === 'good' ? { by: 'link_token', linkToken: bearer } : linkTokenRefused(state);
  };

/** Access tokens, by bearer only: a cookie alone would invite requests that other sites make. */
export const createAccessCheck =
  (store: Store, clock: Clock): Check<AccessCaller> =>
  async (authorization) => {
    const accessToken = bearerOf(authorization);
    const hash = hashSecret(accessToken ?? '');
    const found = accessToken && (await store.tokens.accessToken(hash, await clock.now()));
    return found
      ? { accessToken, hash, organization: found.organization, expires: found.expires }
      : unauthorized('The access token is missing, has expired or is not valid.');
  };

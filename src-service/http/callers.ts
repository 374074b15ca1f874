import { timingSafeEqual } from 'node:crypto';
import { BlockList, isIPv6 } from 'node:net';
import type { FastifyRequest } from 'fastify';
import type { HostedSession } from '#shared/hosted-links-api/hosted-links.ts';
import { type KeyScope, keyScopes } from '#shared/migration-api/key-scopes.ts';
import { hashSecret, looksLikeApiKey } from '../store/secrets.ts';
import type { KeyOwner } from '../store/key-store.ts';
import type { LinkTokenState } from '../store/token-store.ts';
import type { StoredModal } from '../store/modal-store.ts';
import type { Store } from '../store/store.ts';
import { clientAddress } from './rate-limit.ts';
import {
  addressNotAllowed,
  keyExpired,
  keyNotAccepted,
  organizationSuspended,
  Refusal,
  unauthorized,
} from './refusal.ts';

/** Returns the bearer token of an `Authorization` header, or undefined. Ignores the scheme's case (RFC 9110, 11.1). */
const bearerOf = (header: string | undefined): string | undefined =>
  header === undefined ? undefined : /^bearer +([\w\-.~+/]+=*) *$/i.exec(header)?.[1];

/** Requests that arrive during an equal query share the next one, so a revoked key is refused immediately. */
export const mergeQueries = <Answer>(ask: (question: string) => Promise<Answer>) => {
  const waitingQueries = new Map<string, PromiseWithResolvers<Answer>>();
  const runningQueries = new Set<string>();
  const start = async (question: string): Promise<void> => {
    const next = waitingQueries.get(question);
    // One query at a time, so that many requests with one key use one database connection.
    if (next === undefined || runningQueries.has(question)) return;
    waitingQueries.delete(question);
    runningQueries.add(question);
    await ask(question).then(next.resolve, next.reject);
    runningQueries.delete(question);
    void start(question);
  };
  return (question: string): Promise<Answer> => {
    let next = waitingQueries.get(question);
    if (next === undefined) {
      next = Promise.withResolvers<Answer>();
      waitingQueries.set(question, next);
      // Runs after all requests of this tick were read.
      setImmediate(start, question);
    }
    return next.promise;
  };
};

export interface Caller {
  /** SHA-256 of the credential. */
  readonly hash: Uint8Array;
  readonly scopes?: readonly KeyScope[];
}

/** Caller with an API key. `keyId` is null for the session key, which exists only in this process. */
export interface KeyCaller extends Caller {
  readonly keyId: string | null;
  readonly organization: number;
  readonly scopes: readonly KeyScope[];
}

/** Caller of a link token exchange: the token's holder, or the backend of the organization that created it. */
export type ExchangeCaller = Caller & { readonly organization: number } & (
    | { readonly by: 'link_token'; readonly linkToken: string }
    | { readonly by: 'api_key' }
  );

export interface AccessCaller extends Caller {
  readonly accessToken: string;
  readonly bound: Partial<HostedSession>;
  readonly organization: number;
  /** Milliseconds since 1970. */
  readonly expires: number;
}

/** The page of a modal, identified by its URL. Shares the budget of its access token: both belong to one end user. */
export interface ModalCaller extends Caller {
  readonly modal: StoredModal;
}

export interface SessionKey {
  readonly hash: Uint8Array;
  readonly organization: number;
  isRevoked: boolean;
}

export type Credentials = Pick<FastifyRequest, 'headers' | 'ip' | 'ips'>;

type Check<Good extends Caller> = (request: Credentials) => Promise<Good>;

const refuseOtherAddresses = (addresses: readonly string[], request: Credentials): void => {
  if (addresses.length === 0) return;
  const allowed = new BlockList();
  for (const one of addresses) {
    const [network = '', bits] = one.split('/');
    const family = isIPv6(network) ? 'ipv6' : 'ipv4';
    if (bits === undefined) allowed.addAddress(network, family);
    else allowed.addSubnet(network, Number(bits), family);
  }
  const client = clientAddress(request);
  if (client === undefined || !allowed.check(client.toString(), client.kind()))
    addressNotAllowed(client?.toString() ?? 'an unknown address');
};

export interface UsedKeys {
  add(keyId: string): void;
}

/** Queries the store in every tick, so that a revocation works immediately. `used` receives the IDs of valid keys. */
export const createKeyCheck = (store: Store, sessionKey: SessionKey | undefined, used?: UsedKeys): Check<KeyCaller> => {
  const ownerOf = mergeQueries(async (key): Promise<(KeyCaller & Partial<Omit<KeyOwner, 'keyId'>>) | undefined> => {
    const hash = hashSecret(key);
    if (sessionKey !== undefined && !sessionKey.isRevoked && timingSafeEqual(hash, sessionKey.hash)) {
      const { organization } = sessionKey;
      const isSuspended = await store.people.organizations.isSuspended(organization);
      return { keyId: null, organization, scopes: keyScopes, hash, isSuspended };
    }
    const owner = await store.keys.owner(hash);
    return owner && { ...owner, hash };
  });
  return async (request) => {
    const key = bearerOf(request.headers.authorization);
    if (key === undefined || !looksLikeApiKey(key)) return keyNotAccepted();
    const owner = (await ownerOf(key)) ?? keyNotAccepted();
    const { expires = null, revoked = null, addresses = [], isSuspended, ...caller } = owner;
    // A key that the service has revoked stays expired if the clock is set back.
    if (expires !== null && (revoked !== null || expires <= (await store.clock.now()))) keyExpired(expires);
    refuseOtherAddresses(addresses, request);
    if (isSuspended) organizationSuspended();
    if (caller.keyId !== null) used?.add(caller.keyId);
    return caller;
  };
};

const linkTokenMessages: Readonly<Record<Exclude<LinkTokenState, 'good' | 'suspended'>, string>> = {
  unknown: 'The link token is not valid.',
  revoked: 'The link token is not valid.',
  expired: 'The link token has expired.',
  used: 'The link token was already used.',
};

export const linkTokenRefused = (state: Exclude<LinkTokenState, 'good'>): never =>
  state === 'suspended' ? organizationSuspended() : unauthorized(linkTokenMessages[state]);

export const createExchangeCheck =
  ({ clock, tokens }: Store, checkKey: Check<KeyCaller>): Check<ExchangeCaller> =>
  async (request) => {
    const bearer = bearerOf(request.headers.authorization);
    if (bearer === undefined || looksLikeApiKey(bearer)) return { by: 'api_key', ...(await checkKey(request)) };
    const hash = hashSecret(bearer);
    const { state, organization } = await tokens.linkToken(hash, await clock.now());
    return state === 'good' ? { by: 'link_token', linkToken: bearer, organization, hash } : linkTokenRefused(state);
  };

export interface OutcomeCaller extends Caller {
  readonly accessToken: string;
  readonly modal: StoredModal;
}

const accessTokenRefused = (): never => unauthorized('The access token is missing, expired or invalid.');

/** Accepts the access token of a modal, and accepts an expired one while the service still stores it. */
export const createOutcomeCheck =
  (store: Store): Check<OutcomeCaller> =>
  async ({ headers }) => {
    const accessToken = bearerOf(headers.authorization) ?? '';
    const hash = hashSecret(accessToken);
    const modal = await store.modals.findByAccessToken(hash);
    const isKnown = modal !== undefined && modal.sessionExpires > 0 && !modal.sessionRevoked;
    if (isKnown && modal.isSuspended) organizationSuspended();
    return isKnown ? { accessToken, hash, modal } : accessTokenRefused();
  };

/** Accepts access tokens only as a bearer token. A cookie alone would allow CSRF. */
export const createAccessCheck =
  ({ clock, tokens }: Store): Check<AccessCaller> =>
  async ({ headers }) => {
    const accessToken = bearerOf(headers.authorization);
    const hash = hashSecret(accessToken ?? '');
    const storedToken = accessToken && (await tokens.accessToken(hash, await clock.now()));
    if (storedToken && storedToken.isSuspended) organizationSuspended();
    return storedToken
      ? {
          accessToken,
          hash,
          organization: storedToken.organization,
          expires: storedToken.expires,
          bound: storedToken.bound === null ? {} : (JSON.parse(storedToken.bound) as Partial<HostedSession>),
        }
      : accessTokenRefused();
  };

export const createModalCheck =
  (store: Store) =>
  async ({ params }: FastifyRequest): Promise<ModalCaller | null> => {
    const { address } = params as { address: string };
    const modal = await store.modals.byAddress(hashSecret(address));
    return modal === undefined ? null : { hash: modal.accessTokenHash, modal };
  };

/** Finds a request's organization before any endpoint runs: the only one in the store, or that of the credential. */
export const createRequestOrganization =
  (store: Store, checkKey: Check<KeyCaller>) =>
  async (request: FastifyRequest): Promise<number | undefined> => {
    const { headers, url } = request;
    const onlyOrganization = await store.seed.onlyOrganization();
    if (onlyOrganization !== undefined) return onlyOrganization;
    const bearer = bearerOf(headers.authorization);
    if (bearer !== undefined && looksLikeApiKey(bearer)) {
      const caller = await checkKey(request).catch((error: unknown) => {
        if (error instanceof Refusal) return undefined;
        throw error;
      });
      return caller?.organization;
    }
    if (bearer !== undefined) return store.tokens.organization(hashSecret(bearer));
    const address = /^\/modal\/([^/?]+)/.exec(url)?.[1];
    return address === undefined ? undefined : (await store.modals.byAddress(hashSecret(address)))?.organization;
  };

import { createHmac, hash, randomBytes, randomUUID } from 'node:crypto';
import { brand } from '#shared/brand.ts';
import { defaultScopes, type KeyScope } from '#shared/migration-api/key-scopes.ts';
import type { ApiKeyStore, StoredApiKey } from './key-store.ts';

/** Returns 256 random bits in characters that are safe in headers, shells and URLs. */
export const randomSecret = (): string => randomBytes(32).toString('base64url');

/** Returns the SHA-256 hash of a secret; the secret is never stored. A fast hash is enough for 256 random bits. */
export const hashSecret = (secret: string): Buffer => hash('sha256', secret, 'buffer');

export const hashSecretText = (secret: string): string => hashSecret(secret).toString('base64url');

const keyPrefixes = [brand.productionKeyPrefix, brand.testKeyPrefix] as const;

export const looksLikeApiKey = (bearer: string): boolean => keyPrefixes.some((prefix) => bearer.startsWith(prefix));

/** Returns a new API key. Its prefix marks production keys (specification, "Authentication" 4). */
export const newApiKey = (production: boolean): string =>
  `${production ? brand.productionKeyPrefix : brand.testKeyPrefix}${randomSecret()}`;

const derive = (key: string, text: string): string => createHmac('sha256', key).update(text).digest('base64url');

/**
 * Returns the URL part of a modal: 256 bits that can't be guessed without the access token and don't reveal it. Derived
 * from the token, so that the store contains only hashes and the same token gives the same URL.
 */
export const modalAddress = (accessToken: string, rootId: string, retries = 0): string => {
  let address = derive(accessToken, `modal of ${rootId}`);
  for (let retry = 0; retry < retries; retry++) address = retryAddress(address);
  return address;
};

export const retryAddress = (address: string): string => derive(address, 'retry');

/** Returns the access token of a hosted link's session. Every instance derives the same token from the link's secret. */
export const hostedAccessToken = (secret: string, session: number): string => derive(secret, `session ${session}`);

interface ApiKeyOptions {
  /** Number or name of the organization. @default the seeded organization */
  readonly organization?: string | number | undefined;
  readonly description: string;
  readonly production?: boolean | undefined;
  /** @default `defaultScopes` */
  readonly scopes?: readonly KeyScope[] | undefined;
  /** @default the key works until it is revoked */
  readonly lifetimeMs?: number | undefined;
  /** IP addresses and CIDR ranges. @default every address */
  readonly addresses?: readonly string[] | undefined;
  /** Creator of the key. @default the service */
  readonly by?: string | undefined;
  readonly from?: string | undefined;
}

/** Creates an API key and stores its hash. Only the result contains the key (specification, "Authentication" 2). */
export const makeApiKey = async (
  store: ApiKeyStore,
  { production = false, scopes = defaultScopes, addresses = [], lifetimeMs, by = 'service', ...options }: ApiKeyOptions,
  now: number,
): Promise<{ readonly apiKey: string; readonly stored: StoredApiKey }> => {
  const apiKey = newApiKey(production);
  const key = { hash: hashSecret(apiKey), lastFour: apiKey.slice(-4) };
  const expires = lifetimeMs === undefined ? null : now + lifetimeMs;
  const stored = await store.create(
    { id: randomUUID(), ...options, ...key, production, scopes, expires, addresses, by },
    now,
  );
  return { apiKey, stored };
};

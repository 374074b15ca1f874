import type { FastifyRequest } from 'fastify';
import { bearerOf } from '../http/bearer.ts';
import type { KeyCaller } from '../http/callers.ts';
import type { Refusal } from '../http/refusal.ts';
import type { Store } from '../store/store.ts';
import { hashSecret, looksLikeApiKey } from '../tokens/secret.ts';

/**
 * Tells whose request this is before any endpoint has looked at it: where one organization has the store to itself, its;
 * else that of the key, the token or the modal's address that comes with it.
 */
export const createRequestOrganization =
  (store: Store, checkKey: (authorization: string | undefined) => Promise<KeyCaller | Refusal>) =>
  async ({ headers, url }: FastifyRequest): Promise<number | undefined> => {
    const only = await store.seed.onlyOrganization();
    if (only !== undefined) return only;
    const bearer = bearerOf(headers.authorization);
    if (bearer !== undefined && looksLikeApiKey(bearer)) {
      const caller = await checkKey(headers.authorization);
      return 'organization' in caller ? caller.organization : undefined;
    }
    if (bearer !== undefined) return store.tokens.organization(hashSecret(bearer));
    const address = /^\/modal\/([^/?]+)/.exec(url)?.[1];
    return address === undefined ? undefined : (await store.modals.byAddress(hashSecret(address)))?.organization;
  };

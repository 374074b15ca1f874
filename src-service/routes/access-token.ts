import { tokenLifetimes } from '#shared/migration-api/tokens.ts';
import type { Clock } from '../clock/clock.ts';
import type { BaseUrl } from '../http/base-url.ts';
import { linkTokenRefused } from '../http/callers.ts';
import { type OperationHandlers, WithHeaders } from '../http/operation-handlers.ts';
import type { Store } from '../store/store.ts';
import { hashSecret, randomSecret } from '../tokens/secret.ts';

/** Name of the cookie that comes with an access token. */
const cookieName = 'ferry_session';

/** The cookie names a session and opens nothing: no endpoint takes it in the place of the access token. */
const cookieOf = (value: string, isHttps: boolean): string => {
  const scope = isHttps ? 'Secure; SameSite=None; Partitioned' : 'SameSite=Lax';
  return `${cookieName}=${value}; HttpOnly; Path=/; Max-Age=${tokenLifetimes.accessToken}; ${scope}`;
};

export const createAccessToken =
  (store: Store, clock: Clock, baseUrl: BaseUrl): OperationHandlers['createAccessToken'] =>
  async ({ body, caller }) => {
    const now = await clock.now();
    const linkTokenHash = hashSecret(body.link_token);
    if (caller.by === 'link_token' && caller.linkToken !== body.link_token) return linkTokenRefused('unknown');
    if (caller.by === 'api_key') {
      const { organization } = await store.tokens.linkToken(linkTokenHash, now);
      if (organization !== caller.organization) return linkTokenRefused('unknown');
    }
    const [accessToken, cookie] = [randomSecret(), randomSecret()];
    const state = await store.tokens.exchange(
      linkTokenHash,
      {
        hash: hashSecret(accessToken),
        cookieHash: hashSecret(cookie),
        expires: (await clock.now(caller.organization)) + tokenLifetimes.accessToken * 1_000,
      },
      now,
    );
    return state === 'good'
      ? new WithHeaders({ access_token: accessToken }, { 'set-cookie': cookieOf(cookie, baseUrl.isHttps) })
      : linkTokenRefused(state);
  };

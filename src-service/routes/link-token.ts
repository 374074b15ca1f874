import { tokenLifetimes } from '#shared/migration-api/tokens.ts';
import type { Clock } from '../clock/clock.ts';
import type { OperationHandlers } from '../http/operation-handlers.ts';
import type { Store } from '../store/store.ts';
import { hashSecret, randomSecret } from '../tokens/secret.ts';

export const createLinkToken =
  (store: Store, clock: Clock): OperationHandlers['createLinkToken'] =>
  async ({ caller: { keyId, organization } }) => {
    const linkToken = randomSecret();
    const expires = (await clock.now(organization)) + tokenLifetimes.linkToken * 1_000;
    await store.tokens.addLinkToken({ hash: hashSecret(linkToken), organization, keyId, expires });
    return { link_token: linkToken };
  };

import { tokenLifetimes } from '#shared/migration-api/tokens.ts';
import type { Clock } from '../clock/clock.ts';
import type { SessionKey } from '../http/callers.ts';
import type { OperationHandlers } from '../http/operation-handlers.ts';
import { keyNotAccepted } from '../http/refusal.ts';
import type { Store } from '../store/store.ts';
import { hashSecret, randomSecret } from '../tokens/secret.ts';

export const createLinkToken =
  (store: Store, clock: Clock, sessionKey: SessionKey | undefined): OperationHandlers['createLinkToken'] =>
  async ({ caller: { keyId, organization } }) => {
    const linkToken = randomSecret();
    const expires = (await clock.now(organization)) + tokenLifetimes.linkToken * 1_000;
    // A token of a stored key ends with it by the store; one of the session key is not made once that was revoked.
    if (keyId === null && (sessionKey?.isRevoked ?? true)) return keyNotAccepted();
    await store.tokens.addLinkToken({ hash: hashSecret(linkToken), organization, keyId, expires });
    return { link_token: linkToken };
  };

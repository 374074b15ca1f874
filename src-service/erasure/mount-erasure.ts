import type { FastifyInstance } from 'fastify';
import { eraseUserCall } from '#shared/erasure-api/erase-user.ts';
import { type CredentialChecks, mountOperations } from '../http/mount-operations.ts';
import type { Store } from '../store/store.ts';
import { eraseUser } from './erase-user.ts';

const erasureCalls = { eraseUserCall };

export const mountErasure = (app: FastifyInstance, store: Store, checks: CredentialChecks): void =>
  mountOperations(app, checks, erasureCalls, {
    eraseUserCall: ({ body, caller: { organization, keyId } }) =>
      eraseUser(store, organization, body.user_id, { by: keyId ?? 'session key' }),
  });

import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import { eraseUserCall } from '#shared/erasure-api/erase-user.ts';
import type { KeyCaller } from '../http/callers.ts';
import { type CredentialCheck, mountOperation } from '../http/mount-operations.ts';
import type { Store } from '../store/store.ts';
import { eraseUser } from './erase-user.ts';

export const mountErasure = (app: FastifyInstance, store: Store, checkKey: CredentialCheck): void =>
  mountOperation(app, eraseUserCall, checkKey, (request, caller) => {
    const { user_id: userId } = request.body as z.output<typeof eraseUserCall.body>;
    const { organization, keyId } = caller as KeyCaller;
    return eraseUser(store, organization, userId, { by: keyId ?? 'session key' });
  });

import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { isStorable } from '#shared/migration-api/storable-text.ts';
import { refuse } from '../http/refusal.ts';
import { makeApiKey } from '../store/secrets.ts';
import { keyIdOf, type MountControl, organizationOf } from './control-options.ts';

const keysBody = z.strictObject({
  description: z
    .string()
    .trim()
    .min(1)
    .max(200)
    .refine(isStorable, 'description must be a string without NUL characters.'),
});
/** ID of the session key in control calls. The session key isn't stored and has no UUID. */
const session = 'session';
const keysParams = z.object({
  id: z.union([z.uuid(), z.literal(session)], { error: 'id must be a UUID or "session".' }),
});

export const controlKeys: MountControl = (app, { store, sessionKey }) => {
  const revokeSession = async (request: FastifyRequest): Promise<boolean> => {
    if (sessionKey === undefined || sessionKey.isRevoked) return false;
    if (sessionKey.organization !== organizationOf(request)) return false;
    sessionKey.isRevoked = true;
    await store.tokens.endSession(await store.clock.now(), 'own');
    return true;
  };
  app.get('/keys', async (request) => {
    const keys = await store.keys.list(organizationOf(request));
    return {
      keys: keys.map(({ id, description, lastFour, created, revoked }) => ({
        id,
        description,
        last_four: lastFour,
        created,
        revoked,
      })),
    };
  });
  app.post('/keys', { schema: { body: keysBody } }, async (request) => {
    const { description } = request.body as z.output<typeof keysBody>;
    const newKey = { description, organization: organizationOf(request), by: keyIdOf(request) };
    const { apiKey, stored } = await makeApiKey(store.keys, newKey, await store.clock.now());
    return { id: stored.id, apiKey };
  });
  app.post('/keys/:id/revoke', { schema: { params: keysParams } }, async (request) => {
    const { id } = request.params as z.output<typeof keysParams>;
    if (id === session) {
      if (!(await revokeSession(request))) return refuse(404, 'This service has no session key.');
      return { id, revoked: true };
    }
    const author = { by: keyIdOf(request), now: await store.clock.now() };
    if (!(await store.keys.revoke(id.toLowerCase(), author, organizationOf(request))))
      return refuse(404, 'There is no API key with this ID.');
    return { id, revoked: true };
  });
};

export const controlTokens: MountControl = (app, { store, moveDue }) => {
  app.post('/tokens/expire', async (request) => {
    const organization = organizationOf(request);
    await store.tokens.expireAll(organization, await store.clock.now(organization));
    await moveDue();
    return { expired: true };
  });
};

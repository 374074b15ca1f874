import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { keyScopes } from '#shared/migration-api/key-scopes.ts';
import {
  deliveryListSchema,
  deliveryQuerySchema,
  deliverySchema,
  deliveryWithBodySchema,
} from '#shared/webhooks-api/deliveries.ts';
import {
  createdEndpointSchema,
  endpointChangesSchema,
  endpointListSchema,
  endpointSchema,
  mostEndpoints,
  newEndpointSchema,
  replayedSchema,
  replaySinceSchema,
  rotatedSecretSchema,
} from '#shared/webhooks-api/endpoints.ts';
import { webhookParamsSchema } from '#shared/webhooks-api/webhook-calls.ts';
import type { KeyCaller } from '../http/callers.ts';
import { outOfScope, Refusal } from '../http/refusal.ts';
import type { Store } from '../store/store.ts';
import type { ChangedBy } from '../store/webhook-store.ts';
import { type AddressRules, guardUrl } from '../webhooks/address-guard.ts';
import { newWebhookSecret } from '../webhooks/webhook-secrets.ts';

interface WebhookOptions {
  readonly store: Store;
  readonly checkKey: (authorization: string | undefined) => Promise<KeyCaller | Refusal>;
  readonly rules: AddressRules;
}

const params = webhookParamsSchema;
const idOf = (request: FastifyRequest): string => (request.params as z.output<typeof params>).id;
const callerOf = (request: FastifyRequest): KeyCaller => request.caller as KeyCaller;

const unknownEndpoint = (): Refusal => new Refusal(404, 'There is no endpoint with this id.');
const unknownDelivery = (): Refusal => new Refusal(404, 'There is no delivery with this id.');
const isDisabled = (): Refusal =>
  new Refusal(409, 'The endpoint is disabled; enable it first, with PATCH and "disabled": false.');

/** The time of an organization, which its clock may have moved away from that of everybody else. */
const clockOf = async ({ clock }: Store, organization: number): Promise<string> =>
  new Date(await clock.now(organization)).toISOString();

/** Sends a reply that is held to its schema: nothing that the schema lacks, as a secret, ever leaves. */
const send = (reply: FastifyReply, schema: z.ZodType, body: unknown, status = 200): FastifyReply =>
  reply.code(status).send(schema.parse(body));

/**
 * Whoever may read may look at endpoints and deliveries. What changes them takes a key with every scope: an endpoint goes on
 * to hear of migrations when the key that made it was revoked long ago.
 */
const missingScope = ({ method, caller }: FastifyRequest) => {
  const needed = method === 'GET' || method === 'HEAD' ? (['read'] as const) : keyScopes;
  return needed.find((scope) => !caller?.scopes?.includes(scope));
};

const mountEndpoints = (
  app: FastifyInstance,
  { store, rules }: WebhookOptions,
  by: (r: FastifyRequest) => Promise<ChangedBy>,
): void => {
  const { webhooks, clock } = store;
  app.get('/endpoints', async (request, reply) => {
    const { organization } = callerOf(request);
    const results = await webhooks.list(organization, await clock.now());
    return send(reply, endpointListSchema, { results, now: await clockOf(store, organization) });
  });
  app.post('/endpoints', { schema: { body: newEndpointSchema } }, async (request, reply) => {
    const wanted = request.body as z.output<typeof newEndpointSchema>;
    const guarded = guardUrl(wanted.url, rules);
    if (!guarded.ok) return reply.refuse(new Refusal(400, guarded.sentence));
    const secret = newWebhookSecret();
    const endpoint = { ...wanted, url: guarded.url.href, secret };
    const made = await webhooks.add(callerOf(request).organization, endpoint, await by(request));
    if (made === undefined) {
      const message = `The organization has ${mostEndpoints} endpoints, which is the most; remove one first.`;
      return reply.refuse(new Refusal(409, message));
    }
    return send(reply, createdEndpointSchema, { ...made, secret });
  });
  app.patch('/endpoints/:id', { schema: { params, body: endpointChangesSchema } }, async (request, reply) => {
    const changes = request.body as z.output<typeof endpointChangesSchema>;
    const guarded = changes.url === undefined ? undefined : guardUrl(changes.url, rules);
    if (guarded?.ok === false) return reply.refuse(new Refusal(400, guarded.sentence));
    const wanted = { ...changes, ...(guarded && { url: guarded.url.href }) };
    const changed = await webhooks.change(callerOf(request).organization, idOf(request), wanted, await by(request));
    return changed === undefined ? reply.refuse(unknownEndpoint()) : send(reply, endpointSchema, changed);
  });
  app.delete('/endpoints/:id', { schema: { params } }, async (request, reply) => {
    const removed = await webhooks.remove(callerOf(request).organization, idOf(request), await by(request));
    return removed ? reply.code(204).send() : reply.refuse(unknownEndpoint());
  });
  app.post('/endpoints/:id/rotate', { schema: { params } }, async (request, reply) => {
    const secret = newWebhookSecret();
    const until = await webhooks.rotate(callerOf(request).organization, idOf(request), secret, await by(request));
    if (until === undefined) return reply.refuse(unknownEndpoint());
    return send(reply, rotatedSecretSchema, { secret, previous_secret_until: until });
  });
};

const mountDeliveries = (
  app: FastifyInstance,
  { store }: WebhookOptions,
  by: (r: FastifyRequest) => Promise<ChangedBy>,
): void => {
  const { webhooks } = store;
  app.post('/endpoints/:id/test', { schema: { params } }, async (request, reply) => {
    const made = await webhooks.test(callerOf(request).organization, idOf(request), await by(request));
    if (made === 'unknown') return reply.refuse(unknownEndpoint());
    return made === 'disabled' ? reply.refuse(isDisabled()) : send(reply, deliverySchema, made);
  });
  app.get('/deliveries', { schema: { querystring: deliveryQuerySchema } }, async (request, reply) => {
    const filter = request.query as z.output<typeof deliveryQuerySchema>;
    const { organization } = callerOf(request);
    const { results, next } = await webhooks.deliveries(organization, filter);
    const now = await clockOf(store, organization);
    return send(reply, deliveryListSchema, { results, next: next === null ? null : String(next), now });
  });
  app.get('/deliveries/:id', { schema: { params } }, async (request, reply) => {
    const found = await webhooks.delivery(callerOf(request).organization, idOf(request));
    return found === undefined ? reply.refuse(unknownDelivery()) : send(reply, deliveryWithBodySchema, found);
  });
  app.post('/deliveries/:id/replay', { schema: { params } }, async (request, reply) => {
    const replayed = await webhooks.replay(callerOf(request).organization, idOf(request), await by(request));
    if (replayed === 'unknown') return reply.refuse(unknownDelivery());
    return replayed === 'disabled' ? reply.refuse(isDisabled()) : send(reply, deliverySchema, replayed);
  });
  app.post('/endpoints/:id/replay', { schema: { params, body: replaySinceSchema } }, async (request, reply) => {
    const since = Date.parse((request.body as z.output<typeof replaySinceSchema>).since);
    const { organization } = callerOf(request);
    const replayed = await webhooks.replaySince(organization, idOf(request), since, await by(request));
    if (replayed === 'unknown') return reply.refuse(unknownEndpoint());
    return replayed === 'disabled' ? reply.refuse(isDisabled()) : send(reply, replayedSchema, { replayed });
  });
};

/** Mounts the calls of endpoints and deliveries, with an API key like every other call of an organization. */
export const mountWebhooks = (app: FastifyInstance, options: WebhookOptions): void => {
  const { store, checkKey } = options;
  const by = async (request: FastifyRequest): Promise<ChangedBy> => ({
    by: callerOf(request).keyId ?? 'session key',
    now: await store.clock.now(),
  });
  app.register(
    async (webhooks) => {
      webhooks.addHook('onRequest', async (request, reply) => {
        const caller = await checkKey(request.headers.authorization);
        if (caller instanceof Refusal) return reply.refuse(caller);
        request.caller = caller;
        return undefined;
      });
      // After a limit of requests has counted it by its key, and before its body is read.
      webhooks.addHook('preParsing', async (request, reply) => {
        const missing = missingScope(request);
        return missing === undefined ? undefined : reply.refuse(outOfScope(missing));
      });
      // A body may come long after its head: what was revoked in between counts no more.
      webhooks.addHook('preHandler', async (request, reply) => {
        const caller = await checkKey(request.headers.authorization);
        return caller instanceof Refusal ? reply.refuse(caller) : undefined;
      });
      // Some of these calls need no body: an empty one is none, even where the client names a type.
      const parseJson = webhooks.getDefaultJsonParser('error', 'error');
      webhooks.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) =>
        body === '' ? done(null) : parseJson(request, body, done),
      );
      mountEndpoints(webhooks, options, by);
      mountDeliveries(webhooks, options, by);
    },
    { prefix: '/webhooks/v1' },
  );
};

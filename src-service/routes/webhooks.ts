import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { defaultScopes } from '#shared/migration-api/key-scopes.ts';
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
  newEndpointSchema,
  replayedSchema,
  replaySinceSchema,
  rotatedSecretSchema,
} from '#shared/webhooks-api/endpoints.ts';
import { webhookParamsSchema } from '#shared/webhooks-api/webhook-calls.ts';
import type { KeyCaller } from '../http/callers.ts';
import { strictQuery } from '../http/mount-operations.ts';
import { outOfScope, Refusal } from '../http/refusal.ts';
import type { Store } from '../store/store.ts';
import type { ChangedBy } from '../store/webhook-store.ts';
import { unknownDelivery, type WebhookActions } from '../webhooks/webhook-actions.ts';

interface WebhookOptions {
  readonly store: Store;
  readonly actions: WebhookActions;
  readonly checkKey: (authorization: string | undefined) => Promise<KeyCaller | Refusal>;
}

const params = webhookParamsSchema;
const idOf = (request: FastifyRequest): string => (request.params as z.output<typeof params>).id;
const callerOf = (request: FastifyRequest): KeyCaller => request.caller as KeyCaller;

const send = (reply: FastifyReply, schema: z.ZodType, body: unknown): FastifyReply =>
  body instanceof Refusal ? reply.refuse(body) : reply.send(schema.parse(body));

/** Reading needs `read`. Changes need both default scopes, because an endpoint outlives its key. */
const missingScope = ({ method, caller }: FastifyRequest) => {
  const needed = method === 'GET' || method === 'HEAD' ? (['read'] as const) : defaultScopes;
  return needed.find((scope) => !caller?.scopes?.includes(scope));
};

type ByRequest = (request: FastifyRequest) => Promise<ChangedBy>;

const mountEndpoints = (app: FastifyInstance, actions: WebhookActions, by: ByRequest): void => {
  app.get('/endpoints', async (request, reply) => {
    return send(reply, endpointListSchema, await actions.list(callerOf(request).organization));
  });
  app.post('/endpoints', { schema: { body: newEndpointSchema } }, async (request, reply) => {
    const wanted = request.body as z.output<typeof newEndpointSchema>;
    return send(
      reply,
      createdEndpointSchema,
      await actions.add(callerOf(request).organization, wanted, await by(request)),
    );
  });
  app.patch('/endpoints/:id', { schema: { params, body: endpointChangesSchema } }, async (request, reply) => {
    const changes = request.body as z.output<typeof endpointChangesSchema>;
    const { organization } = callerOf(request);
    return send(reply, endpointSchema, await actions.change(organization, idOf(request), changes, await by(request)));
  });
  app.delete('/endpoints/:id', { schema: { params } }, async (request, reply) => {
    const removed = await actions.remove(callerOf(request).organization, idOf(request), await by(request));
    return removed instanceof Refusal ? reply.refuse(removed) : reply.code(204).send();
  });
  app.post('/endpoints/:id/rotate', { schema: { params } }, async (request, reply) => {
    const { organization } = callerOf(request);
    return send(reply, rotatedSecretSchema, await actions.rotate(organization, idOf(request), await by(request)));
  });
};

const mountDeliveries = (app: FastifyInstance, { webhooks }: Store, actions: WebhookActions, by: ByRequest): void => {
  app.post('/endpoints/:id/test', { schema: { params } }, async (request, reply) => {
    const { organization } = callerOf(request);
    return send(reply, deliverySchema, await actions.test(organization, idOf(request), await by(request)));
  });
  app.get('/deliveries', { schema: { querystring: deliveryQuerySchema } }, async (request, reply) => {
    const filter = request.query as z.output<typeof deliveryQuerySchema>;
    return send(reply, deliveryListSchema, await actions.deliveries(callerOf(request).organization, filter));
  });
  app.get('/deliveries/:id', { schema: { params } }, async (request, reply) => {
    const found = await webhooks.delivery(callerOf(request).organization, idOf(request));
    return send(reply, deliveryWithBodySchema, found ?? unknownDelivery());
  });
  app.post('/deliveries/:id/replay', { schema: { params } }, async (request, reply) => {
    const { organization } = callerOf(request);
    return send(reply, deliverySchema, await actions.replay(organization, idOf(request), await by(request)));
  });
  app.post('/endpoints/:id/replay', { schema: { params, body: replaySinceSchema } }, async (request, reply) => {
    const { since } = request.body as z.output<typeof replaySinceSchema>;
    const { organization } = callerOf(request);
    return send(
      reply,
      replayedSchema,
      await actions.replaySince(organization, idOf(request), since, await by(request)),
    );
  });
};

export const mountWebhooks = (app: FastifyInstance, { store, actions, checkKey }: WebhookOptions): void => {
  const by = async (request: FastifyRequest): Promise<ChangedBy> => ({
    by: callerOf(request).keyId ?? 'session key',
    now: await store.clock.now(),
  });
  app.register(
    async (webhooks) => {
      webhooks.addHook('onRoute', (route) => {
        route.schema = {
          ...route.schema,
          querystring: strictQuery(route.schema?.querystring as z.ZodObject | undefined),
        };
      });
      webhooks.addHook('onRequest', async (request, reply) => {
        const caller = await checkKey(request.headers.authorization);
        if (caller instanceof Refusal) return reply.refuse(caller);
        request.caller = caller;
        return undefined;
      });
      // Runs after rate limiting, which counts by key, and before the body is read.
      webhooks.addHook('preParsing', async (request, reply) => {
        const missing = missingScope(request);
        return missing === undefined ? undefined : reply.refuse(outOfScope(missing));
      });
      // Checked again after the body, because the key may have been revoked in the meantime.
      webhooks.addHook('preHandler', async (request, reply) => {
        const caller = await checkKey(request.headers.authorization);
        return caller instanceof Refusal ? reply.refuse(caller) : undefined;
      });
      // Some of these calls need no body, so an empty one is valid for any content type.
      const parseJson = webhooks.getDefaultJsonParser('error', 'error');
      webhooks.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) =>
        body === '' ? done(null) : parseJson(request, body, done),
      );
      mountEndpoints(webhooks, actions, by);
      mountDeliveries(webhooks, store, actions, by);
    },
    { prefix: '/webhooks/v1' },
  );
};

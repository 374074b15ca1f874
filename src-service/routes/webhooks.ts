import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { defaultScopes } from '#shared/migration-api/key-scopes.ts';
import type { deliveryQuerySchema } from '#shared/webhooks-api/deliveries.ts';
import type { endpointChangesSchema, newEndpointSchema, replaySinceSchema } from '#shared/webhooks-api/endpoints.ts';
import { listEvents } from '#shared/webhooks-api/events.ts';
import { type WebhookCall, webhookCalls } from '#shared/webhooks-api/webhook-calls.ts';
import type { Credentials, KeyCaller } from '../http/callers.ts';
import { routePath, strictQuery } from '../http/mount-operations.ts';
import { outOfScope } from '../http/refusal.ts';
import type { Store } from '../store/store.ts';
import type { ChangeAuthor } from '../store/webhooks/webhook-store.ts';
import type { WebhookActions } from '../webhooks/webhook-actions.ts';

interface WebhookOptions {
  readonly store: Store;
  readonly actions: WebhookActions;
  readonly checkKey: (request: Credentials) => Promise<KeyCaller>;
}

interface WebhookRequest {
  readonly organization: number;
  readonly id: string;
  readonly query: unknown;
  /** Parsed with the call's schema, like `query`. */
  readonly body: unknown;
  readonly by: () => Promise<ChangeAuthor>;
}

/** All webhook calls except the event feed, which needs only one scope. */
type WebhookHandlers = Readonly<
  Record<
    Exclude<(typeof webhookCalls)[number]['id'], typeof listEvents.id>,
    (request: WebhookRequest) => Promise<unknown>
  >
>;

const handlersOf = (actions: WebhookActions): WebhookHandlers => ({
  'webhooks.v1.endpoints.list': ({ organization }) => actions.list(organization),
  'webhooks.v1.endpoints.create': async ({ organization, body, by }) =>
    actions.add(organization, body as z.output<typeof newEndpointSchema>, await by()),
  'webhooks.v1.endpoints.change': async ({ organization, id, body, by }) =>
    actions.change(organization, id, body as z.output<typeof endpointChangesSchema>, await by()),
  'webhooks.v1.endpoints.remove': async ({ organization, id, by }) => actions.remove(organization, id, await by()),
  'webhooks.v1.endpoints.rotate': async ({ organization, id, by }) => actions.rotate(organization, id, await by()),
  'webhooks.v1.endpoints.test': async ({ organization, id, by }) => actions.test(organization, id, await by()),
  'webhooks.v1.endpoints.replay': async ({ organization, id, body, by }) =>
    actions.replaySince(organization, id, (body as z.output<typeof replaySinceSchema>).since, await by()),
  'webhooks.v1.deliveries.list': ({ organization, query }) =>
    actions.deliveries(organization, query as z.output<typeof deliveryQuerySchema>),
  'webhooks.v1.deliveries.get': ({ organization, id }) => actions.delivery(organization, id),
  'webhooks.v1.deliveries.replay': async ({ organization, id, by }) => actions.replay(organization, id, await by()),
});

/** Reading needs `read`. Changes need both default scopes, because an endpoint outlives its key. */
const missingScope = ({ method, caller }: FastifyRequest) => {
  const neededScopes = method === 'GET' || method === 'HEAD' ? (['read'] as const) : defaultScopes;
  return neededScopes.find((scope) => !caller?.scopes?.includes(scope));
};

const mountCall = (
  app: FastifyInstance,
  { method, path, params, query, body, replies }: WebhookCall,
  handle: (request: FastifyRequest) => Promise<unknown>,
): void => {
  app.route({
    method,
    url: routePath(path),
    schema: { ...(params && { params }), querystring: strictQuery(query), ...(body && { body }) },
    handler: async (request, reply) => {
      const answer = await handle(request);
      return replies[200] ? reply.send(replies[200].parse(answer)) : reply.code(204).send();
    },
  });
};

export const mountWebhooks = (app: FastifyInstance, { store, actions, checkKey }: WebhookOptions): void => {
  const handlers = handlersOf(actions);
  app.register(async (webhooks) => {
    webhooks.addHook('onRequest', async (request) => {
      request.caller = await checkKey(request);
    });
    // Runs after rate limiting, which counts by key, and before the body is read.
    webhooks.addHook('preParsing', async (request) => {
      const neededScope = missingScope(request);
      if (neededScope !== undefined) outOfScope(neededScope);
    });
    // Checks the key again, because it may have been revoked while the body was read.
    webhooks.addHook('preHandler', async (request) => {
      await checkKey(request);
    });
    // Some of these calls need no body, so an empty body is valid even with the JSON content type.
    const parseJson = webhooks.getDefaultJsonParser('error', 'error');
    webhooks.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) =>
      body === '' ? done(null) : parseJson(request, body, done),
    );
    for (const call of webhookCalls) {
      if (call.id === listEvents.id) continue;
      const handle = handlers[call.id];
      mountCall(webhooks, call, ({ caller, params, query, body }) => {
        const { organization, keyId } = caller as KeyCaller;
        const by = async (): Promise<ChangeAuthor> => ({ by: keyId ?? 'session key', now: await store.clock.now() });
        return handle({ organization, id: (params as { id: string }).id, query, body, by });
      });
    }
  });
};

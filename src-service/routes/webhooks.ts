import type { FastifyInstance } from 'fastify';
import { webhookCalls } from '#shared/webhooks-api/webhook-calls.ts';
import type { KeyCaller } from '../http/callers.ts';
import { acceptEmptyBodies, type CredentialChecks, mountOperations } from '../http/mount-operations.ts';
import type { Store } from '../store/store.ts';
import type { ChangeAuthor } from '../store/base/actor.ts';
import type { WebhookActions } from '../webhooks/webhook-actions.ts';

const { listEvents: _feed, ...calls } = webhookCalls;

export const mountWebhooks = (
  app: FastifyInstance,
  { clock }: Pick<Store, 'clock'>,
  actions: WebhookActions,
  checks: CredentialChecks,
): void => {
  const authorOf = async ({ keyId }: KeyCaller): Promise<ChangeAuthor> => ({
    by: keyId ?? 'session key',
    now: await clock.now(),
  });
  app.register(async (webhooks) => {
    acceptEmptyBodies(webhooks);
    mountOperations(webhooks, checks, calls, {
      listEndpoints: ({ caller }) => actions.list(caller.organization),
      addEndpoint: async ({ caller, body }) => actions.add(caller.organization, body, await authorOf(caller)),
      changeEndpoint: async ({ caller, params: { id }, body }) =>
        actions.change(caller.organization, id, body, await authorOf(caller)),
      removeEndpoint: async ({ caller, params: { id } }) =>
        actions.remove(caller.organization, id, await authorOf(caller)),
      rotateEndpoint: async ({ caller, params: { id } }) =>
        actions.rotate(caller.organization, id, await authorOf(caller)),
      testEndpoint: async ({ caller, params: { id } }) => actions.test(caller.organization, id, await authorOf(caller)),
      replayFailed: async ({ caller, params: { id }, body }) =>
        actions.replaySince(caller.organization, id, body.since, await authorOf(caller)),
      listDeliveries: ({ caller, query }) => actions.deliveries(caller.organization, query),
      readDelivery: ({ caller, params: { id } }) => actions.delivery(caller.organization, id),
      replayDelivery: async ({ caller, params: { id } }) =>
        actions.replay(caller.organization, id, await authorOf(caller)),
    });
  });
};

import { deliveryQuerySchema } from '#shared/webhooks-api/deliveries.ts';
import { refuse } from '../http/refusal.ts';
import type { ChangeAuthor } from '../store/webhooks/webhook-store.ts';
import type { DashboardHandlers, DashboardParts, DashboardRequest } from './dashboard-request.ts';

const changedBy = ({ actor, now }: Pick<DashboardRequest<'addEndpoint'>, 'actor' | 'now'>): ChangeAuthor => ({
  ...actor,
  now,
});

export const webhookHandlers = ({ webhooks: actions }: DashboardParts) =>
  ({
    listEndpoints: ({ membership }) => actions.list(membership.number),
    addEndpoint: ({ body, membership, ...request }) => actions.add(membership.number, body, changedBy(request)),
    changeEndpoint: ({ body, params: { endpoint = '' }, membership, ...request }) =>
      actions.change(membership.number, endpoint, body, changedBy(request)),
    removeEndpoint: ({ params: { endpoint = '' }, membership, ...request }) =>
      actions.remove(membership.number, endpoint, changedBy(request)),
    rotateEndpoint: ({ params: { endpoint = '' }, membership, ...request }) =>
      actions.rotate(membership.number, endpoint, changedBy(request)),
    testEndpoint: ({ params: { endpoint = '' }, membership, ...request }) =>
      actions.test(membership.number, endpoint, changedBy(request)),
    replayFailed: ({ body: { since }, params: { endpoint = '' }, membership, ...request }) =>
      actions.replaySince(membership.number, endpoint, since, changedBy(request)),
    listDeliveries: async ({ membership, query }) => {
      const result = deliveryQuerySchema.safeParse(query);
      if (!result.success) return refuse(400, result.error.issues[0]?.message ?? "The query isn't valid.");
      return actions.deliveries(membership.number, result.data);
    },
    readDelivery: ({ params: { delivery = '' }, membership }) => actions.delivery(membership.number, delivery),
    replayDelivery: ({ params: { delivery = '' }, membership, ...request }) =>
      actions.replay(membership.number, delivery, changedBy(request)),
  }) satisfies Partial<DashboardHandlers>;

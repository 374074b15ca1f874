import { deliveryQuerySchema } from '#shared/webhooks-api/deliveries.ts';
import { type DashboardHandlers, type DashboardParts, parsePart } from './dashboard-request.ts';

export const webhookHandlers = ({ webhooks: actions }: DashboardParts) =>
  ({
    listEndpoints: ({ membership }) => actions.list(membership.number),
    addEndpoint: ({ body, membership, author }) => actions.add(membership.number, body, author),
    changeEndpoint: ({ body, params: { endpoint = '' }, membership, author }) =>
      actions.change(membership.number, endpoint, body, author),
    removeEndpoint: ({ params: { endpoint = '' }, membership, author }) =>
      actions.remove(membership.number, endpoint, author),
    rotateEndpoint: ({ params: { endpoint = '' }, membership, author }) =>
      actions.rotate(membership.number, endpoint, author),
    testEndpoint: ({ params: { endpoint = '' }, membership, author }) =>
      actions.test(membership.number, endpoint, author),
    replayFailed: ({ body: { since }, params: { endpoint = '' }, membership, author }) =>
      actions.replaySince(membership.number, endpoint, since, author),
    listDeliveries: async ({ membership, query }) =>
      actions.deliveries(membership.number, parsePart(deliveryQuerySchema, query)),
    readDelivery: ({ params: { delivery = '' }, membership }) => actions.delivery(membership.number, delivery),
    replayDelivery: ({ params: { delivery = '' }, membership, author }) =>
      actions.replay(membership.number, delivery, author),
  }) satisfies Partial<DashboardHandlers>;

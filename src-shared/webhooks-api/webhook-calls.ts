import { z } from 'zod';
import { apiErrorSchema, keyRefusals } from '../migration-api/api-error.ts';
import { defaultScopes } from '../migration-api/key-scopes.ts';
import type { Operation } from '../migration-api/operations.ts';
import { isStorable } from '../migration-api/storable-text.ts';
import { deliveryListSchema, deliveryQuerySchema, deliverySchema, deliveryWithBodySchema } from './deliveries.ts';
import {
  createdEndpointSchema,
  endpointChangesSchema,
  endpointListSchema,
  endpointSchema,
  newEndpointSchema,
  replayedSchema,
  replaySinceSchema,
  rotatedSecretSchema,
} from './endpoints.ts';
import { listEvents } from './events.ts';

const params = z.object({
  id: z.string().max(100, 'id must be a valid ID.').refine(isStorable, 'id must be a valid ID.'),
});

/** Without `webhooks`, changes need both default scopes, because an endpoint outlives its key. */
const read = { credential: 'api-key', scopes: ['read'], ownScope: 'webhooks' } as const;
const change = { ...read, scopes: defaultScopes } as const;

const oneItemRefusals = { ...keyRefusals, 404: apiErrorSchema } as const;
/** Any call may have a body; the service checks its size and type even if it ignores the body. */
const bodyRefusals = { 413: apiErrorSchema, 415: apiErrorSchema } as const;
const disabledRefusal = { 409: apiErrorSchema } as const;

const endpoints = '/webhooks/v1/endpoints';
const deliveries = '/webhooks/v1/deliveries';

export const webhookCalls = {
  listEvents,
  listEndpoints: {
    ...read,
    id: 'webhooks.v1.endpoints.list',
    method: 'GET',
    path: endpoints,
    summary: 'List the endpoints, oldest first',
    description: 'Secrets are left out. All times are from the same clock as `now`.',
    replies: { 200: endpointListSchema, ...keyRefusals },
  },
  addEndpoint: {
    ...change,
    id: 'webhooks.v1.endpoints.create',
    method: 'POST',
    path: endpoints,
    summary: 'Add an endpoint; only this response contains its secret',
    description:
      'The URL must be https with a public host. An organization can have up to 20 endpoints; adding another returns 409.',
    body: newEndpointSchema,
    replies: { 200: createdEndpointSchema, ...keyRefusals, ...bodyRefusals, ...disabledRefusal },
  },
  changeEndpoint: {
    ...change,
    id: 'webhooks.v1.endpoints.change',
    method: 'PATCH',
    path: `${endpoints}/{id}`,
    summary: 'Change an endpoint; omitted properties stay unchanged',
    description: '`disabled: false` enables an endpoint that the service disabled.',
    params,
    body: endpointChangesSchema,
    replies: { 200: endpointSchema, ...oneItemRefusals, ...bodyRefusals },
  },
  removeEndpoint: {
    ...change,
    id: 'webhooks.v1.endpoints.remove',
    method: 'DELETE',
    path: `${endpoints}/{id}`,
    summary: 'Remove an endpoint and its deliveries',
    description: 'Pending deliveries are not sent.',
    params,
    replies: { 204: null, ...oneItemRefusals, ...bodyRefusals },
  },
  rotateEndpoint: {
    ...change,
    id: 'webhooks.v1.endpoints.rotate',
    method: 'POST',
    path: `${endpoints}/{id}/rotate`,
    summary: 'Create a new secret; the previous secret stays valid for 24 hours',
    description: 'Deliveries carry a signature of each secret during that time.',
    params,
    replies: { 200: rotatedSecretSchema, ...oneItemRefusals, ...bodyRefusals },
  },
  testEndpoint: {
    ...change,
    id: 'webhooks.v1.endpoints.test',
    method: 'POST',
    path: `${endpoints}/{id}/test`,
    summary: 'Send a ferry.test event',
    description: "Returns the pending delivery. The event feed doesn't contain test events.",
    params,
    replies: { 200: deliverySchema, ...oneItemRefusals, ...bodyRefusals, ...disabledRefusal },
  },
  replayFailed: {
    ...change,
    id: 'webhooks.v1.endpoints.replay',
    method: 'POST',
    path: `${endpoints}/{id}/replay`,
    summary: 'Replay up to 10,000 deliveries that failed since a given time',
    description: 'Includes deliveries that wait for a retry. Repeat the call while `replayed` is 10,000.',
    params,
    body: replaySinceSchema,
    replies: { 200: replayedSchema, ...oneItemRefusals, ...bodyRefusals, ...disabledRefusal },
  },
  listDeliveries: {
    ...read,
    id: 'webhooks.v1.deliveries.list',
    method: 'GET',
    path: deliveries,
    summary: 'List the deliveries of the last 30 days, newest first',
    description: 'Filters combine with "and". `next` is the `after` of the following page.',
    query: deliveryQuerySchema,
    replies: { 200: deliveryListSchema, ...keyRefusals },
  },
  readDelivery: {
    ...read,
    id: 'webhooks.v1.deliveries.get',
    method: 'GET',
    path: `${deliveries}/{id}`,
    summary: 'Get a delivery and its body: the exact bytes sent in every attempt',
    description: 'The signature covers these bytes.',
    params,
    replies: { 200: deliveryWithBodySchema, ...oneItemRefusals },
  },
  replayDelivery: {
    ...change,
    id: 'webhooks.v1.deliveries.replay',
    method: 'POST',
    path: `${deliveries}/{id}/replay`,
    summary: 'Replay a delivery immediately, with the same ID and bytes',
    description: 'Restarts the retry schedule.',
    params,
    replies: { 200: deliverySchema, ...oneItemRefusals, ...bodyRefusals, ...disabledRefusal },
  },
} as const satisfies Readonly<Record<string, Operation>>;

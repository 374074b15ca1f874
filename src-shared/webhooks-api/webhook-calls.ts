import { z } from 'zod';
import { apiErrorSchema } from '../migration-api/api-error.ts';
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

export interface WebhookCall {
  readonly id: string;
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly summary: string;
  readonly params?: z.ZodType;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  /** Body schema per status code; null where no body comes. */
  readonly replies: Readonly<Record<number, z.ZodType | null>>;
}

export const webhookParamsSchema = z.object({
  id: z.string().max(100, 'id must be an id.').refine(isStorable, 'id must be an id.'),
});

const refused = {
  400: apiErrorSchema,
  401: apiErrorSchema,
  403: apiErrorSchema,
  421: apiErrorSchema,
  429: apiErrorSchema,
  500: apiErrorSchema,
} as const;
const refusedOne = { ...refused, 404: apiErrorSchema } as const;
/** Any call may come with a body, whose size and type are looked at before it is known to be of no use. */
const refusedBody = { 413: apiErrorSchema, 415: apiErrorSchema } as const;
const disabled = { 409: apiErrorSchema } as const;

const endpoints = '/webhooks/v1/endpoints';
const deliveries = '/webhooks/v1/deliveries';
const params = webhookParamsSchema;

export const webhookCalls: readonly WebhookCall[] = [
  { ...listEvents, summary: 'Read the events after a cursor, and wait for the next one' },
  {
    id: 'webhooks.v1.endpoints.list',
    method: 'GET',
    path: endpoints,
    summary: 'List the endpoints, oldest first',
    replies: { 200: endpointListSchema, ...refused },
  },
  {
    id: 'webhooks.v1.endpoints.create',
    method: 'POST',
    path: endpoints,
    summary: 'Add an endpoint; the secret is shown here and never again',
    body: newEndpointSchema,
    replies: { 200: createdEndpointSchema, ...refused, ...refusedBody, ...disabled },
  },
  {
    id: 'webhooks.v1.endpoints.change',
    method: 'PATCH',
    path: `${endpoints}/{id}`,
    summary: 'Change an endpoint; what is left out stays',
    params,
    body: endpointChangesSchema,
    replies: { 200: endpointSchema, ...refusedOne, ...refusedBody },
  },
  {
    id: 'webhooks.v1.endpoints.remove',
    method: 'DELETE',
    path: `${endpoints}/{id}`,
    summary: 'Remove an endpoint and its log',
    params,
    replies: { 204: null, ...refusedOne, ...refusedBody },
  },
  {
    id: 'webhooks.v1.endpoints.rotate',
    method: 'POST',
    path: `${endpoints}/{id}/rotate`,
    summary: 'Create a new secret; the one before signs beside it for 24 hours',
    params,
    replies: { 200: rotatedSecretSchema, ...refusedOne, ...refusedBody },
  },
  {
    id: 'webhooks.v1.endpoints.test',
    method: 'POST',
    path: `${endpoints}/{id}/test`,
    summary: 'Send one event ferry.test',
    params,
    replies: { 200: deliverySchema, ...refusedOne, ...refusedBody, ...disabled },
  },
  {
    id: 'webhooks.v1.endpoints.replay',
    method: 'POST',
    path: `${endpoints}/{id}/replay`,
    summary: 'Try all deliveries again that failed since a time, at most 10,000 of them',
    params,
    body: replaySinceSchema,
    replies: { 200: replayedSchema, ...refusedOne, ...refusedBody, ...disabled },
  },
  {
    id: 'webhooks.v1.deliveries.list',
    method: 'GET',
    path: deliveries,
    summary: 'List the deliveries of the last 30 days, newest first',
    query: deliveryQuerySchema,
    replies: { 200: deliveryListSchema, ...refused },
  },
  {
    id: 'webhooks.v1.deliveries.get',
    method: 'GET',
    path: `${deliveries}/{id}`,
    summary: 'Read a delivery with its body, the bytes that every try sends',
    params,
    replies: { 200: deliveryWithBodySchema, ...refusedOne },
  },
  {
    id: 'webhooks.v1.deliveries.replay',
    method: 'POST',
    path: `${deliveries}/{id}/replay`,
    summary: 'Try a delivery again at once, with the same id and the same bytes',
    params,
    replies: { 200: deliverySchema, ...refusedOne, ...refusedBody, ...disabled },
  },
];

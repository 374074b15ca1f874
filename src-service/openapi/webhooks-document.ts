import { brand } from '#shared/brand.ts';
import { apiErrorSchema } from '#shared/migration-api/api-error.ts';
import { keyScopes } from '#shared/migration-api/key-scopes.ts';
import { migrationSchema } from '#shared/migration-api/migration.ts';
import { featuresPath, serviceFeaturesSchema } from '#shared/service-features.ts';
import { deliveryListSchema, deliverySchema, deliveryWithBodySchema } from '#shared/webhooks-api/deliveries.ts';
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
import { feedEventSchema, listEvents, statusEventSchema, testEventSchema } from '#shared/webhooks-api/events.ts';
import { type WebhookCall, webhookCalls } from '#shared/webhooks-api/webhook-calls.ts';
import { bearer, content, createSchemaNames, describeCall, type Json } from './describe-call.ts';

const names = createSchemaNames({
  Migration: migrationSchema,
  StatusEvent: statusEventSchema,
  TestEvent: testEventSchema,
  FeedEvent: feedEventSchema,
  FeedPage: listEvents.replies[200],
  NewEndpoint: newEndpointSchema,
  EndpointChanges: endpointChangesSchema,
  Endpoint: endpointSchema,
  CreatedEndpoint: createdEndpointSchema,
  EndpointList: endpointListSchema,
  RotatedSecret: rotatedSecretSchema,
  ReplaySince: replaySinceSchema,
  Replayed: replayedSchema,
  Delivery: deliverySchema,
  DeliveryList: deliveryListSchema,
  DeliveryWithBody: deliveryWithBodySchema,
  ServiceFeatures: serviceFeaturesSchema,
  APIErrorResponse: apiErrorSchema,
});

/** Whoever may read may look; what changes something takes a key with every scope. */
const securityOf = ({ method }: WebhookCall): readonly Json[] => [
  { apiKey: method === 'GET' ? ['read'] : [...keyScopes] },
];

const header = (name: string, description: string): Json => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
});

const describeDelivery = (summary: string, body: Json): Json => ({
  post: {
    summary,
    security: [],
    parameters: [
      header('webhook-id', 'Id of the event, the same in every attempt and replay'),
      header('webhook-timestamp', 'When this try was signed, in seconds since 1970'),
      header('webhook-signature', '`v1,` and a signature after Standard Webhooks; several with spaces between them'),
    ],
    requestBody: { required: true, content: content(body) },
    responses: {
      '2XX': { description: 'Taken' },
      410: { description: 'The endpoint is disabled at once' },
      default: { description: 'Tried again, ten times over three days; `Retry-After` is kept' },
    },
  },
});

export const webhooksDocument = (): Json => {
  const paths: Record<string, Json> = {
    [featuresPath]: {
      get: {
        operationId: 'features.get',
        summary: 'What this service has beside the API; without a key',
        security: [],
        responses: { 200: { description: 'Done', content: content(names.reference(serviceFeaturesSchema)) } },
      },
    },
  };
  for (const call of webhookCalls) {
    (paths[call.path] ??= {})[call.method.toLowerCase()] = describeCall(call, securityOf(call), names.reference);
  }
  return {
    openapi: '3.1.0',
    info: {
      title: `${brand.serviceName} webhooks`,
      version: '1.0.0',
      description: 'The calls of webhooks, which stand outside `/api/v1`, and what is sent to endpoints.',
    },
    servers: [{ url: '/' }],
    paths,
    webhooks: {
      'migration.status_updated': describeDelivery(
        'A migration has another status',
        names.reference(statusEventSchema),
      ),
      'ferry.test': describeDelivery(
        'An event that somebody asked for, to try an endpoint',
        names.reference(testEventSchema),
      ),
    },
    components: {
      securitySchemes: {
        apiKey: bearer(`API key, starts with ${brand.productionKeyPrefix} or ${brand.testKeyPrefix}; for servers only`),
      },
      schemas: names.components(),
    },
  };
};

export const webhooksDocumentText = (): string => `${JSON.stringify(webhooksDocument(), null, 2)}\n`;

import { apiErrorSchema } from '#shared/migration-api/api-error.ts';
import { defaultScopes } from '#shared/migration-api/key-scopes.ts';
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
import { content, createDocument, createSchemaNames, describeCall, documentText, type Json } from './describe-call.ts';
import { statusEvent, testEvent } from './examples.ts';

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

/** Reading needs the scope `read`, and changes need both default scopes. */
const scopesOf = ({ method }: WebhookCall) => (method === 'GET' ? (['read'] as const) : defaultScopes);

const header = (name: string, description: string): Json => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
});

const describeDelivery = (id: string, summary: string, body: Json, example: unknown): Json => ({
  post: {
    operationId: id,
    tags: ['Webhook deliveries'],
    summary,
    description: 'The service sends this request to your endpoint. Verify the signature, then return 2xx within 15 s.',
    security: [],
    parameters: [
      header('webhook-id', 'Event ID, the same in every attempt and replay'),
      header('webhook-timestamp', 'Time of this attempt, in seconds since 1970'),
      header(
        'webhook-signature',
        '`v1,` and a signature as in the Standard Webhooks specification; several signatures are separated by spaces',
      ),
    ],
    requestBody: { required: true, content: content(body, example) },
    responses: {
      '2XX': { description: 'Accepted' },
      410: { description: 'Disables the endpoint immediately' },
      default: { description: 'Retried ten times over three days; Ferry respects `Retry-After`' },
    },
  },
});

export const webhooksDocument = (): Json => {
  const paths: Record<string, Json> = {
    [featuresPath]: {
      get: describeCall(
        {
          id: 'features.get',
          path: featuresPath,
          summary: "List this service's features; no key needed",
          description: 'A missing name means that the feature is unavailable.',
          replies: { 200: serviceFeaturesSchema, 421: apiErrorSchema, 431: apiErrorSchema },
        },
        { credentials: [] },
        names.reference,
      ),
    },
  };
  for (const call of webhookCalls) {
    (paths[call.path] ??= {})[call.method.toLowerCase()] = describeCall(
      call,
      { scopes: scopesOf(call) },
      names.reference,
    );
  }
  return createDocument(names, {
    title: 'webhooks',
    description: 'Webhook endpoints and deliveries, outside `/api/v1`, and the events that Ferry sends.',
    paths,
    webhooks: {
      'migration.status_updated': describeDelivery(
        'sendStatusEvent',
        "A migration's status changed",
        names.reference(statusEventSchema),
        statusEvent,
      ),
      'ferry.test': describeDelivery(
        'sendTestEvent',
        'A test event, sent on request',
        names.reference(testEventSchema),
        testEvent,
      ),
    },
  });
};

export const webhooksDocumentText = (): string => documentText(webhooksDocument());

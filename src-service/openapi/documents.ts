import { z } from 'zod';
import * as activity from '#shared/activity-api/activity.ts';
import { eraseUserCall } from '#shared/erasure-api/erase-user.ts';
import { createHostedLink, hostedLinkCalls } from '#shared/hosted-links-api/hosted-links.ts';
import { apiErrorSchema } from '#shared/migration-api/api-error.ts';
import { companySchema } from '#shared/migration-api/company.ts';
import { pageDescriptorSchema } from '#shared/migration-api/list-page.ts';
import { migrationSchema } from '#shared/migration-api/migration.ts';
import * as modal from '#shared/migration-api/modal.ts';
import { operations, readCompany, readOutcome } from '#shared/migration-api/operations.ts';
import * as receipts from '#shared/reports-api/receipts.ts';
import * as reports from '#shared/reports-api/reports.ts';
import { featuresPath, serviceFeaturesSchema } from '#shared/service-features.ts';
import * as deliveries from '#shared/webhooks-api/deliveries.ts';
import * as endpoints from '#shared/webhooks-api/endpoints.ts';
import * as events from '#shared/webhooks-api/events.ts';
import { webhookCalls } from '#shared/webhooks-api/webhook-calls.ts';
import { bearer, content, createDocument, createSchemaNames, type Json } from './describe-call.ts';
import { reportItems, responseExamples, statusEvent, testEvent } from './examples.ts';

/** Names of a module's schemas: `feedEventSchema` is `FeedEvent`. */
const schemasOf = (module: Readonly<Record<string, unknown>>): [string, z.ZodType][] =>
  Object.entries(module).flatMap(([name, value]) =>
    value instanceof z.ZodType
      ? [[`${name.charAt(0).toUpperCase()}${name.slice(1).replace(/Schema$/, '')}`, value]]
      : [],
  );

const schemaNames = () =>
  createSchemaNames({
    ...Object.fromEntries([activity, modal, reports, receipts, deliveries, endpoints, events].flatMap(schemasOf)),
    APIErrorResponse: apiErrorSchema,
    Company: companySchema,
    CompanyList: operations.listCompanies.replies[200],
    CreateHostedLinkBody: createHostedLink.body,
    CreatedHostedLink: createHostedLink.replies[200],
    Erased: eraseUserCall.replies[200],
    FeedPage: events.listEvents.replies[200],
    Health: operations.checkHealth.replies[200],
    HostedLink: hostedLinkCalls.revokeHostedLink.replies[200],
    HostedLinkList: hostedLinkCalls.listHostedLinks.replies[200],
    Migration: migrationSchema,
    MigrationList: operations.listMigrations.replies[200],
    PageDescriptor: pageDescriptorSchema,
    ServiceFeatures: serviceFeaturesSchema,
  });

const migrationApi = (): Json =>
  createDocument(schemaNames(), {
    title: 'migration API',
    description: [
      'Send `Authorization: Bearer` with every request; the scheme is case-insensitive. The service checks the credential first,',
      'then path, query and body, then whether the resource exists. An unknown path returns 404, an unsupported method',
      '405 with `Allow`. HEAD works wherever GET does. Only the endpoints for browsers allow CORS, for any https',
      'origin and loopback, with credentials. With `--error-shape nested`, errors are `{"error":{"code","message"}}`.',
    ].join(' '),
    calls: [...Object.values(operations), readCompany, readOutcome, ...Object.values(hostedLinkCalls)],
    credentials: {
      linkToken: bearer('Link token, valid for 60 seconds and one exchange'),
      accessToken: bearer('Access token, valid for one hour'),
    },
  });

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

const webhooks = (): Json =>
  createDocument(schemaNames(), {
    title: 'webhooks',
    description: 'Webhook endpoints and deliveries, outside `/api/v1`, and the events that Ferry sends.',
    calls: [
      {
        id: 'features.get',
        method: 'GET',
        path: featuresPath,
        summary: "List this service's features; no key needed",
        description: 'A missing name means that the feature is unavailable.',
        credential: 'none',
        replies: { 200: serviceFeaturesSchema, 421: apiErrorSchema, 431: apiErrorSchema },
      },
      ...Object.values(webhookCalls),
    ],
    webhooks: (reference) => ({
      'migration.status_updated': describeDelivery(
        'sendStatusEvent',
        "A migration's status changed",
        reference(events.statusEventSchema),
        statusEvent,
      ),
      'ferry.test': describeDelivery(
        'sendTestEvent',
        'A test event, sent on request',
        reference(events.testEventSchema),
        testEvent,
      ),
    }),
  });

const itemsReply = (reference: (schema: z.ZodType) => Json): Json => ({
  description: 'A page of items, or one `ReportedItem` per line',
  headers: { Link: { schema: { type: 'string' }, description: 'The next page, if there is one' } },
  content: {
    'application/x-ndjson': { schema: { type: 'string' }, example: responseExamples[reports.readReportItems.id] },
    ...content(reference(reports.itemPageSchema), reportItems),
  },
});

/** The OpenAPI documents by their names in docs, which are also their paths at the service. */
export const documents = {
  'openapi.json': migrationApi,
  'openapi-webhooks.json': webhooks,
  'openapi-erasure.json': () =>
    createDocument(schemaNames(), {
      title: 'erasure',
      description:
        'Erases the data of an end user. Requires a key with the `erase` scope, which no key has by default.',
      calls: [eraseUserCall],
    }),
  'openapi-reports.json': () =>
    createDocument(schemaNames(), {
      title: 'reports',
      description: 'Item-by-item results of a migration, kept for 90 days after it ends.',
      calls: [reports.readReport, reports.readReportItems, receipts.readReceipt],
      ownReplies: { [reports.readReportItems.id]: itemsReply },
    }),
  'openapi-activity.json': () =>
    createDocument(schemaNames(), {
      title: 'activity',
      description:
        'The steps of a migration and the cause of its outcome, kept for 90 days from the start of the session.',
      calls: [activity.readActivity, activity.listSessions, activity.readFunnel],
    }),
} as const satisfies Readonly<Record<string, () => Json>>;

export const documentText = (name: keyof typeof documents): string => `${JSON.stringify(documents[name](), null, 2)}\n`;

import { z } from 'zod';
import * as activity from '#shared/activity-api/activity.ts';
import { createHostedLink, listHostedLinks, revokeHostedLink } from '#shared/hosted-links-api/hosted-links.ts';
import { listOf } from '#shared/migration-api/list-page.ts';
import { migrationStatusSchema } from '#shared/migration-api/migration-status.ts';
import { boundSessionSchema } from '#shared/migration-api/modal.ts';
import { operations, readCompany } from '#shared/migration-api/operations.ts';
import { readReceipt } from '#shared/reports-api/receipts.ts';
import * as reports from '#shared/reports-api/reports.ts';
import * as deliveries from '#shared/webhooks-api/deliveries.ts';
import * as endpoints from '#shared/webhooks-api/endpoints.ts';
import { feedEventSchema, feedQuerySchema, listEvents, testEventSchema } from '#shared/webhooks-api/events.ts';

/** Schemas of the types that the package exports, by type name. Only the build reads the values. */
export const replies = {
  ActivityEntry: activity.activityEntrySchema,
  Company: readCompany.replies[200],
  CompanyPage: operations.listCompanies.replies[200],
  CreatedEndpoint: endpoints.createdEndpointSchema,
  CreatedHostedLink: createHostedLink.replies[200],
  Delivery: deliveries.deliverySchema,
  DeliveryPage: deliveries.deliveryListSchema,
  DeliveryWithBody: deliveries.deliveryWithBodySchema,
  Endpoint: endpoints.endpointSchema,
  EndpointPage: endpoints.endpointListSchema,
  Funnel: activity.funnelSchema,
  HostedLink: revokeHostedLink.replies[200],
  HostedLinkPage: listHostedLinks.replies[200],
  Health: operations.checkHealth.replies[200],
  ItemPage: z.object({ results: z.array(reports.reportedItemSchema), next: z.string().nullable() }),
  LinkToken: operations.createLinkToken.replies[200],
  Migration: operations.getMigration.replies[200],
  MigrationActivity: activity.migrationActivitySchema,
  MigrationPage: listOf(operations.getMigration.replies[200]),
  MigrationStatus: migrationStatusSchema,
  ReceiptFile: readReceipt.replies[200],
  Replayed: endpoints.replayedSchema,
  Report: reports.reportSchema,
  ReportedItem: reports.reportedItemSchema,
  RotatedSecret: endpoints.rotatedSecretSchema,
  Session: activity.sessionSchema,
  SessionPage: activity.sessionListSchema,
  StatusEvent: feedEventSchema,
  StatusEventPage: listEvents.replies[200],
  TestEvent: testEventSchema,
} as const;

export const queries = {
  CompanyQuery: operations.listCompanies.query,
  CursorQuery: activity.activityQuerySchema,
  DeliveryQuery: deliveries.deliveryQuerySchema,
  EventQuery: feedQuerySchema,
  FunnelQuery: activity.funnelQuerySchema,
  HostedLinkQuery: listHostedLinks.query,
  MigrationQuery: operations.listMigrations.query,
  SessionQuery: activity.sessionsQuerySchema,
} as const;

export const bodies = {
  EndpointChanges: endpoints.endpointChangesSchema,
  HostedSession: createHostedLink.body,
  NewEndpoint: endpoints.newEndpointSchema,
  ReplaySince: endpoints.replaySinceSchema,
  SessionBinding: boundSessionSchema,
} as const;

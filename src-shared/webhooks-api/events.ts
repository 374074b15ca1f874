import { z } from 'zod';
import { causeSchema } from '../activity-api/activity.ts';
import { apiErrorSchema, keyRefusals } from '../migration-api/api-error.ts';
import { integerText, singleString } from '../migration-api/list-page.ts';
import { migrationSchema } from '../migration-api/migration.ts';
import { metadataSchema, resultCountsSchema } from '../migration-api/modal.ts';
import { migrationStatusSchema } from '../migration-api/migration-status.ts';
import type { Operation } from '../migration-api/operations.ts';
import { statusEventType, testEventType } from './event-types.ts';
import { plainName } from '../plain-name.ts';

/** Sent instead of a cursor to receive only new events. */
export const latestCursor = 'latest';

export const feedLimits = {
  limit: { min: 1, max: 100 },
  /** Seconds that a request may wait for an event. */
  wait: { min: 0, max: 25 },
  keptDays: 30,
} as const;

/**
 * Event body, stored with the change and never rewritten. `timestamp` is read from the organization's clock.
 * `previous_status` is null for a new migration. `sequence` numbers a migration's events from 1; receivers ignore lower numbers.
 */
export const statusEventSchema = z.strictObject({
  type: z.literal(statusEventType),
  timestamp: z.iso.datetime(),
  data: migrationSchema,
  previous_status: migrationStatusSchema.nullable(),
  sequence: z.int().min(1),
  /** Set only for a final status. Events stored by an earlier version lack it. */
  details: z
    .strictObject({
      cause: causeSchema.nullable(),
      company: z.strictObject({ id: z.uuid(), name: z.string().overwrite(plainName), provider: z.string() }).nullable(),
      counts: resultCountsSchema.nullable(),
    })
    .optional(),
  metadata: metadataSchema.optional().describe('Metadata of the link token, if any'),
});
export type StatusEvent = z.infer<typeof statusEventSchema>;

/** Sent by `POST /webhooks/v1/endpoints/{id}/test`. Not part of the feed and not related to a migration. */
export const testEventSchema = z.strictObject({
  type: z.literal(testEventType),
  timestamp: z.iso.datetime(),
  data: z.strictObject({ object: z.literal('endpoint'), id: z.string(), organization_id: z.string() }),
});

export type TestEvent = z.infer<typeof testEventSchema>;

/** Event ID from any service. Limited to characters that are safe in the `webhook-id` header. */
export const webhookIdSchema = z.string().regex(/^[\w.:-]{1,200}$/);

/** An event of the feed: the body that webhooks deliver, and the value of their `webhook-id` header. */
export const feedEventSchema = z.strictObject({
  id: z.string().regex(/^evt_[\w-]+$/),
  ...statusEventSchema.shape,
});

/** Without `after`, the feed starts with the oldest event. */
export const feedQuerySchema = z.object({
  after: singleString('after').max(200, 'after must be a cursor from this service.').prefault(''),
  limit: integerText('limit', feedLimits.limit.min, feedLimits.limit.max).prefault(String(feedLimits.limit.max)),
  wait: integerText('wait', feedLimits.wait.min, feedLimits.wait.max).prefault(String(feedLimits.wait.min)),
});

/** Oldest event first. `next` is always set; send it as `after`. */
const feedPageSchema = z.strictObject({ results: z.array(feedEventSchema), next: z.string() });

const refusals = { ...keyRefusals, 410: apiErrorSchema } as const;

/** The event feed, outside `/api/v1`. */
export const listEvents = {
  id: 'webhooks.v1.events.list',
  method: 'GET',
  path: '/webhooks/v1/events',
  summary: 'Get the events after a cursor, or wait for the next event',
  description: 'Each event comes once, in commit order. Store `next` after you have processed the events.',
  credential: 'api-key',
  scopes: ['read'],
  ownScope: 'webhooks',
  query: feedQuerySchema,
  replies: { 200: feedPageSchema, ...refusals },
} as const satisfies Operation;

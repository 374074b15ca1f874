import { z } from 'zod';
import { apiErrorSchema, keyRefusals } from '../migration-api/api-error.ts';
import { idParams, integerText, singleString } from '../migration-api/list-page.ts';
import { migrationStatusSchema } from '../migration-api/migration-status.ts';
import { resultCountsSchema } from '../migration-api/modal.ts';
import type { Operation } from '../migration-api/operations.ts';
import { plainName } from '../plain-name.ts';

export const reportsKeptDays = 90;

/**
 * `altered`: copied, but the destination changed the item. `pending`: not copied yet, or not read back yet. Items that
 * are pending when a migration ends were not copied.
 */
const itemStates = ['copied', 'altered', 'skipped', 'failed', 'pending'] as const;
export type ReportedState = (typeof itemStates)[number];

const counts = {
  total: z.int().min(0),
  ...resultCountsSchema.shape,
  pending: z.int().min(0),
};

export const reportedCollectionSchema = z.strictObject({
  id: z.string(),
  name: z.string().overwrite(plainName),
  kind: z.string(),
  ...counts,
  /** True if the number of items is known. If false, `total` counts only the items the copy has found so far. */
  is_counted: z.boolean(),
  /** The source now denies access. Items that the copy couldn't list stay pending. */
  is_forbidden: z.boolean(),
  reasons: z.array(z.strictObject({ reason: z.string(), count: z.int().min(1) })),
});

/** Report of what a migration copied. `kept_until` is null while the migration is in progress. */
export const reportSchema = z.strictObject({
  object: z.literal('report'),
  migration_id: z.uuid(),
  status: migrationStatusSchema,
  /** True for a practice provider, for which the service sent no data to another server. */
  is_practice: z.boolean(),
  /** The migration whose failed items this one copied again. Null for other migrations. */
  retry_of: z.uuid().nullable(),
  began: z.iso.datetime().nullable(),
  ended: z.iso.datetime().nullable(),
  kept_until: z.iso.datetime().nullable(),
  ...counts,
  collections: z.array(reportedCollectionSchema),
});
export type Report = z.infer<typeof reportSchema>;

/** A property that the destination changed. `before` or `after` is null if that version lacks the property. */
export const itemChangeSchema = z.strictObject({
  /** Path of the property, with nested component names: `VALARM.TRIGGER`. */
  property: z.string(),
  before: z.string().nullable(),
  after: z.string().nullable(),
});
export type ItemChange = z.infer<typeof itemChangeSchema>;

export const reportedItemSchema = z.strictObject({
  collection: z.string(),
  kind: z.string(),
  item: z.string(),
  state: z.enum(itemStates),
  reason: z.string().nullable(),
  /** The destination's response to a failed item: status, failed conditions, up to 200 characters of the message. */
  detail: z.string().nullable(),
  place: z.string().nullable(),
  /** First 20 changes, up to 160 characters per value. Empty if the source no longer has the copied version. */
  changes: z.array(itemChangeSchema),
});
export type ReportedItem = z.infer<typeof reportedItemSchema>;

/** The items as JSON. `next` is the `after` of the following page. */
export const itemPageSchema = z.strictObject({ results: z.array(reportedItemSchema), next: z.string().nullable() });

const maxLines = 1_000;

const itemsQuerySchema = z.object({
  after: singleString('after').max(6_000, 'after must be a cursor from this service.').prefault(''),
  limit: integerText('limit', 1, maxLines).prefault(String(maxLines)),
});

const refusals = { ...keyRefusals, 404: apiErrorSchema } as const;

const read = { credential: 'api-key', scopes: ['read'], ownScope: 'reports' } as const;

export const readReport = {
  id: 'reports.v1.migrations.get',
  method: 'GET',
  path: '/reports/v1/migrations/{id}',
  ...read,
  summary: "Get a migration's results: counts by collection and reasons",
  description: 'A migration whose copy never started has no report: 404.',
  params: idParams,
  replies: { 200: reportSchema, ...refusals },
} as const satisfies Operation;

export const readReportItems = {
  id: 'reports.v1.migrations.items',
  method: 'GET',
  path: '/reports/v1/migrations/{id}/items',
  ...read,
  summary: 'Get the result of each item, as JSON Lines or JSON',
  description:
    'One `ReportedItem` per line, as `application/x-ndjson`; with `Accept: application/json` an `ItemPage`. `Link` has the URL of the next page with `rel="next"`, if there is one.',
  params: idParams,
  query: itemsQuerySchema,
  replies: { 200: z.string(), ...refusals },
} as const satisfies Operation;

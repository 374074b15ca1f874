import { z } from 'zod';
import {
  itemChangeSchema,
  reportedCollectionSchema,
  reportedItemSchema,
  reportSchema,
} from '../reports-api/reports.ts';
import { call } from './call.ts';

/** An older service counts no altered items. */
const altered = reportSchema.shape.altered.default(0);
const collectionViewSchema = z.object(reportedCollectionSchema.shape).extend({
  altered,
  is_counted: z.boolean().default(true),
  is_forbidden: z.boolean().default(false),
  reasons: z.array(z.object(reportedCollectionSchema.shape.reasons.element.shape)),
});
/** What a service says that a migration has copied. A newer one may name statuses and reasons that are not known here. */
export const reportViewSchema = z.object(reportSchema.shape).extend({
  status: z.string(),
  altered,
  collections: z.array(collectionViewSchema),
});
export type ReportView = z.infer<typeof reportViewSchema>;
export const itemViewSchema = z.object(reportedItemSchema.shape).extend({
  state: z.string(),
  detail: z.string().nullable().default(null),
  changes: z.array(z.object(itemChangeSchema.shape)).default([]),
});
export type ItemView = z.infer<typeof itemViewSchema>;

const id = z.uuid();
/** The overview lists up to 10 migrations that need attention. */
export const maxFailedItemsIds = 10;

const failedItemsSchema = z.strictObject({
  id,
  total: z.int(),
  failed: z.int(),
  altered: z.int(),
  reasons: z.array(z.strictObject({ reason: z.string(), count: z.int() })),
});
export type FailedItems = z.infer<typeof failedItemsSchema>;

/** What migrations of the active profile have copied, as their service reports it (X29). */
export const reportsCalls = {
  /** `unsupported`: the service keeps no reports at all; `none`: it keeps none of this migration. */
  get: call(
    z.strictObject({ id }),
    z.discriminatedUnion('kind', [
      z.strictObject({ kind: z.literal('report'), report: reportViewSchema }),
      z.strictObject({ kind: z.literal('unsupported') }),
      z.strictObject({ kind: z.literal('none') }),
    ]),
  ),
  /** Those of 1,000 items that failed, were skipped or altered, and how many were looked at; `after` is the `next` before. */
  notCopied: call(
    z.strictObject({ id, after: z.string().max(6_000).nullable() }),
    z.strictObject({ items: z.array(itemViewSchema), looked: z.int(), next: z.string().nullable() }),
  ),
  /** Of these migrations, those with failed or altered items; nothing of those without a report. */
  failedItems: call(z.strictObject({ ids: z.array(id).max(maxFailedItemsIds) }), z.array(failedItemsSchema)),
};

import { z } from 'zod';
import {
  itemChangeSchema,
  reportedCollectionSchema,
  reportedItemSchema,
  reportSchema,
} from '../reports-api/reports.ts';
import { maxFailedItemsIds, maxSummaries } from '../list-limits.ts';
import { call } from './call.ts';
import { hostedLinkSchema } from './link-tokens-calls.ts';

/** Older services don't count altered items. */
const altered = reportSchema.shape.altered.default(0);
const collectionViewSchema = z.object(reportedCollectionSchema.shape).extend({
  altered,
  is_counted: z.boolean().default(true),
  is_forbidden: z.boolean().default(false),
  reasons: z.array(z.object(reportedCollectionSchema.shape.reasons.element.shape)),
});
/** A service's report of what a migration copied. Newer services may use unknown statuses and reasons. */
export const reportViewSchema = z.object(reportSchema.shape).extend({
  status: z.string(),
  retry_of: reportSchema.shape.retry_of.default(null),
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
const failedItemsSchema = z.strictObject({
  id,
  total: z.int(),
  failed: z.int(),
  altered: z.int(),
  reasons: z.array(z.strictObject({ reason: z.string(), count: z.int() })),
});
export type FailedItems = z.infer<typeof failedItemsSchema>;

export const reportsCalls = {
  /** `unsupported`: the service has no reports. `none`: the service has no report for this migration. */
  get: call(
    z.strictObject({ id }),
    z.discriminatedUnion('kind', [
      /** `canRetry`: the service can create a link that retries the failed items. */
      z.strictObject({
        kind: z.literal('report'),
        report: reportViewSchema,
        canRetry: z.boolean(),
        hasReceipt: z.boolean(),
      }),
      z.strictObject({ kind: z.literal('unsupported') }),
      z.strictObject({ kind: z.literal('none') }),
    ]),
  ),
  /** Scans 1,000 items. Returns the failed, skipped and altered items. `after`: the previous `next`. */
  notCopied: call(
    z.strictObject({ id, after: z.string().max(6_000).nullable() }),
    z.strictObject({ items: z.array(itemViewSchema), looked: z.int(), next: z.string().nullable() }),
  ),
  /** Returns the progress of these copies. Migrations without a report are left out. */
  progress: call(
    z.strictObject({ ids: z.array(id).max(maxSummaries) }),
    z.array(z.strictObject({ id, done: z.int(), total: z.int(), isCounted: z.boolean() })),
  ),
  /** `confirmed`: the user agreed to create a link in production; otherwise, returns `confirmation_needed`. */
  retryLink: call(z.strictObject({ id, confirmed: z.boolean().default(false) }), hostedLinkSchema),
  /** Returns the failed and altered items of these migrations. Migrations without a report are left out. */
  failedItems: call(z.strictObject({ ids: z.array(id).max(maxFailedItemsIds) }), z.array(failedItemsSchema)),
};

import { z } from 'zod';
import { maxEntries } from '../activity-api/activity-steps.ts';
import { lookupLimits, maxSummaries } from '../list-limits.ts';
import { call } from './call.ts';

const maxKeyLength = 64;

const name = z.string().max(64);
const sentence = z.string().max(500);
const count = z.int().min(0);
const id = z.uuid();
const instant = z.iso.datetime();

/** Uses strings instead of enums, because newer services may send codes and parties that this version doesn't know. */
const causeViewSchema = z.object({ code: name, message: sentence, party: name, next_step: sentence });
export type CauseView = z.infer<typeof causeViewSchema>;

const entryViewSchema = z.object({
  id: z.string().max(120),
  at: instant,
  step: name,
  detail: z.record(name, z.union([sentence, z.number(), z.boolean()])),
});
export type EntryView = z.infer<typeof entryViewSchema>;

export const activityViewSchema = z.object({
  reference: name.nullable(),
  status: name,
  cause: causeViewSchema.nullable(),
  /** Null if the service doesn't know the remaining time. Newer services may use unknown reasons. */
  remaining: z.object({ seconds: count, because: name.nullable() }).nullable().default(null),
  results: z.array(entryViewSchema).max(maxEntries),
  next: name.nullable(),
});
export type ActivityView = z.infer<typeof activityViewSchema>;

/** ID of the last request that changed the session. */
const requestIdSchema = name.nullable();

const summarySchema = z.strictObject({
  id,
  reference: name.nullable(),
  status: name,
  cause: causeViewSchema.nullable(),
  requestId: requestIdSchema,
});
export type ActivitySummary = z.infer<typeof summarySchema>;

export const sessionsViewSchema = z.object({
  results: z.array(z.object({ migration_id: id })).max(100),
  next: name.nullable(),
});

const funnelCounts = {
  sessions: count,
  steps: z.array(z.object({ step: name, sessions: count })).max(30),
  statuses: z.record(name, count),
};
export const funnelViewSchema = z.object({
  since: instant,
  until: instant,
  ...funnelCounts,
  providers: z.array(z.object({ provider: z.string().max(200).nullable(), ...funnelCounts })).max(1_000),
});
export type FunnelView = z.infer<typeof funnelViewSchema>;

export const activityCalls = {
  /** `unsupported`: the service has no activity. `none`: it doesn't know this migration. */
  get: call(
    z.strictObject({ id }),
    z.discriminatedUnion('kind', [
      z.strictObject({ kind: z.literal('activity'), activity: activityViewSchema, requestId: requestIdSchema }),
      z.strictObject({ kind: z.literal('unsupported') }),
      z.strictObject({ kind: z.literal('none') }),
    ]),
  ),
  /** Migrations whose activity can't be read are left out. */
  summaries: call(z.strictObject({ ids: z.array(id).max(maxSummaries) }), z.array(summarySchema)),
  /** Finds migrations by a string that an end user quotes: the modal's reference or a request ID. */
  find: call(z.strictObject({ text: z.string().max(maxKeyLength) }), z.strictObject({ ids: z.array(id) })),
  funnel: call(z.strictObject({}), z.strictObject({ funnel: funnelViewSchema.nullable() })),
  /** Returns the newest migrations that reached a step. A null `provider` finds those without a chosen provider. */
  reached: call(
    z.strictObject({
      step: name,
      provider: z.string().max(200).nullable().optional(),
      since: instant,
      until: instant,
    }),
    z.strictObject({ ids: z.array(id).max(lookupLimits.ids), isWhole: z.boolean() }),
  ),
};

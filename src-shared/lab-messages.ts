import { z } from 'zod';

const labCommandSchema = z.discriminatedUnion('do', [
  z.strictObject({
    do: z.literal('start'),
    userId: z.string(),
    /** An empty list offers all providers. */
    sourceProviders: z.array(z.string()),
  }),
  z.strictObject({ do: z.literal('resume') }),
  z.strictObject({ do: z.literal('close') }),
  z.strictObject({ do: z.literal('show') }),
  z.strictObject({ do: z.literal('theme'), theme: z.enum(['system', 'light', 'dark']) }),
]);
export type LabCommand = z.infer<typeof labCommandSchema>;

const sdkCalls = ['startModal', 'init', 'close'] as const;
const text = z.string().max(2_000);
const ms = z.number().min(0).max(86_400_000);

/** Reports of the lab page. Must never contain a header, a token or a modal URL. */
const labReportSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('ready'), storage: z.enum(['ok', 'blocked']) }),
  z.strictObject({ kind: z.literal('call'), name: z.enum(sdkCalls) }),
  z.strictObject({
    kind: z.literal('request'),
    method: z.enum(['GET', 'POST']),
    path: z.string().max(200),
    status: z.int().nullable(),
    ms,
    modal: z.strictObject({ status: z.string().max(60).nullable(), origin: z.string().max(300) }).optional(),
  }),
  z.strictObject({ kind: z.literal('frame'), ms }),
  z.strictObject({ kind: z.literal('shown'), shown: z.boolean() }),
  /** No event arrived in time. The console checks `url` once and doesn't store it. */
  z.strictObject({ kind: z.literal('silent'), url: z.string().max(2_000) }),
  z.strictObject({
    kind: z.literal('event'),
    message: z.object({ source: text, event: z.object({ type: text, data: z.unknown() }) }),
  }),
  z.strictObject({ kind: z.literal('resolved'), name: z.enum(sdkCalls), found: z.boolean() }),
  z.strictObject({ kind: z.literal('rejected'), name: z.enum(sdkCalls), code: text, message: text }),
  z.strictObject({ kind: z.literal('closed') }),
]);
export type LabReport = z.infer<typeof labReportSchema>;

/** Every report has the ID of its page load, so that the console can ignore reports of an earlier load. */
export const labPostSchema = z.strictObject({ page: z.string().max(64), report: labReportSchema.optional() });

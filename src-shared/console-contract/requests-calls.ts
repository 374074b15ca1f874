import { z } from 'zod';
import { appErrorCodes } from '../app-error-codes.ts';
import { call } from './call.ts';

const bulkSchema = z.strictObject({
  label: z.string(),
  /** Requests so far, including retries. The line has the latest status, the first `at` and the sum as `totalMs`. */
  requests: z.int(),
  retries: z.int(),
  failed: z.int(),
  /** Number of responses per status, in the order in which the statuses first appeared. Null means no response. */
  statuses: z.array(z.strictObject({ status: z.int().nullable(), requests: z.int() })),
  lastAt: z.iso.datetime(),
});
export type BulkLine = z.infer<typeof bulkSchema>;

const requestLineSchema = z.strictObject({
  /** Increases by one per line. A line of background work keeps its ID. */
  id: z.int(),
  at: z.iso.datetime(),
  method: z.string(),
  path: z.string(),
  host: z.string(),
  profileId: z.string(),
  status: z.int().nullable(),
  problem: z.enum(appErrorCodes).nullable(),
  tryNumber: z.int(),
  triesAllowed: z.int(),
  totalMs: z.number(),
  replyBytes: z.int(),
  /** Number of contract violations. Null if the response was not compared. */
  drift: z.int().nullable(),
  bulk: bulkSchema.nullable(),
});
export type RequestLine = z.infer<typeof requestLineSchema>;

/** A header. If its value is a secret, `value` is null and `note` describes the value without revealing it. */
const loggedHeaderSchema = z.union([
  z.strictObject({ kind: z.literal('text'), name: z.string(), value: z.string() }),
  z.strictObject({ kind: z.literal('redacted'), name: z.string(), note: z.string() }),
]);
export type LoggedHeader = z.infer<typeof loggedHeaderSchema>;

const loggedBodySchema = z.strictObject({
  bytes: z.int(),
  /** Body without secrets. Null if there is none or it was dropped. */
  text: z.string().nullable(),
  state: z.enum(['whole', 'cut', 'none', 'dropped']),
});
export type LoggedBody = z.infer<typeof loggedBodySchema>;

const driftKinds = ['undocumented', 'missing', 'mistyped'] as const;

const driftSchema = z.strictObject({
  kind: z.enum(driftKinds),
  /** JSON path of the first deviation, such as `$.results[0].region`; `status` for the status code itself. */
  path: z.string(),
  /** The path with `*` for every index: `$.results[*].region`. */
  pattern: z.string(),
  places: z.int(),
  detail: z.string(),
});
export type Drift = z.infer<typeof driftSchema>;

/** Times in ms. Null if the transport doesn't measure them. */
const requestDetailSchema = z.strictObject({
  line: requestLineSchema,
  operation: z.string(),
  origin: z.string(),
  timing: z.strictObject({
    /** Ms from the page's call until the request was sent: waiting for the key, the Sandbox or a retry delay. */
    queueMs: z.number(),
    connectMs: z.number().nullable(),
    firstByteMs: z.number().nullable(),
    totalMs: z.number(),
  }),
  requestHeaders: z.array(loggedHeaderSchema),
  replyHeaders: z.array(loggedHeaderSchema),
  requestBody: loggedBodySchema,
  replyBody: loggedBodySchema,
  /** One line from the transport. Null after a response. */
  problemDetail: z.string().nullable(),
  drift: z.array(driftSchema),
});
export type RequestDetail = z.infer<typeof requestDetailSchema>;

const driftReportSchema = z.array(
  z.strictObject({
    operation: z.string(),
    kind: z.enum(driftKinds),
    pattern: z.string(),
    detail: z.string(),
    replies: z.int(),
    lastAt: z.iso.datetime(),
  }),
);

const idSchema = z.strictObject({ id: z.int().min(1) });

export const requestsCalls = {
  /** Returns the last 500 lines, oldest first. */
  list: call(z.strictObject({}), z.strictObject({ lines: z.array(requestLineSchema), paused: z.boolean() })),
  /** Null after the line was dropped. */
  get: call(idSchema, requestDetailSchema.nullable()),
  clear: call(z.strictObject({}), z.strictObject({})),
  pause: call(z.strictObject({ paused: z.boolean() }), z.strictObject({ paused: z.boolean() })),
  /** A POSIX shell command with `$FERRY_API_KEY` instead of the key. Null after the line was dropped. */
  curl: call(idSchema, z.strictObject({ command: z.string() }).nullable()),
  drift: call(z.strictObject({}), driftReportSchema),
};

export const requestsChangedSchema = z.strictObject({
  lines: z.array(requestLineSchema),
  cleared: z.boolean(),
  paused: z.boolean(),
});

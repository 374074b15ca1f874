import { z } from 'zod';
import { appErrorCodes } from '../app-error-codes.ts';
import { call } from './call.ts';

const bulkSchema = z.strictObject({
  label: z.string(),
  /**
   * Requests so far, each try counted; status and sizes of the line are those of the latest, `at` is the first one's,
   * `totalMs` is the sum.
   */
  requests: z.int(),
  retries: z.int(),
  failed: z.int(),
  /** How often each status came, null for no reply; in the order of their first coming. */
  statuses: z.array(z.strictObject({ status: z.int().nullable(), requests: z.int() })),
  /** When the latest was sent, ISO 8601. */
  lastAt: z.iso.datetime(),
});
export type BulkLine = z.infer<typeof bulkSchema>;

const requestLineSchema = z.strictObject({
  /** Grows by one for each line; a bulk line keeps its id. */
  id: z.int(),
  /** When it was sent, ISO 8601. */
  at: z.iso.datetime(),
  method: z.string(),
  path: z.string(),
  host: z.string(),
  profileId: z.string(),
  /** Null without a response. */
  status: z.int().nullable(),
  /** Why no reply came, or why the one that came could not be read. */
  problem: z.enum(appErrorCodes).nullable(),
  /** This try, from 1. */
  tryNumber: z.int(),
  triesAllowed: z.int(),
  totalMs: z.number(),
  replyBytes: z.int(),
  /** Number of contract violations. Null if the response was not compared. */
  drift: z.int().nullable(),
  bulk: bulkSchema.nullable(),
});
export type RequestLine = z.infer<typeof requestLineSchema>;

/** A header; where its value is a secret, `value` is null and `note` says what it was without giving it away. */
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
  /** JSON path of the first place: `$.results[0].region`; `status` for the status code itself. */
  path: z.string(),
  /** The same with every index open: `$.results[*].region`. */
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
    /** From the call of the page until it was sent: waiting for the key, for the Sandbox, for a pause between tries. */
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
  /** The last 500 lines, oldest first. */
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

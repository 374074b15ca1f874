import { z } from 'zod';
import { scenarioNames } from './sandbox-choices.ts';

/** What happens to a matched request. Several parts may stand together: `latency_ms` with `status`, for one. */
const faultEffectSchema = z.strictObject({
  status: z.int().min(200).max(599).optional(),
  /** A string is sent as it is, anything else as JSON. */
  body: z.unknown().optional(),
  headers: z.record(z.string().regex(/^[\w!#$%&'*+.^`|~-]+$/), z.string().regex(/^[\t\x20-\x7e]*$/)).optional(),
  /** Waits so long before anything else. */
  latency_ms: z.int().min(0).max(600_000).optional(),
  /** Does the work, then closes the connection without a reply. */
  drop: z.literal(true).optional(),
  /** Number of body bytes sent before the connection closes. */
  truncate_after: z.int().min(0).optional(),
  /** Sends half the JSON as if it were whole. */
  wrong_json: z.literal(true).optional(),
  /** Fills the body up with blanks. */
  oversize_bytes: z.int().min(1).max(1_073_741_824).optional(),
  /** Does the work, then holds the reply until the rules are deleted. */
  stall: z.literal(true).optional(),
});
export type FaultEffect = z.infer<typeof faultEffectSchema>;

export const faultRuleSchema = z.strictObject({
  match: z
    .strictObject({
      method: z.string().min(1).optional(),
      /** The exact path, or a prefix when it ends in `*`. */
      path: z.string().startsWith('/').optional(),
    })
    .default({}),
  effect: faultEffectSchema,
  /** How many requests it meets; without it and without `percent`, all of them. */
  times: z.int().min(1).optional(),
  /** Meets a request with this chance; `seed` makes the choice repeatable. */
  percent: z.number().min(0).max(100).optional(),
  seed: z.int().min(0).max(4_294_967_295).optional(),
});
export type FaultRule = z.infer<typeof faultRuleSchema>;

/** A fault rule in force. */
const activeRuleSchema = faultRuleSchema.extend({
  id: z.int(),
  met: z.int(),
  held: z.int(),
});
export type ActiveRule = z.infer<typeof activeRuleSchema>;

/** What `GET /control/state` of Ferry Service says. */
export const controlStateSchema = z.strictObject({
  /** The service's own time, ISO 8601. */
  now: z.iso.datetime(),
  /** Of that time against the system's. */
  offset_ms: z.number(),
  /** How the next migrations go, and for how many of them. */
  scenario: z.strictObject({ next: z.enum(scenarioNames), times: z.int() }).nullable(),
  rules: z.array(activeRuleSchema),
  /** What the folder was filled with last. */
  seed: z.strictObject({ seed: z.int(), migrations: z.int(), companies: z.int() }).nullable(),
});
export type ControlState = z.infer<typeof controlStateSchema>;

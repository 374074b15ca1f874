import { z } from 'zod';
import { maxSeeded, scenarioNames } from './sandbox-choices.ts';

/** Effect on a matching request. Effects can be combined, such as `latency_ms` with `status`. */
const faultEffectSchema = z.strictObject({
  status: z.int().min(200).max(599).optional(),
  /** A string is sent unchanged. Any other value is sent as JSON. */
  body: z.unknown().optional(),
  headers: z.record(z.string().regex(/^[\w!#$%&'*+.^`|~-]+$/), z.string().regex(/^[\t\x20-\x7e]*$/)).optional(),
  /** Delay in ms before any other effect. */
  latency_ms: z.int().min(0).max(600_000).optional(),
  /** Processes the request, then closes the connection without a response. */
  drop: z.literal(true).optional(),
  /** Number of body bytes sent before the connection closes. */
  truncate_after: z.int().min(0).optional(),
  /** Sends only half of the JSON, with a matching content length. */
  wrong_json: z.literal(true).optional(),
  /** Pads the body with spaces to this size. */
  oversize_bytes: z.int().min(1).max(1_073_741_824).optional(),
  /** Processes the request, then holds the response until the rules are deleted. */
  stall: z.literal(true).optional(),
});
export type FaultEffect = z.infer<typeof faultEffectSchema>;

export const faultRuleSchema = z.strictObject({
  match: z
    .strictObject({
      method: z.string().min(1).optional(),
      /** Exact path, or a prefix if it ends in `*`. */
      path: z.string().startsWith('/').optional(),
    })
    .default({}),
  effect: faultEffectSchema,
  /** Maximum requests that the rule applies to. Without `times` and `percent`, the rule applies to all requests. */
  times: z.int().min(1).optional(),
  /** Probability that the rule applies to a request. `seed` makes the choice repeatable. */
  percent: z.number().min(0).max(100).optional(),
  seed: z.int().min(0).max(4_294_967_295).optional(),
});
export type FaultRule = z.infer<typeof faultRuleSchema>;

const activeRuleSchema = faultRuleSchema.extend({
  id: z.int(),
  met: z.int(),
  held: z.int(),
});
export type ActiveRule = z.infer<typeof activeRuleSchema>;

export const resetSchema = z.strictObject({
  seed: z.int().min(0).max(4_294_967_295).optional(),
  migrations: z.int().min(0).max(maxSeeded.migrations).optional(),
  companies: z.int().min(0).max(maxSeeded.companies).optional(),
});

export const controlStateSchema = z.strictObject({
  now: z.iso.datetime(),
  /** Offset of the service's clock from the system clock, in ms. */
  offset_ms: z.number(),
  /** Outcome of the next migrations, and the number of migrations that get it. */
  scenario: z.strictObject({ next: z.enum(scenarioNames), times: z.int() }).nullable(),
  rules: z.array(activeRuleSchema),
  seed: z.strictObject({ seed: z.int(), migrations: z.int(), companies: z.int() }).nullable(),
});
export type ControlState = z.infer<typeof controlStateSchema>;

import { z } from 'zod';
import { faultRuleSchema } from './fault-rule.ts';
import { scenarioNames } from './scenario-names.ts';

/** A fault rule in force. */
export const activeRuleSchema = faultRuleSchema.extend({
  id: z.int(),
  /** Requests that it has met. */
  met: z.int(),
  /** Finished replies that it holds now. */
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

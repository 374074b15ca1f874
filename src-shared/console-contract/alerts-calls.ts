import { z } from 'zod';
import { alertLimits } from '../alert-limits.ts';
import { call } from './call.ts';

const ruleIdSchema = z.string().regex(/^[a-z\d-]{1,64}$/);
const statusSchema = z.string().min(1).max(200);

const alertWhenSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('status'), status: statusSchema }),
  z.strictObject({ kind: z.literal('change') }),
  z.strictObject({ kind: z.literal('stuck') }),
  z.strictObject({ kind: z.literal('waiting'), hours: z.number().min(0.1).max(2_000) }),
  z.strictObject({ kind: z.literal('many'), status: statusSchema, over: z.int().min(1).max(1_000) }),
]);
export type AlertCondition = z.infer<typeof alertWhenSchema>;

const alertOfSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('any') }),
  z.strictObject({ kind: z.literal('watched') }),
  z.strictObject({ kind: z.literal('company'), id: z.string().min(1).max(200), name: z.string().max(500) }),
  z.strictObject({ kind: z.literal('user'), id: z.string().trim().min(1).max(300) }),
]);
export type AlertScope = z.infer<typeof alertOfSchema>;

const ruleFields = {
  isOn: z.boolean(),
  when: alertWhenSchema,
  of: alertOfSchema,
  notifies: z.boolean(),
};
/** `since`: earlier changes trigger no alert. Null for the default rules of a new profile. */
export const alertRuleSchema = z.strictObject({
  id: ruleIdSchema,
  ...ruleFields,
  since: z.iso.datetime().nullable(),
});
export type AlertRule = z.infer<typeof alertRuleSchema>;

const alertSchema = z.strictObject({
  id: z.int(),
  at: z.iso.datetime(),
  migrationId: z.string(),
  companyId: z.string().nullable(),
  /** Previous status. Null for the first observation, and for a rule about time in a status. */
  from: z.string().nullable(),
  status: z.string(),
  /** Time in this status, in ms. Null if the change to the status triggered the alert. */
  stayedMs: z.number().nullable(),
  /** Set if several migrations reached the status within 1 h. `from` is the time of the first change. */
  many: z.strictObject({ count: z.int(), from: z.iso.datetime() }).nullable(),
  rule: z.strictObject({ id: z.string(), when: alertWhenSchema, of: alertOfSchema }),
  isRead: z.boolean(),
  /** `quiet`: suppressed by quiet hours. */
  notification: z.enum(['none', 'shown', 'quiet']),
});
export type Alert = z.infer<typeof alertSchema>;

const gapReasonSchema = z.enum(['closed', 'offline', 'failing', 'key', 'elsewhere']);
export type GapReason = z.infer<typeof gapReasonSchema>;

const alertNoticeSchema = z.discriminatedUnion('kind', [
  /** A period without observations. `to` is null while the period continues. */
  z.strictObject({
    kind: z.literal('gap'),
    from: z.iso.datetime(),
    to: z.iso.datetime().nullable(),
    why: z.array(gapReasonSchema),
  }),
  /** Alerts that quiet hours suppressed. `what` is a status, or `stuck`. */
  z.strictObject({
    kind: z.literal('quiet'),
    from: z.iso.datetime(),
    to: z.iso.datetime(),
    count: z.int(),
    what: z.array(z.strictObject({ what: z.string(), count: z.int() })),
  }),
]);
export type AlertNotice = z.infer<typeof alertNoticeSchema>;

export const alertsChangedSchema = z.strictObject({
  profileId: z.string(),
  profileName: z.string(),
  unread: z.int(),
  /** New alerts that the desktop must show, newest last. */
  notify: z.array(alertSchema.extend({ company: z.string().nullable(), cause: z.string().nullable() })),
  /** Number of alerts suppressed by quiet hours that have just ended. */
  quiet: z.int(),
});

const rulesSchema = z.array(alertRuleSchema.extend({ lastWeek: z.int() }));
export type AlertRules = z.infer<typeof rulesSchema>;

export const alertsCalls = {
  /** Returns the stored alerts of the active profile, newest first. `before` is the ID of the last known alert. */
  list: call(
    z.strictObject({
      unreadOnly: z.boolean(),
      before: z.int().nullable(),
      limit: z.int().min(1).max(alertLimits.concurrency),
    }),
    z.strictObject({ alerts: z.array(alertSchema), unread: z.int(), total: z.int() }),
  ),
  notices: call(
    z.strictObject({}),
    z.strictObject({
      notices: z.array(alertNoticeSchema),
      /** Null if the page shows notifications itself. */
      canNotify: z.boolean().nullable(),
    }),
  ),
  /** Marks alerts as read or unread. Null marks all of the active profile. Returns the IDs of changed alerts. */
  mark: call(
    z.strictObject({ ids: z.array(z.int()).max(alertLimits.alerts).nullable(), isRead: z.boolean() }),
    z.strictObject({ ids: z.array(z.int()) }),
  ),
  rules: call(z.strictObject({}), rulesSchema),
  /** Adds a rule, or changes the rule with this ID. The rule triggers no alerts for earlier changes. */
  saveRule: call(z.strictObject({ id: ruleIdSchema.nullable(), ...ruleFields }), rulesSchema),
  removeRule: call(z.strictObject({ id: ruleIdSchema }), rulesSchema),
};

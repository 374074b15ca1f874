import { z } from 'zod';
import { apiErrorSchema, keyRefusals } from '../migration-api/api-error.ts';
import { idParams, integerText, singleString } from '../migration-api/list-page.ts';
import { migrationStatusSchema } from '../migration-api/migration-status.ts';
import { requestIdPattern } from '../request-id.ts';
import type { Operation } from '../migration-api/operations.ts';
import { remainingTimeSchema } from '../modal-messages/modal-state.ts';
import { isStorable } from '../migration-api/storable-text.ts';
import { activitySteps, maxEntries } from './activity-steps.ts';
import { causeCodes, causeParties } from './causes.ts';

const instant = z.iso.datetime();

/** Why a migration waits or ended. */
export const causeSchema = z.strictObject({
  code: z.enum(causeCodes),
  message: z.string(),
  party: z.enum(causeParties),
  next_step: z.string(),
});

/** One step of a session. `detail` never contains content, user names, or external strings of unlimited length. */
export const activityEntrySchema = z.strictObject({
  id: z.string(),
  at: instant,
  step: z.enum(activitySteps),
  detail: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
});

export const migrationActivitySchema = z.strictObject({
  migration_id: z.uuid(),
  /** Null for sample data and for migrations created by an earlier version. */
  reference: z.string().nullable(),
  status: migrationStatusSchema,
  cause: causeSchema.nullable(),
  remaining: remainingTimeSchema,
  results: z.array(activityEntrySchema),
  next: z.string().nullable(),
});

export const sessionSchema = z.strictObject({
  reference: z.string(),
  migration_id: z.uuid(),
  user_id: z.string(),
  status: migrationStatusSchema,
  started_at: instant,
  ended_at: instant.nullable(),
});

export const sessionListSchema = z.strictObject({ results: z.array(sessionSchema), next: z.string().nullable() });

/** Steps that every successful session reaches, in order. */
export const funnelSteps = [
  'session_created',
  'modal_opened',
  'provider_chosen',
  'sign_in_started',
  'sign_in_succeeded',
  'consent_given',
  'ended',
] as const;
export type FunnelStep = (typeof funnelSteps)[number];

const funnelCounts = {
  sessions: z.int().min(0),
  /** Sessions that reached each step. `ended` counts only sessions that copied data to the end. */
  steps: z.array(z.strictObject({ step: z.enum(funnelSteps), sessions: z.int().min(0) })),
  /** Number of sessions per current status. Statuses without a session are left out. */
  statuses: z.partialRecord(migrationStatusSchema, z.int().min(1)),
};

export const providerFunnelSchema = z.strictObject({
  provider: z.string().nullable(),
  ...funnelCounts,
});

export const funnelSchema = z.strictObject({
  since: instant,
  until: instant,
  ...funnelCounts,
  providers: z.array(providerFunnelSchema),
});
export type Funnel = z.infer<typeof funnelSchema>;

const cursor = singleString('after')
  .regex(/^\d{0,15}$/, 'after must be a cursor from this service.')
  .prefault('');
const requestIdMessage = 'request_id must have 1 to 64 letters, digits, hyphens or underscores.';
const limit = integerText('limit', 1, 100).prefault('50');

export const activityQuerySchema = z.strictObject({ after: cursor, limit });

const singleValue = (name: string, maxLength: number) =>
  singleString(name)
    .min(1, `${name} must not be empty.`)
    .max(maxLength, `${name} must have at most ${maxLength} characters.`)
    .refine(isStorable, `${name} must be a string without NUL characters.`)
    .optional();

const time = (name: string) =>
  z
    .union([z.iso.datetime({ offset: true }), z.iso.date()], {
      error: `${name} must be an ISO 8601 date or time.`,
    })
    .optional();

export const sessionsQuerySchema = z.strictObject({
  user_id: singleValue('user_id', 320),
  /** The search ignores case, spaces and hyphens. */
  reference: singleValue('reference', 40),
  request_id: singleString('request_id').regex(requestIdPattern, requestIdMessage).optional(),
  step: z.enum(funnelSteps, { error: `step must be one of ${funnelSteps.join(', ')}.` }).optional(),
  /** Requires `step`. An empty value finds sessions in which the end user chose no provider. */
  provider: singleString('provider').max(200).refine(isStorable).optional(),
  since: time('since'),
  until: time('until'),
  after: cursor,
  limit,
});

export const funnelQuerySchema = z.strictObject({ since: time('since'), until: time('until') });

const read = { credential: 'api-key', scopes: ['read'], ownScope: 'activity' } as const;

export const readActivity = {
  id: 'activity.v1.migrations.get',
  method: 'GET',
  path: '/activity/v1/migrations/{id}',
  ...read,
  summary: 'Get what happened in a migration, and why',
  description: `Returns the steps, oldest first. A migration has at most ${maxEntries} entries. Repeated steps share one entry.`,
  params: idParams,
  query: activityQuerySchema,
  replies: { 200: migrationActivitySchema, ...keyRefusals, 404: apiErrorSchema },
} as const satisfies Operation;

export const listSessions = {
  id: 'activity.v1.sessions.list',
  method: 'GET',
  path: '/activity/v1/sessions',
  ...read,
  summary: "Find sessions by end user, by the modal's reference, by request or by step",
  description:
    'Returns sessions newest first. Send exactly one of `user_id`, `reference`, `request_id` and `step`. `step` returns the sessions that the funnel counts with the same `since` and `until`.',
  query: sessionsQuerySchema,
  replies: { 200: sessionListSchema, ...keyRefusals },
} as const satisfies Operation;

export const readFunnel = {
  id: 'activity.v1.funnel.get',
  method: 'GET',
  path: '/activity/v1/funnel',
  ...read,
  summary: 'Count sessions by step and by provider',
  description: 'Counts sessions that started at or after `since` and before `until`. Default: the last 7 days.',
  query: funnelQuerySchema,
  replies: { 200: funnelSchema, ...keyRefusals },
} as const satisfies Operation;

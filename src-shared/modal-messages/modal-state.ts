import { z } from 'zod';
import { migrationStatusSchema } from '../migration-api/migration-status.ts';
import { resultCountsSchema } from '../migration-api/modal.ts';
import { itemChangeSchema } from '../reports-api/reports.ts';
import { practiceUsers } from '../service-control/practice-users.ts';

const endReasons = [
  'closed',
  'session_over',
  'abandoned',
  'provider_failed',
  'too_much',
  'destination_failed',
  'service_failed',
  'stopped',
] as const;
export type EndReason = (typeof endReasons)[number];

export const providerCategories = [
  'accounting',
  'bookkeeping',
  'human_resources',
  'payroll',
  'expenses',
  'other',
] as const;
export type ProviderCategory = (typeof providerCategories)[number];

/** Record kinds, in copying order. */
const recordKinds = [
  'company',
  'customers',
  'invoices',
  'payments',
  'attachments',
  'contacts',
  'events',
  'messages',
] as const;

const loginSteps = ['password', 'window', 'code', 'company'] as const;
export type LoginStep = (typeof loginSteps)[number];

const loginTroubles = [
  'password_refused',
  'code_refused',
  'account_locked',
  'provider_down',
  'too_many_tries',
  'too_much',
  'no_account',
  'destination_refused',
  'destination_down',
  'other_account',
] as const;
export type LoginTrouble = (typeof loginTroubles)[number];

/** Maximum address books, calendars or mail folders per account, because the state lists all of them. */
export const maxCollections = 2_000;

/** How the copy can treat records that exist on both sides; the end user chooses. */
export const duplicateAnswers = ['keep_both', 'keep_newer', 'skip'] as const;

const loginSchema = z.strictObject({
  step: z.enum(loginSteps),
  /** URL of the provider's login. Set only at the step `window`. */
  window_url: z.url().nullable(),
  /** True if this step also needs the end user's account at the destination. */
  asks_destination: z.boolean(),
  user_name: z.string().nullable(),
  failures: z.int().min(0),
  /** Successful logins of this migration. More than one if the end user went back. */
  successes: z.int().min(0),
  trouble: z.enum(loginTroubles).nullable(),
  /** Attempts left before the provider locks the account; null before the first wrong password. */
  tries_left: z.int().min(0).nullable(),
  locked_until: z.iso.datetime().nullable(),
  companies: z.array(z.strictObject({ name: z.string(), invoices: z.int().min(0), since: z.int() })),
});

const progressItemSchema = z.strictObject({
  kind: z.enum(recordKinds),
  /** Name of an address book, calendar or mail folder, which the end user can include or exclude. */
  name: z.string().optional(),
  state: z.enum(['waiting', 'copying', 'done', 'done_with_gaps', 'stopped']),
  done: z.int().min(0),
  /** Copied records in which the destination changed something. */
  altered: z.int().min(0),
  total: z.int().min(0).nullable(),
});
const remainingReasons = [
  'waiting',
  'waiting_for_source',
  'waiting_for_destination',
  'slower',
  'slower_source',
  'slower_destination',
  'more_items',
] as const;
export type RemainingReason = (typeof remainingReasons)[number];

/** Null before the copy has measured its speed, for a practice copy, and for a copy that isn't in progress. */
export const remainingTimeSchema = z
  .strictObject({ seconds: z.int().min(0), because: z.enum(remainingReasons).nullable() })
  .nullable();

export type ProgressItem = z.infer<typeof progressItemSchema>;

/** The state that the modal page shows. The page chooses its own wording. Every modal call returns this state. */
export const modalStateSchema = z.strictObject({
  migration_id: z.uuid(),
  status: migrationStatusSchema,
  organization_name: z.string(),
  /** The end user's ID from the organization. The page may suggest an email address as the user name for the login. */
  user_id: z.string(),
  providers: z.array(z.strictObject({ name: z.string(), category: z.enum(providerCategories) })),
  /** Provider names that the organization's page requested and that don't exist. */
  unknown_providers: z.array(z.string()),
  provider: z.string().nullable(),
  company_name: z.string().nullable(),
  /** True for a practice provider, to which the service sends nothing. */
  is_practice: z.boolean(),
  /** Practice users that the page offers. Empty with a production key. */
  practice_users: z.array(z.enum(practiceUsers)),
  login: loginSchema,
  question: z
    .strictObject({
      kind: z.enum(['duplicates', 'differing']),
      duplicates: z.int().min(1),
      options: z.array(z.enum(duplicateAnswers)),
    })
    .nullable(),
  progress: z.array(progressItemSchema),
  remaining: remainingTimeSchema,
  /** Numbers of items by their result. Null if the copy hasn't started. */
  counts: resultCountsSchema.nullable(),
  /** Number of records that were too large to copy, for COMPLETED_WITH_FAILURES. */
  too_large: z.int().min(0),
  reason: z.enum(endReasons).nullable(),
  /** The migration whose failed items this one retries. Null for other migrations. */
  retry_of: z.uuid().nullable(),
  can_retry: z.boolean(),
  /** Whether the end user can download the failed items. */
  can_download: z.boolean(),
  /** True if the modal's access token has expired or was revoked. Then the page can only read this state. */
  session_over: z.boolean(),
  session_expires: z.iso.datetime(),
  /** Origin of the page that receives the events. Null if there is none. */
  parent_origin: z.string().nullable(),
  /** Page that opens when the end user closes the modal of a hosted link. */
  return_url: z.url().optional(),
  /** Start time of the copy. */
  begun: z.iso.datetime().nullable(),
  now: z.iso.datetime(),
});
export type ModalState = z.infer<typeof modalStateSchema>;

export const maxChangedItems = 100;

/** The first `maxChangedItems` items that the destination changed. */
export const modalChangesSchema = z.strictObject({
  items: z.array(z.strictObject({ collection: z.string(), changes: z.array(itemChangeSchema) })).max(maxChangedItems),
});
export type ModalChanges = z.infer<typeof modalChangesSchema>;

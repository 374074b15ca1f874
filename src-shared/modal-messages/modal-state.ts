import { z } from 'zod';
import { migrationStatusSchema } from '../migration-api/migration-status.ts';

/** Why a migration ended as FAILED or LOGIN_ABANDONED. */
const endReasons = ['closed', 'session_over', 'abandoned', 'provider_failed', 'stopped'] as const;
export type EndReason = (typeof endReasons)[number];

/** One kind of record that is copied. */
const progressItemSchema = z.strictObject({
  label: z.string(),
  state: z.enum(['waiting', 'copying', 'done', 'done_with_gaps', 'stopped']),
  done: z.int().min(0),
  total: z.int().min(0),
});
export type ProgressItem = z.infer<typeof progressItemSchema>;

/** All that the modal page shows; every call of the page answers with it. */
export const modalStateSchema = z.strictObject({
  migration_id: z.uuid(),
  status: migrationStatusSchema,
  organization_name: z.string(),
  /** The end user as the organization named them; an email address may be offered for the login. */
  user_id: z.string(),
  providers: z.array(z.strictObject({ name: z.string(), kind: z.string() })),
  provider: z.string().nullable(),
  company_name: z.string().nullable(),
  /** Whether users that drive a scenario are offered: not where a production key stands behind the modal. */
  practice_users: z.boolean(),
  /** Set by a login that the provider refused, in the answer to that login only. */
  login_error: z.string().nullable(),
  question: z.strictObject({ text: z.string(), options: z.array(z.string()).min(2) }).nullable(),
  progress: z.array(progressItemSchema),
  /** What did not arrive, as one sentence; for COMPLETED_WITH_FAILURES. */
  gaps: z.string().nullable(),
  reason: z.enum(endReasons).nullable(),
  can_retry: z.boolean(),
  /** The access token behind this modal has expired or was revoked: only this state can still be read. */
  session_over: z.boolean(),
  session_expires: z.iso.datetime(),
  /** Origin that hears the events; null when nobody does. */
  parent_origin: z.string().nullable(),
  /** When the copy began. */
  begun: z.iso.datetime().nullable(),
  now: z.iso.datetime(),
});
export type ModalState = z.infer<typeof modalStateSchema>;

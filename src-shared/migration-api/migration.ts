import { z } from 'zod';
import { uuidSchema } from './uuid.ts';

/** The eight documented statuses, in the order of a migration's life (specification, "States and transitions"). */
export const migrationStatuses = [
  'NOT_READY',
  'NOT_STARTED',
  'WORKING',
  'PENDING_USER_INPUT',
  'COMPLETE',
  'COMPLETED_WITH_FAILURES',
  'FAILED',
  'LOGIN_ABANDONED',
] as const;

export const migrationStatusSchema = z.enum(migrationStatuses);
export type MigrationStatus = z.infer<typeof migrationStatusSchema>;

/** A status as it is kept on disk: a service may send one of any length, ours has 23 letters at most. */
export const keptStatus = (status: string): string => status.slice(0, 200);

/** One migration; no other property may appear (specification, "Migration"). */
export const migrationSchema = z.strictObject({
  object: z.literal('migration'),
  id: uuidSchema,
  created: z.iso.datetime().describe('When the migration was created, ISO 8601 in UTC'),
  status: migrationStatusSchema,
  created_by_user_id: z.string().describe('Identifier of the end user who started the migration'),
  company_id: uuidSchema.nullable().describe('The company, or null while none is associated'),
});
export type Migration = z.infer<typeof migrationSchema>;

import { z } from 'zod';

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
export const cutStatus = (status: string): string => status.slice(0, 200);

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

/** Shortens an unknown status, which may have any length. Documented statuses have at most 23 characters. */
export const truncateStatus = (status: string): string => status.slice(0, 200);

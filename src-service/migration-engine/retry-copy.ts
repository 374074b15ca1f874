import { hasEnded } from '#shared/migration-api/migration-steps.ts';
import { reportsKeptDays } from '#shared/reports-api/reports.ts';
import { type CopyState, newCopy } from './copy-state.ts';
import type { Run } from './run.ts';

const dayMs = 24 * 3_600_000;
/** The retry reads the failed items from the report, which must not be deleted meanwhile. */
const minReportMs = dayMs;

export const retryCopy = (migrationId: string, { copy, status, since }: Run, now: number): CopyState | string => {
  if (!hasEnded(status)) return 'This migration is still in progress.';
  if (copy === undefined) return 'This migration copied no real data, so it has no items to retry.';
  if (status === 'COMPLETE') return 'No item of this migration failed.';
  if (status !== 'COMPLETED_WITH_FAILURES')
    return 'This migration ended before the copy finished. Start a new migration to copy the missing items.';
  if (copy.account === '' || since + reportsKeptDays * dayMs < now + minReportMs)
    return "This migration's report has been deleted, so its failed items are unknown.";
  const collections = copy.collections
    .filter(({ isChosen, failed, isForbidden = false }) => isChosen && (failed > 0 || isForbidden))
    .map(({ id, name, kind, folder, failed, isForbidden = false, isUnlisted: wasUnlisted = false }) => {
      // The first copy may not have listed all items of a forbidden collection.
      const isUnlisted = isForbidden && (copy.retryOf === undefined || wasUnlisted);
      return { id, name, kind, folder, isUnlisted, count: isUnlisted ? null : failed };
    });
  return { ...newCopy(copy.account, collections), retryOf: migrationId, destination: copy.destination };
};

import type { z } from 'zod';
import type { resultCountsSchema } from '#shared/migration-api/modal.ts';
import { practiceProgress } from './practice-progress.ts';
import { hasStarted, type Run } from './run.ts';

export type CopiedCounts = z.output<typeof resultCountsSchema>;

const practiceCounts = (run: Run, migrationId: string, now: number): CopiedCounts => {
  const progress = practiceProgress(run, migrationId, now);
  return {
    copied: progress.reduce((sum, { done }) => sum + done, 0),
    altered: 0,
    skipped: 0,
    failed: progress.reduce((sum, { state, done, total }) => sum + (state === 'done_with_gaps' ? total - done : 0), 0),
  };
};

export const copiedCounts = (run: Run, migrationId: string, now: number): CopiedCounts | undefined => {
  if (!hasStarted(run)) return undefined;
  if (run.copy === undefined) return practiceCounts(run, migrationId, now);
  const sums = { copied: 0, altered: 0, skipped: 0, failed: 0 };
  for (const { isChosen, done, altered = 0, skipped = 0, failed } of run.copy.collections) {
    if (!isChosen) continue;
    sums.copied += done - altered - skipped;
    sums.altered += altered;
    sums.skipped += skipped;
    sums.failed += failed;
  }
  return sums;
};

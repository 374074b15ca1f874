import { isSkip } from '../reports-api/reason-words.ts';
import type { FailedItems, ReportView } from './reports-calls.ts';

/** Returns the reasons for failed items, most frequent first. Includes items that an ended migration couldn't list. */
export function failedItemsOf(id: string, { total, failed, altered, ended, collections }: ReportView): FailedItems {
  const counts = new Map<string, number>();
  const forbiddenCollections =
    ended === null ? [] : collections.filter((collection) => collection.is_forbidden && collection.pending > 0);
  const unlisted = forbiddenCollections.map(({ pending }) => ({ reason: 'forbidden', count: pending }));
  for (const { reason, count } of [...collections.flatMap((collection) => collection.reasons), ...unlisted])
    if (!isSkip(reason)) counts.set(reason, (counts.get(reason) ?? 0) + count);
  const reasons = Array.from(counts, ([reason, count]) => ({ reason, count }));
  return {
    id,
    total,
    failed: unlisted.reduce((sum, { count }) => sum + count, failed),
    altered,
    reasons: reasons.sort((one, other) => other.count - one.count),
  };
}

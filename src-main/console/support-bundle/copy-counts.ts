import type { ReportView } from '#shared/console-contract/reports-calls.ts';
import type { DeepReadonly } from '../calls/console-handlers.ts';

type Counts = Pick<ReportView, 'total' | 'copied' | 'altered' | 'skipped' | 'failed' | 'pending'>;

const countsOf = ({ total, copied, altered, skipped, failed, pending }: Counts): Counts => ({
  total,
  copied,
  altered,
  skipped,
  failed,
  pending,
});

/** Returns a report's counts without IDs and names, which can identify people. */
export function copyCounts(report: DeepReadonly<ReportView>) {
  const { status, is_practice: isPractice, began, ended, collections } = report;
  const countOfKind = new Map<string, number>();
  return {
    status,
    isPractice,
    began,
    ended,
    ...countsOf(report),
    collections: collections.map(({ kind, reasons, is_counted: isCounted, is_forbidden: isForbidden, ...counts }) => {
      const number = (countOfKind.get(kind) ?? 0) + 1;
      countOfKind.set(kind, number);
      // Names are kind and number, such as "contacts 2".
      return { name: number === 1 ? kind : `${kind} ${number}`, ...countsOf(counts), isCounted, isForbidden, reasons };
    }),
  };
}

export type CopyCounts = ReturnType<typeof copyCounts>;

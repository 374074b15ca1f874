import type { ReportView } from '#shared/console-contract/reports-calls.ts';
import type { DeepReadonly } from '../calls/console-handlers.ts';

type Collection = DeepReadonly<ReportView['collections'][number]>;
type Counts = Pick<ReportView, 'total' | 'copied' | 'altered' | 'skipped' | 'failed' | 'pending'>;

/** Report counts without IDs and names, which can identify people. */
export interface CopyCounts extends Counts {
  readonly status: string;
  readonly isPractice: boolean;
  readonly began: string | null;
  readonly ended: string | null;
  readonly collections: readonly (Counts & {
    /** Kind and number, such as "contacts 2". */
    readonly name: string;
    readonly isCounted: boolean;
    readonly isForbidden: boolean;
    readonly reasons: Collection['reasons'];
  })[];
}

const countsOf = ({ total, copied, altered, skipped, failed, pending }: Counts): Counts => ({
  total,
  copied,
  altered,
  skipped,
  failed,
  pending,
});

export function copyCounts(report: DeepReadonly<ReportView>): CopyCounts {
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
      return { name: number === 1 ? kind : `${kind} ${number}`, ...countsOf(counts), isCounted, isForbidden, reasons };
    }),
  };
}

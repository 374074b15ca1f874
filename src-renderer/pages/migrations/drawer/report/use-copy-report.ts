import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Calls } from '#shared/console-contract/calls.ts';
import type { ResultOf } from '#shared/console-contract/types.ts';
import { isFinalStatus } from '#shared/migration-api/migration-steps.ts';
import { useConsole } from '../../../../api/console-context.tsx';
import { reportOptions } from '../../../../api/reports.ts';
import { looksLikeUuid } from '#ui/values/ids.tsx';

export type ReportResult = ResultOf<Calls['reports']['get']>;

const statusesBeforeCopy: ReadonlySet<string> = new Set(['NOT_READY', 'NOT_STARTED', 'LOGIN_ABANDONED']);
/** Maximum ms that content below the report waits for it, because a late report would push the content down. */
const maxWaitMs = 3_000;

interface ShownMigration {
  readonly id: string;
  readonly status: string | null;
  /** Time of the last read, in ms since 1970. 0 before the first read. */
  readonly readAt: number;
  readonly hasFailed: boolean;
}

export const useIsLate = (id: string, afterMs: number): boolean => {
  const [lateId, setLateId] = useState<string | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setLateId(id), afterMs);
    return () => clearTimeout(timer);
  }, [id, afterMs]);
  return lateId === id;
};

export const useCopyReport = ({ id, status, readAt, hasFailed }: ShownMigration) => {
  const { api } = useConsole();
  const canHaveCopied = status !== null && !statusesBeforeCopy.has(status) && looksLikeUuid(id);
  const isLast = status !== null && isFinalStatus(status);
  const query = useQuery({
    ...reportOptions(api, id, status, readAt),
    enabled: canHaveCopied && (isLast || readAt > 0),
  });
  const isLate = useIsLate(id, maxWaitMs);
  const isSettled = !canHaveCopied || !query.isPending || hasFailed || isLate;
  return { read: canHaveCopied ? query : null, isSettled };
};

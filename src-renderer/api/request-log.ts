import { queryOptions, useQuery, type QueryClient, type UseQueryResult } from '@tanstack/react-query';
import type { RequestLine } from '#shared/console-contract/requests-calls.ts';
import type { EventData } from '#shared/console-contract/types.ts';
import { type ConsoleApi, useConsole } from './console-api.ts';
import { readWithChanges } from './page-cache.ts';

export const isFailed = ({ status, problem, bulk }: RequestLine): boolean =>
  bulk ? bulk.failed > 0 : (problem !== null && problem !== 'cancelled') || (status !== null && status >= 400);

/** Whether a request failed unexpectedly: a service error, no connection, or an unreadable response. */
export const needsAttention = ({ status, problem, bulk }: RequestLine): boolean =>
  bulk
    ? bulk.failed > 0 && bulk.statuses.some((each) => each.status === null || each.status >= 500)
    : (problem !== null && problem !== 'cancelled') || (status !== null && status >= 500);

const maxLines = 500;
export const logKey = ['console', 'requests'] as const;

export interface RequestLogView {
  readonly lines: readonly RequestLine[];
  readonly paused: boolean;
}

export const logOptions = (api: ConsoleApi) =>
  queryOptions<RequestLogView>({
    queryKey: logKey,
    queryFn: readWithChanges((signal) => api.requests.list({}, { signal })),
    staleTime: 0,
    refetchOnWindowFocus: false,
    // `mergeLog` already reuses unchanged lines. Comparing 500 lines at each event would take a frame.
    structuralSharing: false,
  });

export const mergeLog = (before: RequestLogView, change: EventData<'requests:changed'>): RequestLogView => {
  if (change.cleared) return { lines: change.lines, paused: change.paused };
  const changed = new Map(change.lines.map((line) => [line.id, line]));
  const changedLines = before.lines.map((line) => {
    const next = changed.get(line.id);
    changed.delete(line.id);
    return next ?? line;
  });
  return { lines: [...changedLines, ...changed.values()].slice(-maxLines), paused: change.paused };
};

export const useRequestLog = (): UseQueryResult<RequestLogView> => useQuery(logOptions(useConsole().api));

export const readRequestLog = (client: QueryClient, api: ConsoleApi): Promise<RequestLogView> =>
  client.fetchQuery(logOptions(api));

import { queryOptions } from '@tanstack/react-query';
import type { ActivitySummary, FunnelView } from '#shared/console-contract/activity-calls.ts';
import { maxSummaries } from '#shared/list-limits.ts';
import { isFinalStatus } from '#shared/migration-api/migration-steps.ts';
import type { ConsoleApi } from './console-api.ts';
import { useRead } from './use-read.ts';

/**
 * What happened in a migration, and why.
 * @param readAt time of the last read, in ms since 1970; after a later read, the query refetches unless the status is
 * final
 */
export const activityOptions = (api: ConsoleApi, id: string, status: string | null, readAt: number) =>
  queryOptions({
    queryKey: ['migrations', 'activity', id, status, status !== null && isFinalStatus(status) ? 0 : readAt],
    queryFn: ({ signal }) => api.activity.get({ id }, { signal }),
    enabled: status !== null && (readAt > 0 || isFinalStatus(status)),
    gcTime: 60_000,
    placeholderData: (before, query) => (query?.queryKey[2] === id ? before : undefined),
  });

const none: readonly ActivitySummary[] = [];

export const causeMessage = (summary: ActivitySummary | undefined, status: string): string | undefined =>
  summary?.status === status ? summary.cause?.message : undefined;

export const useSummaries = (ids: readonly string[]): ReadonlyMap<string, ActivitySummary> => {
  const knownIds = ids.slice(0, maxSummaries);
  const { data = none } = useRead(
    ['migrations', 'summaries', knownIds],
    (api, options) => api.activity.summaries({ ids: knownIds }, options),
    { enabled: knownIds.length > 0 },
  );
  return new Map(data.map((one) => [one.id, one]));
};

export const funnelKey = ['migrations', 'funnel'] as const;

export const useFunnel = (): FunnelView | null | undefined => {
  const { data } = useRead(funnelKey, (api, options) => api.activity.funnel({}, options), { refetchOnMount: 'always' });
  return data?.funnel;
};

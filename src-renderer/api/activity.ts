import { queryOptions, useQuery } from '@tanstack/react-query';
import type { ActivitySummary, FunnelView } from '#shared/console-contract/activity-calls.ts';
import { maxSummaries } from '#shared/list-limits.ts';
import { isFinalStatus } from '#shared/migration-api/migration-steps.ts';
import { type ConsoleApi, useConsole } from './console-api.ts';

/**
 * What happened in a migration, and why.
 * @param readAt time of the last read, in ms since 1970; a later read refetches unless the status is final
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
  const { api } = useConsole();
  const knownIds = ids.slice(0, maxSummaries);
  const { data = none } = useQuery({
    queryKey: ['migrations', 'summaries', knownIds],
    queryFn: ({ signal }) => api.activity.summaries({ ids: knownIds }, { signal }),
    enabled: knownIds.length > 0,
  });
  return new Map(data.map((one) => [one.id, one]));
};

export const funnelKey = ['migrations', 'funnel'] as const;

export const useFunnel = (): FunnelView | null | undefined => {
  const { api } = useConsole();
  const { data } = useQuery({
    queryKey: funnelKey,
    queryFn: ({ signal }) => api.activity.funnel({}, { signal }),
    refetchOnMount: 'always',
  });
  return data?.funnel;
};

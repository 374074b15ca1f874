import type { ActivitySummary, FunnelView } from '#shared/console-contract/activity-calls.ts';
import type { FailedItems } from '#shared/console-contract/reports-calls.ts';
import { maxSummaries } from '#shared/list-limits.ts';
import { type ConsoleApi, useRead } from './console-api.ts';

export const causeMessage = (summary: ActivitySummary | undefined, status: string): string | undefined =>
  summary?.status === status ? summary.cause?.message : undefined;

const useById = <One extends { readonly id: string }>(
  name: string,
  ids: readonly string[],
  read: (api: ConsoleApi, options: { readonly signal: AbortSignal }) => Promise<readonly One[]>,
): ReadonlyMap<string, One> => {
  const { data = [] } = useRead(['migrations', name, ids], read, { enabled: ids.length > 0 });
  return new Map(data.map((one) => [one.id, one]));
};

export const useSummaries = (ids: readonly string[]): ReadonlyMap<string, ActivitySummary> => {
  const readIds = ids.slice(0, maxSummaries);
  return useById('summaries', readIds, (api, options) => api.activity.summaries({ ids: readIds }, options));
};

export const useFailedItems = (ids: readonly string[]): ReadonlyMap<string, FailedItems> =>
  useById('failedItems', ids, (api, options) => api.reports.failedItems({ ids: [...ids] }, options));

export const funnelKey = ['migrations', 'funnel'] as const;

export const useFunnel = (): FunnelView | null | undefined => {
  const { data } = useRead(funnelKey, (api, options) => api.activity.funnel({}, options), { refetchOnMount: 'always' });
  return data?.funnel;
};

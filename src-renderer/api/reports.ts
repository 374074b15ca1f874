import { queryOptions, useQuery } from '@tanstack/react-query';
import type { FailedItems } from '#shared/console-contract/reports-calls.ts';
import { maxSummaries } from '#shared/list-limits.ts';
import { neverChanges } from '#shared/migration-api/migration-steps.ts';
import type { ConsoleApi } from './console-api.ts';
import { useConsole } from './console-context.tsx';

/**
 * The service's report of what a migration copied.
 * @param readAt time of the migration's last read, in ms since 1970: reports that can still change are refetched with
 * it
 */
export const reportOptions = (api: ConsoleApi, id: string, status: string | null, readAt: number) =>
  queryOptions({
    queryKey: ['migrations', 'report', id, status, status !== null && neverChanges(status) ? 0 : readAt],
    queryFn: ({ signal }) => api.reports.get({ id }, { signal }),
    gcTime: 60_000,
    placeholderData: (before, query) => (query?.queryKey[2] === id ? before : undefined),
  });

const none: readonly FailedItems[] = [];

/** Returns which of these migrations have failed items, and why; empty until known or without reports. */
export const useFailedItems = (ids: readonly string[]): ReadonlyMap<string, FailedItems> => {
  const { api } = useConsole();
  const { data = none } = useQuery({
    queryKey: ['migrations', 'failedItems', ids],
    queryFn: ({ signal }) => api.reports.failedItems({ ids: [...ids] }, { signal }),
    enabled: ids.length > 0,
  });
  return new Map(data.map((one) => [one.id, one]));
};

type Progress = Awaited<ReturnType<ConsoleApi['reports']['progress']>>[number];

/** Cells of one tick share a call. */
let batch: { readonly ids: string[]; readonly found: Promise<readonly Progress[]> } | null = null;

const readProgress = async (api: ConsoleApi, id: string): Promise<Progress | null> => {
  if (batch === null || batch.ids.length === maxSummaries) {
    const ids: string[] = [];
    const found = Promise.resolve().then(() => {
      if (batch?.ids === ids) batch = null;
      return api.reports.progress({ ids });
    });
    batch = { ids, found };
  }
  batch.ids.push(id);
  return (await batch.found).find((one) => one.id === id) ?? null;
};

const progressMs = 30_000;

/** Returns how far a copy is; null until known, and without a report. */
export const useProgress = (id: string): Progress | null => {
  const { api } = useConsole();
  const { data = null } = useQuery({
    queryKey: ['migrations', 'progress', id],
    queryFn: () => readProgress(api, id),
    refetchInterval: progressMs,
  });
  return data;
};

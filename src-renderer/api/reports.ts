import { queryOptions } from '@tanstack/react-query';
import type { FailedItems } from '#shared/console-contract/reports-calls.ts';
import { isFinalStatus } from '#shared/migration-api/migration-steps.ts';
import type { ConsoleApi } from './console-api.ts';
import { useRead } from './use-read.ts';

/**
 * Query for the service's report of what a migration copied.
 * @param readAt time of the migration's last read, in ms since 1970; a later read refetches reports that can change
 */
export const reportOptions = (api: ConsoleApi, id: string, status: string | null, readAt: number) =>
  queryOptions({
    queryKey: ['migrations', 'report', id, status, status !== null && isFinalStatus(status) ? 0 : readAt],
    queryFn: ({ signal }) => api.reports.get({ id }, { signal }),
    gcTime: 60_000,
    placeholderData: (before, query) => (query?.queryKey[2] === id ? before : undefined),
  });

const none: readonly FailedItems[] = [];

export const useFailedItems = (ids: readonly string[]): ReadonlyMap<string, FailedItems> => {
  const { data = none } = useRead(
    ['migrations', 'failedItems', ids],
    (api, options) => api.reports.failedItems({ ids: [...ids] }, options),
    { enabled: ids.length > 0 },
  );
  return new Map(data.map((one) => [one.id, one]));
};

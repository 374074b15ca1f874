import { queryOptions } from '@tanstack/react-query';
import type { ConsoleApi } from './console-api.ts';

export const migrationOptions = (api: ConsoleApi, id: string) =>
  queryOptions({
    queryKey: ['migrations', 'one', id],
    queryFn: ({ signal }) => api.migrations.get({ id }, { signal }),
  });

/**
 * What this console has seen of one migration (W1).
 * @param status what is shown of it now, null while nothing is
 * @param readAt when it was last read, in ms since 1970
 */
export const timelineOptions = (api: ConsoleApi, id: string, status: string | null, readAt: number) =>
  queryOptions({
    queryKey: ['migrations', 'timeline', id, status, readAt],
    queryFn: ({ signal }) => api.timeline.get({ id }, { signal }),
    enabled: status !== null,
    gcTime: 60_000,
    placeholderData: (before, query) => (query?.queryKey[2] === id ? before : undefined),
  });

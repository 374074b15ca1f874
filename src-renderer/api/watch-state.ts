import { queryOptions, useQuery } from '@tanstack/react-query';
import type { WatchState } from '#shared/console-contract/watch-calls.ts';
import type { ConsoleApi } from './console-api.ts';
import { useConsole } from './console-context.tsx';
import { keptRead } from './kept-cache.ts';

/** Where the watched migrations are kept. Not under `console`: another profile watches other migrations. */
export const watchKey = ['watch'] as const;

const watchOptions = (api: ConsoleApi) =>
  queryOptions({
    queryKey: watchKey,
    queryFn: keptRead((signal) => api.watch.list({}, { signal })),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** The watched migrations of the active profile, kept up to date; undefined until first known. */
export const useWatchState = (): WatchState | undefined => useQuery(watchOptions(useConsole().api)).data;

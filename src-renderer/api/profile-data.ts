import { queryOptions, useQuery } from '@tanstack/react-query';
import type { SavedView } from '#shared/console-contract/views-calls.ts';
import type { WatchState } from '#shared/console-contract/watch-calls.ts';
import type { ConsoleApi } from './console-api.ts';
import { useConsole } from './console-context.tsx';
import { readWithChanges } from './page-cache.ts';

/** Query key without the prefix `console`, because each profile has its own views. */
export const viewsKey = ['views'] as const;

const viewsOptions = (api: ConsoleApi) =>
  queryOptions({
    queryKey: viewsKey,
    queryFn: readWithChanges((signal) => api.views.list({}, { signal })),
    staleTime: Number.POSITIVE_INFINITY,
  });

const none: readonly SavedView[] = [];

export const useSavedViews = (): readonly SavedView[] => useQuery(viewsOptions(useConsole().api)).data ?? none;

/** Query key without the prefix `console`, because each profile has its own watches. */
export const watchKey = ['watch'] as const;

const watchOptions = (api: ConsoleApi) =>
  queryOptions({
    queryKey: watchKey,
    queryFn: readWithChanges((signal) => api.watch.list({}, { signal })),
    staleTime: Number.POSITIVE_INFINITY,
  });

export const useWatchState = (): WatchState | undefined => useQuery(watchOptions(useConsole().api)).data;

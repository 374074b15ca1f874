import { queryOptions, useQuery } from '@tanstack/react-query';
import type { SavedView } from '#shared/console-contract/views-calls.ts';
import type { ConsoleApi } from './console-api.ts';
import { useConsole } from './console-context.tsx';
import { keptRead } from './kept-cache.ts';

/** Where saved views are kept. Not under `console`: another profile has other views. */
export const viewsKey = ['views'] as const;

const viewsOptions = (api: ConsoleApi) =>
  queryOptions({
    queryKey: viewsKey,
    queryFn: keptRead((signal) => api.views.list({}, { signal })),
    staleTime: Number.POSITIVE_INFINITY,
  });

const none: readonly SavedView[] = [];

/** The saved views of the active profile, kept up to date. */
export const useSavedViews = (): readonly SavedView[] => useQuery(viewsOptions(useConsole().api)).data ?? none;

import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { WatchState } from '#shared/console-contract/watch-calls.ts';
import type { ConsoleApi } from './console-api.ts';
import { useConsole } from './console-context.tsx';

/** Of the watched migrations. */
// Not under `console`: another profile watches other migrations.
export const watchKey = ['watch'] as const;

const watchOptions = (api: ConsoleApi) =>
  queryOptions({
    queryKey: watchKey,
    queryFn: ({ signal }) => api.watch.list({}, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** The watched migrations of the active profile, kept up to date; undefined until first known. */
export const useWatchState = (): WatchState | undefined => {
  const { api, listen } = useConsole();
  const client = useQueryClient();
  useEffect(
    () =>
      listen((event) => {
        if (event.name !== 'watch:changed') return;
        void client.cancelQueries({ queryKey: watchKey });
        client.setQueryData(watchKey, event.data);
      }),
    [client, listen],
  );
  return useQuery(watchOptions(api)).data;
};

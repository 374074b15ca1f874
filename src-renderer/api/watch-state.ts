import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { WatchState } from '#shared/console-contract/watch-calls.ts';
import { describeAppError } from '#shared/app-error-text.ts';
import { showToast } from '../components/toast-store.ts';
import { appErrorOf } from './console-call-error.ts';
import type { ConsoleApi } from './console-api.ts';
import { useConsole } from './console-context.tsx';

// Not under `console`: another profile watches other migrations.
const watchKey = ['watch'] as const;

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

/** Begins or ends the watch of a migration, and says so. */
export const useToggleWatch = (): ((id: string, isWatched: boolean) => void) => {
  const { api } = useConsole();
  const client = useQueryClient();
  const run = async (id: string, isWatched: boolean): Promise<void> => {
    try {
      client.setQueryData(watchKey, await (isWatched ? api.watch.remove({ id }) : api.watch.add({ id })));
      showToast(isWatched ? 'Watched no longer' : 'Watched: each change of its status is shown', 'done');
    } catch (thrown) {
      const error = appErrorOf(thrown);
      showToast(error.detail ?? describeAppError(error).title, 'note');
    }
  };
  return (id, isWatched) => {
    // Only a press may ask for it; where it is refused, changes are shown on the page.
    if (!isWatched && !window.ferryBridge && 'Notification' in window && Notification.permission === 'default')
      void Notification.requestPermission();
    void run(id, isWatched);
  };
};

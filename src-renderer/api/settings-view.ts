import { queryOptions, useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import type { PreferenceChanges, SettingsView } from '#shared/console-contract/settings-calls.ts';
import type { ConsoleApi } from './console-api.ts';
import { useConsole } from './console-context.tsx';

const settingsKey = ['console', 'settings'] as const;

const settingsOptions = (api: ConsoleApi) =>
  queryOptions({
    queryKey: settingsKey,
    queryFn: ({ signal }) => api.settings.get({}, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** What the person chose, and what is to be known of the settings file, kept up to date. */
export const useSettingsRead = (): UseQueryResult<SettingsView> => {
  const { api, listen } = useConsole();
  const client = useQueryClient();
  useEffect(
    () =>
      listen((event) => {
        if (event.name === 'settings:changed') {
          // A read that is still on its way is older than this event.
          void client.cancelQueries({ queryKey: settingsKey }).then(() => client.setQueryData(settingsKey, event.data));
        }
        // Profiles stand in the same file: when it was saved is known to `get` only.
        if (event.name === 'profiles:changed') void client.invalidateQueries({ queryKey: settingsKey });
      }),
    [client, listen],
  );
  return useQuery(settingsOptions(api));
};

/** The same as it is known; undefined until then. */
export const useSettingsView = (): SettingsView | undefined => useSettingsRead().data;

/** Changes preferences and saves them; rejects with `settings_not_saved` where the file cannot be written. */
export const useChangePreferences = (): ((changes: PreferenceChanges) => Promise<void>) => {
  const { api } = useConsole();
  const client = useQueryClient();
  return useCallback(
    async (changes) => {
      client.setQueryData(settingsKey, await api.settings.change(changes));
    },
    [api, client],
  );
};

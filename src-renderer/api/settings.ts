import { queryOptions, useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { PreferenceChanges, Preferences, SettingsView } from '#shared/console-contract/settings-calls.ts';
import { type ConsoleApi, live, useConsole, useRead } from './console-api.ts';
import { amendCache, keepReply, readWithChanges } from './page-cache.ts';

export const settingsKey = ['console', 'settings'] as const;

export const settingsOptions = (api: ConsoleApi) =>
  queryOptions({
    queryKey: settingsKey,
    queryFn: readWithChanges((signal) => api.settings.get({}, { signal })),
    staleTime: Number.POSITIVE_INFINITY,
  });

export const useSettingsRead = (): UseQueryResult<SettingsView> => useQuery(settingsOptions(useConsole().api));

export const useSettingsView = (): SettingsView | undefined => useSettingsRead().data;

export const useIsManaged = (name: keyof Preferences): boolean =>
  useSettingsView()?.managed.preferences.some((managed) => managed === name) ?? false;

export const useChangePreferences = (): ((changes: PreferenceChanges) => Promise<void>) => {
  const { api } = useConsole();
  const client = useQueryClient();
  return useCallback(
    async (changes) => {
      const { theme } = changes;
      if (theme) {
        // Users expect to see the theme immediately, not after the save.
        amendCache<SettingsView>(client, settingsKey, (view) => ({
          ...view,
          preferences: { ...view.preferences, theme },
        }));
      }
      await keepReply(client, settingsKey, () => api.settings.change(changes)).catch((error: unknown) => {
        if (theme) void client.invalidateQueries({ queryKey: settingsKey });
        throw error;
      });
    },
    [api, client],
  );
};

export const useSelfCheck = () =>
  useRead(['console', 'self-check'], (api, options) => api.selfCheck.read({}, options), {
    refetchOnWindowFocus: false,
    ...live,
  });

import { type QueryClient, queryOptions, useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { ConsoleState } from '#shared/console-contract/console-calls.ts';
import type { ProfilesView } from '#shared/console-contract/profiles-calls.ts';
import { type ConsoleApi, live, useConsole, useRead } from './console-api.ts';
import { readWithChanges } from './page-cache.ts';

export const stateKey = ['console', 'state'] as const;

export const activeProfile = (client: QueryClient): string | undefined =>
  client.getQueryData<ConsoleState>(stateKey)?.profile.id;

export const consoleStateOptions = (api: ConsoleApi) =>
  queryOptions({
    queryKey: stateKey,
    queryFn: readWithChanges((signal) => api.console.state({}, { signal })),
    staleTime: Number.POSITIVE_INFINITY,
  });

export const useConsoleState = (): ConsoleState | undefined => useQuery(consoleStateOptions(useConsole().api)).data;

export const needsKey = ({ builtIn, key }: ConsoleState['profile']): boolean =>
  !builtIn && (key === null || key.refused);

/** Whether the profile's service may offer control endpoints: only the Sandbox and services on this device do. */
export const mayBeControlled = ({ builtIn, baseURL }: ConsoleState['profile']): boolean =>
  builtIn || /^http:\/\/(127\.|localhost|\[::1\])/.test(baseURL ?? '');

export const profilesKey = ['console', 'profiles'] as const;

export const useProfilesRead = (): UseQueryResult<ProfilesView> =>
  useRead(profilesKey, (api, options) => api.profiles.list({}, options), live);

export const useProfileList = (): ProfilesView | undefined => useProfilesRead().data;

export const readServiceAgain = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'console' });

const parseURL = (text: string | null): URL | null => {
  try {
    return new URL(text ?? '');
  } catch {
    return null;
  }
};

export const hostText = (baseURL: string | null): string | null => parseURL(baseURL)?.host ?? null;

export const originOf = (address: string | null): string | null => parseURL(address)?.origin ?? null;

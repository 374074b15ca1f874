import { queryOptions, useQuery, type QueryClient, type UseQueryResult } from '@tanstack/react-query';
import type { ProfilesView } from '#shared/console-contract/profiles-calls.ts';
import type { ConsoleApi } from './console-api.ts';
import { useConsole } from './console-context.tsx';
import { keptRead } from './kept-cache.ts';

/** Where the profiles are kept. */
export const profilesKey = ['console', 'profiles'] as const;

const profileListOptions = (api: ConsoleApi) =>
  queryOptions({
    queryKey: profilesKey,
    queryFn: keptRead((signal) => api.profiles.list({}, { signal })),
    staleTime: 0,
  });

/** All profiles and which one is active, kept up to date. */
export const useProfilesRead = (): UseQueryResult<ProfilesView> => useQuery(profileListOptions(useConsole().api));

/** The same as they are known; undefined until then. */
export const useProfileList = (): ProfilesView | undefined => useProfilesRead().data;

/** Reads everything again that the service had answered: with another key, or at another address, it may differ. */
export const readServiceAgain = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'console' });

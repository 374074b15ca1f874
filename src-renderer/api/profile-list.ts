import { queryOptions, useQuery, useQueryClient, type QueryClient, type UseQueryResult } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { ProfileList } from '#shared/console-contract/profiles-calls.ts';
import type { ConsoleApi } from './console-api.ts';
import { useConsole } from './console-context.tsx';

const listKey = ['console', 'profiles'] as const;

const profileListOptions = (api: ConsoleApi) =>
  queryOptions({ queryKey: listKey, queryFn: ({ signal }) => api.profiles.list({}, { signal }), staleTime: 0 });

/** All profiles and which one is active, kept up to date. */
export const useProfilesRead = (): UseQueryResult<ProfileList> => {
  const { api, listen } = useConsole();
  const client = useQueryClient();
  useEffect(
    () =>
      listen((event) => {
        if (event.name !== 'profiles:changed') return;
        void client.cancelQueries({ queryKey: listKey });
        client.setQueryData(listKey, event.data);
      }),
    [client, listen],
  );
  return useQuery(profileListOptions(api));
};

/** The same as they are known; undefined until then. */
export const useProfileList = (): ProfileList | undefined => useProfilesRead().data;

/** Reads everything again that the service had answered: with another key, or at another address, it may differ. */
export const readServiceAgain = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'console' });

import { queryOptions, useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { SandboxView } from '#shared/console-contract/sandbox-calls.ts';
import type { ConsoleApi } from './console-api.ts';
import { useConsole } from './console-context.tsx';
import { changeCache, keptRead } from './kept-cache.ts';
import { readServiceAgain } from './profile-list.ts';

/** Where the view of a profile's service is kept. */
export const sandboxKey = (profileId: string) => ['console', 'sandbox', profileId] as const;

const sandboxOptions = (api: ConsoleApi, profileId: string) =>
  queryOptions({
    queryKey: sandboxKey(profileId),
    queryFn: keptRead((signal) => api.sandbox.state({}, { signal })),
    staleTime: 0,
  });

/**
 * What is changed in the controlled service of this profile, kept up to date.
 * @param everyMs how often it is asked, since each call of the service may use a fault up; false while nothing can change
 */
export const useSandboxView = (
  profileId: string,
  everyMs: (view: SandboxView | undefined) => number | false,
): UseQueryResult<SandboxView> => {
  const { api } = useConsole();
  return useQuery({ ...sandboxOptions(api, profileId), refetchInterval: ({ state }) => everyMs(state.data) });
};

/** Shows what a change has brought; with `data`, reads everything again that the service had answered. */
export const useSandboxChange = (): ((change: Promise<SandboxView>, touches?: 'data') => Promise<void>) => {
  const client = useQueryClient();
  return useCallback(
    async (change, touches) => {
      const view = await change;
      changeCache(client, sandboxKey(view.profileId), () => view);
      if (touches === 'data') await readServiceAgain(client);
    },
    [client],
  );
};

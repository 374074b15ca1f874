import { queryOptions, useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { Calls } from '#shared/console-contract/calls.ts';
import type { BrandView, SandboxView } from '#shared/console-contract/sandbox-calls.ts';
import type { ArgsOf } from '#shared/console-contract/types.ts';
import { type ConsoleApi, ConsoleCallError, live, useConsole, useRead } from './console-api.ts';
import { changeCache, keepReply, readWithChanges } from './page-cache.ts';
import { activeProfile, readServiceAgain } from './profiles.ts';

export const sandboxKey = (profileId: string) => ['console', 'sandbox', profileId] as const;

export const sandboxOptions = (api: ConsoleApi, profileId: string) =>
  queryOptions({
    queryKey: sandboxKey(profileId),
    queryFn: readWithChanges((signal) => api.sandbox.state({}, { signal })),
    staleTime: 0,
  });

/**
 * Returns the control state of this profile's service, kept up to date.
 * @param everyMs polling interval; false while nothing can change, because each call may use up a fault
 * @param freshMs ms during which a read counts as fresh
 */
export const useSandboxView = (
  profileId: string,
  everyMs: (view: SandboxView | undefined) => number | false,
  freshMs = 0,
): UseQueryResult<SandboxView> => {
  const { api } = useConsole();
  return useQuery({
    ...sandboxOptions(api, profileId),
    staleTime: freshMs,
    refetchInterval: ({ state }) => everyMs(state.data),
  });
};

/** Stores the result of a control call. With `data`, also refetches all data of the service. */
export const useSandboxChange = (): ((change: Promise<SandboxView>, changedPart?: 'data') => Promise<void>) => {
  const client = useQueryClient();
  return useCallback(
    async (change, changedPart) => {
      const view = await change;
      changeCache(client, sandboxKey(view.profileId), () => view);
      if (changedPart === 'data') await readServiceAgain(client);
    },
    [client],
  );
};

/** Without the prefix `console`, so that the brand is refetched with the service's other data. */
export const brandKey = (profileId: string) => ['brand', profileId] as const;

export const useBrand = (profileId: string): UseQueryResult<BrandView> =>
  useRead(brandKey(profileId), (api, options) => api.sandbox.brand({}, options), live);

/** The mutation rejects if the user has switched to another profile. */
export const useBrandChange = (profileId: string) => {
  const { api } = useConsole();
  const client = useQueryClient();
  return useCallback(
    async (changes: ArgsOf<Calls['sandbox']['setBrand']>, signal?: AbortSignal) => {
      // The call goes to the active profile, which may have changed before an undo.
      if (activeProfile(client) !== profileId)
        throw new ConsoleCallError({ code: 'service_changed', at: new Date().toISOString() });
      return keepReply(client, brandKey(profileId), () => api.sandbox.setBrand(changes, { signal }));
    },
    [api, client, profileId],
  );
};

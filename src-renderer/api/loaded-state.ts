import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { LoadedState } from '#shared/console-contract/loaded-calls.ts';
import type { LoadedResource } from '#shared/console-contract/loaded-query.ts';
import type { ConsoleApi } from './console-api.ts';
import { useConsole } from './console-context.tsx';

const loadedKey = (resource: LoadedResource) => ['loaded', resource, 'state'] as const;

const lookAgainMs = 2_000;

const loadedStateOptions = (api: ConsoleApi, resource: LoadedResource) =>
  queryOptions({
    queryKey: loadedKey(resource),
    queryFn: ({ signal }) => api.loaded.state({ resource }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    // While no page listens, events go by: a page that opens reads anew.
    refetchOnMount: 'always',
    // An event can be lost with its stream; a load that goes on is looked at anew.
    refetchInterval: ({ state: { data } }) =>
      data?.phase === 'loading' || data?.phase === 'waiting' ? lookAgainMs : false,
  });

/** What is loaded of a resource and what its loading does, as it happens; undefined until first known. */
export const useLoadedState = (resource: LoadedResource): LoadedState | undefined => {
  const { api, listen } = useConsole();
  const client = useQueryClient();
  useEffect(
    () =>
      listen((event) => {
        if (event.name !== 'loaded:changed' || event.data.resource !== resource) return;
        const before = client.getQueryData<LoadedState>(loadedKey(resource));
        // Of a profile that was left meanwhile.
        if (before && before.profileId !== event.data.profileId) return;
        // A read that is still on its way is older than this event; what it was before comes back when it is cancelled.
        void client
          .cancelQueries({ queryKey: loadedKey(resource) })
          .then(() => client.setQueryData(loadedKey(resource), event.data));
      }),
    [client, listen, resource],
  );
  return useQuery(loadedStateOptions(api, resource)).data;
};

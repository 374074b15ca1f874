import { queryOptions, useQuery } from '@tanstack/react-query';
import type { LoadedState } from '#shared/console-contract/loaded-calls.ts';
import type { LoadedResource } from '#shared/console-contract/loaded-query.ts';
import type { ConsoleApi } from './console-api.ts';
import { useConsole } from './console-context.tsx';
import { keptRead } from './kept-cache.ts';

/** Where it is kept what is loaded of a resource. */
export const loadedKey = (resource: LoadedResource) => ['loaded', resource, 'state'] as const;

const lookAgainMs = 2_000;

const loadedStateOptions = (api: ConsoleApi, resource: LoadedResource) =>
  queryOptions<LoadedState>({
    queryKey: loadedKey(resource),
    queryFn: keptRead((signal) => api.loaded.state({ resource }, { signal })),
    staleTime: Number.POSITIVE_INFINITY,
    // An event can be lost with its stream: a page that opens reads anew, and a load that goes on is looked at again.
    refetchOnMount: 'always',
    refetchInterval: ({ state: { data } }) =>
      data?.phase === 'loading' || data?.phase === 'waiting' ? lookAgainMs : false,
  });

/** What is loaded of a resource and what its loading does, as it happens; undefined until first known. */
export const useLoadedState = (resource: LoadedResource): LoadedState | undefined =>
  useQuery(loadedStateOptions(useConsole().api, resource)).data;

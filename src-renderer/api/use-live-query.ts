import { type QueryKey, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { type ConsoleApi, useConsole } from './console-api.ts';
import { readWithChanges } from './page-cache.ts';

/** Reads data that events keep up to date. `staleTime` is 0 if a page may have missed events while it was closed. */
export const useLiveQuery = <Data>(
  queryKey: QueryKey,
  read: (api: ConsoleApi, options: { readonly signal: AbortSignal }) => Promise<Data>,
  staleTime = Number.POSITIVE_INFINITY,
): UseQueryResult<Data> => {
  const { api } = useConsole();
  return useQuery({ queryKey, queryFn: readWithChanges((signal) => read(api, { signal })), staleTime });
};

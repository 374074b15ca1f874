import { type QueryKey, useQuery, type UseQueryOptions, type UseQueryResult } from '@tanstack/react-query';
import { type ConsoleApi, useConsole } from './console-api.ts';
import { readWithChanges } from './page-cache.ts';

type Read<Data> = (api: ConsoleApi, options: { readonly signal: AbortSignal }) => Promise<Data>;

/** Reads data of the trusted process. Cancels the call when no component needs its result. */
export const useRead = <Data>(
  queryKey: QueryKey,
  read: Read<Data>,
  options?: Omit<UseQueryOptions<Data>, 'queryKey' | 'queryFn'>,
): UseQueryResult<Data> => {
  const { api } = useConsole();
  return useQuery({ ...options, queryKey, queryFn: readWithChanges((signal) => read(api, { signal })) });
};

/** Options of data that events keep up to date while a component needs it, but not before. */
export const live = { staleTime: 0 } as const;

/** Options of data that events keep up to date, whether or not a component needs it. */
export const alwaysLive = { staleTime: Number.POSITIVE_INFINITY } as const;

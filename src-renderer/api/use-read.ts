import { type QueryKey, useQuery, type UseQueryOptions, type UseQueryResult } from '@tanstack/react-query';
import { type ConsoleApi, useConsole } from './console-api.ts';

type Read<Data> = (api: ConsoleApi, options: { readonly signal: AbortSignal }) => Promise<Data>;

/** Reads data of the trusted process. Cancels the call when no component needs its result. */
export const useRead = <Data>(
  queryKey: QueryKey,
  read: Read<Data>,
  options?: Omit<UseQueryOptions<Data>, 'queryKey' | 'queryFn'>,
): UseQueryResult<Data> => {
  const { api } = useConsole();
  return useQuery({ ...options, queryKey, queryFn: ({ signal }) => read(api, { signal }) });
};

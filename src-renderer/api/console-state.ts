import { queryOptions, useQuery } from '@tanstack/react-query';
import type { ConsoleState } from '#shared/console-contract/console-calls.ts';
import type { ConsoleApi } from './console-api.ts';
import { useConsole } from './console-context.tsx';
import { keptRead } from './kept-cache.ts';

/** Where profile and connection are kept. */
export const stateKey = ['console', 'state'] as const;

const consoleStateOptions = (api: ConsoleApi) =>
  queryOptions({
    queryKey: stateKey,
    queryFn: keptRead((signal) => api.console.state({}, { signal })),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Profile and connection, undefined until first known. */
export const useConsoleState = (): ConsoleState | undefined => useQuery(consoleStateOptions(useConsole().api)).data;

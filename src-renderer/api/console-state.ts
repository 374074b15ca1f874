import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { ConsoleState } from '#shared/console-contract/console-calls.ts';
import type { ConsoleApi } from './console-api.ts';
import { useConsole } from './console-context.tsx';

const stateKey = ['console', 'state'] as const;

const consoleStateOptions = (api: ConsoleApi) =>
  queryOptions({
    queryKey: stateKey,
    queryFn: ({ signal }) => api.console.state({}, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Profile and connection, undefined until first known. */
export const useConsoleState = (): ConsoleState | undefined => useQuery(consoleStateOptions(useConsole().api)).data;

/** Keeps `useConsoleState` up to date; mounted once, by the shell. */
export const useStateEvents = (): void => {
  const { listen } = useConsole();
  const client = useQueryClient();
  useEffect(
    () =>
      listen((event) => {
        if (event.name !== 'console:state-changed') return;
        const before = client.getQueryData<ConsoleState>(stateKey);
        // A read that is still on its way is older than this event.
        void client.cancelQueries({ queryKey: stateKey });
        client.setQueryData(stateKey, event.data);
        // The rows on screen belong to the other profile.
        if (before && before.profile.id !== event.data.profile.id) {
          void client.resetQueries({ predicate: ({ queryKey }) => queryKey[0] !== stateKey[0] });
        }
      }),
    [client, listen],
  );
};

import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { TokenRecord } from '#shared/console-contract/link-tokens-calls.ts';
import type { ConsoleApi } from '../../api/console-api.ts';
import { useConsole } from '../../api/console-context.tsx';
import { beganAt } from '../../components/countdown/use-age.ts';

/** A record with its begin by the page's monotonic clock. */
export interface ShownToken extends TokenRecord {
  readonly began: number;
}

export const shown = (record: TokenRecord): ShownToken => ({ ...record, began: beganAt(record.ageMs) });

const recordsKey = ['console', 'link-tokens'] as const;

const recordsOptions = (api: ConsoleApi) =>
  queryOptions({
    queryKey: recordsKey,
    queryFn: async ({ signal }) => (await api.linkTokens.history({}, { signal })).map(shown),
    staleTime: 0,
    // An older age is not taken over again, or the countdown would jump.
    structuralSharing: false,
  });

/** The link tokens of this run, newest first; undefined until first read. */
export const useTokenRecords = (): readonly ShownToken[] | undefined => {
  const { api, listen } = useConsole();
  const client = useQueryClient();
  useEffect(
    () =>
      listen((event) => {
        if (event.name === 'linkTokens:changed') client.setQueryData(recordsKey, event.data.map(shown));
      }),
    [client, listen],
  );
  return useQuery(recordsOptions(api)).data;
};

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { Calls } from '#shared/console-contract/calls.ts';
import type { ArgsOf } from '#shared/console-contract/types.ts';
import { useConsole } from '../../../api/console-api.ts';
import { useConsoleState } from '../../../api/profiles.ts';
import { useFailure } from '../../../api/read-failures.ts';
import { webhooksKey } from '../../../api/webhooks.ts';

type DeliveryQuery = ArgsOf<Calls['webhooks']['deliveries']>;

const pollIntervalMs = 4_000;
const slowPollIntervalMs = 60_000;

function useServiceRead<Data>(
  name: readonly unknown[],
  ask: (signal: AbortSignal) => Promise<Data>,
  everyMs: number | false = pollIntervalMs,
) {
  const profileId = useConsoleState()?.profile.id;
  const queryKey = webhooksKey(profileId, ...name);
  const read = useQuery({
    queryKey,
    // Stores the arrival time, because rows of the previous filter stay visible and aren't current.
    queryFn: async ({ signal }) => ({ data: await ask(signal), at: Date.now() }),
    enabled: profileId !== undefined,
    // Keeps the rows of the previous filter until new rows arrive, but never rows of another profile.
    placeholderData: (before, query) =>
      query?.queryKey[1] === profileId && query?.queryKey[2] === name[0] ? before : undefined,
    refetchInterval: ({ state }) => (state.error === null ? everyMs : false),
  });
  const { error, nextTryAt, refetch } = useFailure(read, queryKey);
  return {
    data: read.data?.data,
    /** Arrival time of the data, in ms since 1970. */
    readAt: read.data?.at ?? 0,
    /** Error of the last read, also during a retry. */
    error,
    nextTryAt,
    busy: read.isFetching,
    isOther: read.isPlaceholderData,
    again: refetch,
  };
}
export type ServiceRead<Data> = ReturnType<typeof useServiceRead<Data>>;

/** Returns the service's endpoints. A visible tab polls often. Use `slowly` for the count in a tab label. */
export const useEndpoints = (pace: 'shown' | 'slowly' = 'shown') => {
  const { api } = useConsole();
  const everyMs = pace === 'shown' ? pollIntervalMs : slowPollIntervalMs;
  return useServiceRead(['endpoints'], (signal) => api.webhooks.endpoints({}, { signal }), everyMs);
};

export const useDeliveries = (query: DeliveryQuery) => {
  const { api } = useConsole();
  return useServiceRead(['deliveries', query], (signal) => api.webhooks.deliveries(query, { signal }));
};

export const useDeliveryBody = (id: string) => {
  const { api } = useConsole();
  const ask = async (signal: AbortSignal) => (await api.webhooks.delivery({ id }, { signal })).body;
  return useServiceRead(['body', id], ask, false);
};

export const useRefetch = (): (() => Promise<void>) => {
  const client = useQueryClient();
  const profileId = useConsoleState()?.profile.id;
  return useCallback(() => client.invalidateQueries({ queryKey: webhooksKey(profileId) }), [client, profileId]);
};

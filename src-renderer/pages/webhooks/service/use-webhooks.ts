import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { AppError } from '#shared/app-error.ts';
import type { Calls } from '#shared/console-contract/calls.ts';
import type { ArgsOf } from '#shared/console-contract/types.ts';
import { appErrorOf } from '../../../api/console-api.ts';
import { useConsole } from '../../../api/console-context.tsx';
import { useConsoleState } from '../../../api/profiles.ts';
import { useLastError, useRetryAt } from '../../../api/read-failures.ts';
import { webhooksKey } from '../../../api/webhooks.ts';
import { clockAhead } from './service-clock.ts';

type DeliveryQuery = ArgsOf<Calls['webhooks']['deliveries']>;

/** Deliveries go on by themselves: what is on screen is read again so often, in ms. */
const rhythmMs = 4_000;
/** What only the names of the tabs tell is read again so often, in ms. */
const slowRhythmMs = 60_000;

export interface ServiceRead<Data> {
  readonly data: Data | undefined;
  /** When the data came, in ms since 1970. */
  readonly readAt: number;
  /** Of the last try; it stays while it is read again. */
  readonly error: AppError | null;
  readonly nextTryAt: number | null;
  readonly busy: boolean;
  readonly isOther: boolean;
  readonly again: () => void;
}

function useServiceRead<Data>(
  name: readonly unknown[],
  ask: (signal: AbortSignal) => Promise<Data>,
  everyMs: number | false = rhythmMs,
): ServiceRead<Data> {
  const profileId = useConsoleState()?.profile.id;
  const queryKey = webhooksKey(profileId, ...name);
  const read = useQuery({
    queryKey,
    // With its moment: rows of another filter, which stay until those of this one are there, are not of now.
    queryFn: async ({ signal }) => ({ data: await ask(signal), at: Date.now() }),
    enabled: profileId !== undefined,
    // The rows of another filter stay until those of this one are there; those of another profile do not.
    placeholderData: (before, query) =>
      query?.queryKey[1] === profileId && query?.queryKey[2] === name[0] ? before : undefined,
    refetchInterval: ({ state }) => (state.error === null ? everyMs : false),
  });
  const unread = useLastError(read, queryKey);
  const again = (): void => void read.refetch();
  const nextTryAt = useRetryAt(
    read.error && !read.isFetching ? appErrorOf(read.error) : null,
    read.errorUpdatedAt,
    // A tab and the counts beside it have the same moment: one request is enough for all of them.
    () => void read.refetch({ cancelRefetch: false }),
  );
  return {
    data: read.data?.data,
    readAt: read.data?.at ?? 0,
    error: unread && appErrorOf(unread),
    nextTryAt,
    busy: read.isFetching,
    isOther: read.isPlaceholderData,
    again,
  };
}

/** The endpoints of the service; a tab that shows them is told of each change, `slowly` is for their number alone. */
export const useEndpoints = (pace: 'shown' | 'slowly' = 'shown') => {
  const { api } = useConsole();
  const everyMs = pace === 'shown' ? rhythmMs : slowRhythmMs;
  return useServiceRead(['endpoints'], (signal) => api.webhooks.endpoints({}, { signal }), everyMs);
};

/** How far the clock of the service is ahead of this computer's, in ms, by what it has answered last. */
export const aheadOf = ({ data, readAt }: ServiceRead<{ readonly now?: string | undefined }>): number =>
  data === undefined ? 0 : clockAhead({ now: data.now, at: readAt });

export const useDeliveries = (query: DeliveryQuery) => {
  const { api } = useConsole();
  return useServiceRead(['deliveries', query], (signal) => api.webhooks.deliveries(query, { signal }));
};

export const useDeliveryBody = (id: string) => {
  const { api } = useConsole();
  const ask = async (signal: AbortSignal) => (await api.webhooks.delivery({ id }, { signal })).body;
  return useServiceRead(['body', id], ask, false);
};

export const useReadAgain = (): (() => Promise<void>) => {
  const client = useQueryClient();
  const profileId = useConsoleState()?.profile.id;
  return () => client.invalidateQueries({ queryKey: webhooksKey(profileId) });
};

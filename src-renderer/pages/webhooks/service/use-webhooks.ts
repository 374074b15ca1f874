import { type QueryKey, useQuery, useQueryClient } from '@tanstack/react-query';
import type { AppError } from '#shared/app-error.ts';
import type { Calls } from '#shared/console-contract/calls.ts';
import type { ArgsOf } from '#shared/console-contract/types.ts';
import { appErrorOf } from '../../../api/console-api.ts';
import { useConsole } from '../../../api/console-context.tsx';
import { useConsoleState } from '../../../api/profiles.ts';
import { useLastError, useRetryAt } from '../../../api/read-failures.ts';

type DeliveryQuery = ArgsOf<Calls['webhooks']['deliveries']>;

/** Deliveries go on by themselves: what is on screen is read again so often, in ms. */
const rhythmMs = 4_000;

const keyOf = (profileId: string | undefined, ...rest: readonly unknown[]): QueryKey => [
  'webhooks',
  profileId ?? '',
  ...rest,
];

/** What a tab reads of the service, and how that failed. */
export interface ServiceRead<Data> {
  readonly data: Data | undefined;
  /** When the data came, in ms since 1970. */
  readonly readAt: number;
  /** Of the last try; it stays while it is read again. */
  readonly error: AppError | null;
  readonly nextTryAt: number | null;
  readonly busy: boolean;
  /** The data are those of another question. */
  readonly isOther: boolean;
  readonly again: () => void;
}

function useServiceRead<Data>(
  name: readonly unknown[],
  ask: (signal: AbortSignal) => Promise<Data>,
  isFollowed = true,
): ServiceRead<Data> {
  const profileId = useConsoleState()?.profile.id;
  const queryKey = keyOf(profileId, ...name);
  const read = useQuery({
    queryKey,
    queryFn: ({ signal }) => ask(signal),
    enabled: profileId !== undefined,
    // The rows of another filter stay until those of this one are there; those of another profile do not.
    placeholderData: (before, query) =>
      query?.queryKey[1] === profileId && query?.queryKey[2] === name[0] ? before : undefined,
    refetchInterval: ({ state }) => (isFollowed && state.error === null ? rhythmMs : false),
  });
  const unread = useLastError(read, queryKey);
  const again = (): void => void read.refetch();
  const nextTryAt = useRetryAt(
    read.error && !read.isFetching ? appErrorOf(read.error) : null,
    read.errorUpdatedAt,
    again,
  );
  return {
    data: read.data,
    readAt: read.dataUpdatedAt,
    error: unread && appErrorOf(unread),
    nextTryAt,
    busy: read.isFetching,
    isOther: read.isPlaceholderData,
    again,
  };
}

export const useEndpoints = () => {
  const { api } = useConsole();
  return useServiceRead(['endpoints'], (signal) => api.webhooks.endpoints({}, { signal }));
};

export const useDeliveries = (query: DeliveryQuery) => {
  const { api } = useConsole();
  return useServiceRead(['deliveries', query], (signal) => api.webhooks.deliveries(query, { signal }));
};

/** The bytes of a delivery, which never change. */
export const useDeliveryBody = (id: string) => {
  const { api } = useConsole();
  const ask = async (signal: AbortSignal) => (await api.webhooks.delivery({ id }, { signal })).body;
  return useServiceRead(['body', id], ask, false);
};

/** Has all that is known of the service's webhooks read again. */
export const useReadAgain = (): (() => Promise<void>) => {
  const client = useQueryClient();
  const profileId = useConsoleState()?.profile.id;
  return () => client.invalidateQueries({ queryKey: keyOf(profileId) });
};

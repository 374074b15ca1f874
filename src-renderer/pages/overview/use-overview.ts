import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { appErrorOf } from '../../api/console-api.ts';
import { useConsole } from '../../api/console-context.tsx';
import { overviewKey } from '../../api/listings.ts';
import { useOnTriage } from '../../api/triage.ts';
import { useLastError, useRetryAt } from '../../api/read-failures.ts';
import { useLoadedState } from '../../api/loaded.ts';

const countAgainMs = 2_000;

export const useOverview = () => {
  const { api } = useConsole();
  const loaded = useLoadedState('migrations');
  const isLoading = loaded?.phase === 'loading';
  const query = useQuery({
    queryKey: overviewKey,
    queryFn: ({ signal }) => api.loaded.overview({}, { signal }),
    // Without loaded rows, each count would request a page from the service.
    refetchInterval: isLoading && loaded.rows > 0 ? countAgainMs : false,
    // The page misses marks that were set while no component listened.
    refetchOnMount: 'always',
  });
  const lastError = useLastError(query, overviewKey);
  const error = lastError ? appErrorOf(lastError) : null;
  const refetch = () => void query.refetch();
  const nextTryAt = useRetryAt(query.isFetching ? null : error, query.errorUpdatedAt, refetch);
  const read = useEffectEvent(refetch);
  // Handled migrations leave the attention list, so the figures are recounted.
  useOnTriage(refetch);

  const version = loaded?.version ?? 0;
  useEffect(() => {
    if (!isLoading && version > 0) read();
  }, [isLoading, version]);

  return {
    overview: query.data,
    loaded,
    error,
    reading: query.isFetching,
    /** Arrival time of the figures, in ms since 1970. 0 before their arrival. */
    updatedAt: query.data ? query.dataUpdatedAt : 0,
    nextTryAt,
    refresh: refetch,
  };
};

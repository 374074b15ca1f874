import { keepPreviousData, useQuery, useQueryClient, type QueryKey, type UseQueryOptions } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import type { AppError } from '#shared/app-error.ts';
import { appErrorOf } from '../../api/console-api.ts';
import { useLastError, useRetryAt } from '../../api/read-failures.ts';
import type { Listing } from '#shared/console-contract/listing.ts';
import type { ListingSearch } from '../listing/listing-search.ts';

type ListingOptions<Row> = UseQueryOptions<Listing<Row>, Error, Listing<Row>, QueryKey>;

export interface ListingState<Row> {
  /** The displayed page. While another page loads, this is the previous one. */
  readonly listing: Listing<Row> | undefined;
  readonly error: AppError | null;
  readonly reading: boolean;
  /** Arrival time of the rows, in ms since 1970; 0 before. */
  readonly updatedAt: number;
  /** When the last read succeeded or failed, in ms since 1970; 0 before. */
  readonly triedAt: number;
  /** When the next automatic retry starts, in ms since 1970; null without one. */
  readonly nextTryAt: number | null;
  readonly refresh: () => void;
}

/** Reads one page of a listing if `isShown`. Prefetches the next page after paint and retries transient failures. */
export const useListing = <Row>(
  optionsFor: (search: ListingSearch) => ListingOptions<Row>,
  search: ListingSearch,
  isShown: boolean,
): ListingState<Row> => {
  const client = useQueryClient();
  const options = optionsFor(search);
  const query = useQuery({ ...options, enabled: isShown, placeholderData: keepPreviousData });
  const lastError = useLastError(query, options.queryKey);
  const error = lastError ? appErrorOf(lastError) : null;
  const nextTryAt = useRetryAt(
    query.isFetching || !isShown ? null : error,
    query.errorUpdatedAt,
    () => void query.refetch(),
  );

  const readAhead = useEffectEvent((next: ListingSearch) => void client.prefetchQuery(optionsFor(next)));
  const { page, size } = search;
  const hasNext = isShown && query.isSuccess && !query.isPlaceholderData && query.data.hasNext;
  useEffect(() => {
    if (!hasNext) return;
    // Two frames: paint this page's rows before prefetching the next.
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => readAhead({ page: page + 1, size }));
    });
    return () => cancelAnimationFrame(frame);
  }, [hasNext, page, size]);

  return {
    listing: query.data,
    error,
    reading: query.isFetching,
    updatedAt: query.data ? query.dataUpdatedAt : 0,
    triedAt: query.isPlaceholderData ? 0 : Math.max(query.dataUpdatedAt, query.errorUpdatedAt),
    nextTryAt,
    refresh: () => void query.refetch(),
  };
};

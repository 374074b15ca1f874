import { hashKey, type QueryKey, type UseQueryResult } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { canPass } from '#shared/app-error-codes.ts';
import type { AppError } from '#shared/app-error.ts';
import { retryPolicy } from '#shared/retry-policy.ts';
import { appErrorOf } from './console-api.ts';

type ReadQuery = Pick<UseQueryResult, 'data' | 'error' | 'errorUpdateCount'>;

/** Returns why a query has no data, even during a retry, so that the error stays visible. */
export const useLastError = ({ data, error, errorUpdateCount }: ReadQuery, key: QueryKey): Error | null => {
  const name = hashKey(key);
  const [lastFailure, setLastFailure] = useState<{ readonly name: string; readonly error: Error } | null>(null);
  if (error && (lastFailure?.error !== error || lastFailure.name !== name)) setLastFailure({ name, error });
  if (error) return error;
  // A newly created query, for example after a profile switch, hasn't failed yet.
  return data === undefined && errorUpdateCount > 0 && lastFailure?.name === name ? lastFailure.error : null;
};

/** Calls `run` at this time, in ms since 1970. Null sets no timer. */
export const useTimerAt = (at: number | null, run: () => void): void => {
  const onDue = useEffectEvent(run);
  useEffect(() => {
    if (at === null) return;
    const timer = setTimeout(onDue, Math.max(0, at - Date.now()));
    return () => clearTimeout(timer);
  }, [at]);
};

/** Returns when to retry, in ms since 1970. Null for permanent failures. Respects a longer pause from the service. */
export const retryAt = (error: AppError | null, failedAt: number): number | null => {
  if (error === null || !canPass(error.code)) return null;
  const { pauseMs, longestAskedMs } = retryPolicy.view;
  return failedAt + Math.max(pauseMs, Math.min(error.request?.retryAfterMs ?? 0, longestAskedMs));
};

/** Returns why a query has no data and when it is read again. Retries automatically after transient errors. */
export const useFailure = (query: UseQueryResult, key: QueryKey) => {
  const lastError = useLastError(query, key);
  const error = lastError ? appErrorOf(lastError) : null;
  const refetch = (): void => void query.refetch();
  // Parts of a page that read the same query retry at the same time, so they share one request.
  const retry = (): void => void query.refetch({ cancelRefetch: false });
  return { error, nextTryAt: useRetryAt(query.isFetching ? null : error, query.errorUpdatedAt, retry), refetch };
};

/**
 * Retries automatically after transient errors and returns the time of the next retry.
 * @param error of the last read; null during a retry
 */
export const useRetryAt = (error: AppError | null, failedAt: number, retry: () => void): number | null => {
  const at = retryAt(error, failedAt);
  useTimerAt(at, retry);
  return at;
};

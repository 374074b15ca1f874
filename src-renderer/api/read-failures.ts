import { hashKey, type QueryKey, type UseQueryResult } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { canPass } from '#shared/app-error-codes.ts';
import type { AppError } from '#shared/app-error.ts';
import { retryPolicy } from '#shared/retry-policy.ts';

type Read = Pick<UseQueryResult, 'data' | 'error' | 'errorUpdateCount'>;

/**
 * Why a query has no data. It stays while the query is read again, so that what says it, and the button that was
 * pressed there, do not give way to a skeleton and come back.
 */
export const useLastError = ({ data, error, errorUpdateCount }: Read, key: QueryKey): Error | null => {
  const name = hashKey(key);
  const [last, setLast] = useState<{ readonly name: string; readonly error: Error } | null>(null);
  if (error && (last?.error !== error || last.name !== name)) setLast({ name, error });
  if (error) return error;
  // Of a query that was made anew, as for another profile, nothing has failed yet.
  return data === undefined && errorUpdateCount > 0 && last?.name === name ? last.error : null;
};

/** Calls `run` once that time has come, in ms since 1970; not at all for null. */
export const useAt = (at: number | null, run: () => void): void => {
  const onDue = useEffectEvent(run);
  useEffect(() => {
    if (at === null) return;
    const timer = setTimeout(onDue, Math.max(0, at - Date.now()));
    return () => clearTimeout(timer);
  }, [at]);
};

/**
 * When what is on screen is read again by itself, in ms since 1970; null where the failure cannot pass. A service that
 * asks for a longer pause than ours gets it.
 */
export const retryAt = (error: AppError | null, failedAt: number): number | null => {
  if (error === null || !canPass(error.code)) return null;
  const { pauseMs, longestAskedMs } = retryPolicy.view;
  return failedAt + Math.max(pauseMs, Math.min(error.request?.retryAfterMs ?? 0, longestAskedMs));
};

/**
 * Tries again by itself after a failure that can pass, and tells when that will be.
 * @param error of the last read; null while it is read again
 */
export const useRetryAt = (error: AppError | null, failedAt: number, retry: () => void): number | null => {
  const at = retryAt(error, failedAt);
  useAt(at, retry);
  return at;
};

import { hashKey, type QueryKey, type UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';

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

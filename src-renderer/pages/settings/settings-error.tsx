import type { UseQueryResult } from '@tanstack/react-query';
import { appErrorOf } from '../../api/console-api.ts';
import { useLastError } from '../../api/read-failures.ts';
import { ErrorBlock } from '../../components/messages/error-block.tsx';

type SettingsQuery = Pick<UseQueryResult, 'data' | 'error' | 'errorUpdateCount' | 'isFetching' | 'refetch'>;

export const hasReadFailed = ({ data, errorUpdateCount }: SettingsQuery): boolean =>
  data === undefined && errorUpdateCount > 0;

export const SettingsError = ({ read }: { readonly read: SettingsQuery }) => {
  const error = useLastError(read, ['settings']);
  return error ? (
    <ErrorBlock error={appErrorOf(error)} busy={read.isFetching} onRetry={() => void read.refetch()} />
  ) : null;
};

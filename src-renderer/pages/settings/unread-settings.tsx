import type { UseQueryResult } from '@tanstack/react-query';
import { appErrorOf } from '../../api/console-call-error.ts';
import { ErrorBlock } from '../../components/messages/error-block.tsx';

type Read = Pick<UseQueryResult, 'data' | 'error' | 'isFetching' | 'refetch'>;

/** Whether a part has nothing to show because the console did not answer. */
export const isUnread = ({ data, error }: Read): boolean => data === undefined && error !== null;

/** In the place of settings that could not be read; nothing otherwise. */
export const UnreadSettings = ({ read }: { readonly read: Read }) =>
  read.data === undefined && read.error ? (
    <ErrorBlock error={appErrorOf(read.error)} busy={read.isFetching} onRetry={() => void read.refetch()} />
  ) : null;

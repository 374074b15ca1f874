import { CloudOff, Webhook } from 'lucide-react';
import type { ReactNode } from 'react';
import { describeAppError } from '#shared/app-error-text.ts';
import { Banner, MessageBlock } from '#ui/messages/messages.tsx';
import { Skeleton } from '#ui/table/skeleton.tsx';
import { clockText } from '#ui/values/times.tsx';
import { useConsoleState } from '../../../api/profiles.ts';
import { ErrorBlock } from '../../../components/messages/error-block.tsx';
import { NextTry } from '../../../components/messages/next-try.tsx';
import type { ServiceRead } from './use-webhooks.ts';
import { readErrorWords } from './webhook-errors.ts';

const NoWebhooks = () => {
  const name = useConsoleState()?.profile.name ?? 'This profile';
  return (
    <MessageBlock icon={Webhook} title="This service doesn't support webhooks">
      The service for {name} doesn't support webhooks. The Check a signature and Code tabs still work.
    </MessageBlock>
  );
};

interface ServicePartProps<Data> {
  readonly read: ServiceRead<Data>;
  readonly columns: readonly { readonly id: string; readonly head: string }[];
  readonly children: (data: Data) => ReactNode;
}

export const ServicePart = <Data,>({ read, columns, children }: ServicePartProps<Data>) => {
  const { data, error, nextTryAt, busy, again, readAt } = read;
  if (data === undefined) {
    if (error === null) return <Skeleton columns={columns} rows={12} density="normal" />;
    if (error.code === 'not_found') return <NoWebhooks />;
    return <ErrorBlock error={error} words={readErrorWords(error)} busy={busy} nextTryAt={nextTryAt} onRetry={again} />;
  }
  return (
    <>
      {error ? (
        <Banner tone="warning" icon={CloudOff} title={`${(readErrorWords(error) ?? describeAppError(error)).title}.`}>
          Showing rows from {clockText(new Date(readAt))}. <NextTry at={nextTryAt} />
        </Banner>
      ) : null}
      {children(data)}
    </>
  );
};

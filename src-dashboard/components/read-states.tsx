import { CircleX, RotateCw } from 'lucide-react';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Button } from '#ui/controls/controls.tsx';
import { Banner, MessageBlock } from '#ui/messages/messages.tsx';
import { sentenceOf } from '../api/call.ts';

interface ReadStatesProps<Data> {
  readonly query: UseQueryResult<Data>;
  /** Noun for error messages, such as "The keys". */
  readonly what: string;
  readonly children: (data: Data) => ReactNode;
}

export const ReadStates = <Data,>({ query, what, children }: ReadStatesProps<Data>) => {
  const { data, error, refetch } = query;
  const retry = (
    <Button icon={RotateCw} onPress={() => void refetch()}>
      Retry
    </Button>
  );
  if (data === undefined) {
    if (error === null) return <output className="reading">Loading…</output>;
    return (
      <MessageBlock icon={CircleX} title={`${what} couldn't be loaded`} actions={retry}>
        {sentenceOf(error)}
      </MessageBlock>
    );
  }
  return (
    <>
      {error === null ? null : (
        <Banner tone="danger" icon={CircleX} title={`${what} couldn't be refreshed.`} action={retry}>
          {sentenceOf(error)} The data below may be out of date.
        </Banner>
      )}
      {children(data)}
    </>
  );
};

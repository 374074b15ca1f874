import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { ListenerState } from '#shared/console-contract/listener-calls.ts';
import { useConsole, useRead } from '../../../api/console-api.ts';
import { useAction } from '../../../api/use-action.ts';

const stateKey = ['listener', 'state'] as const;

export const useListener = () => {
  const { api, listen } = useConsole();
  const client = useQueryClient();
  const query = useQuery({
    queryKey: stateKey,
    queryFn: ({ signal }) => api.listener.state({}, { signal }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
  const { refetch } = query;
  useEffect(() => {
    let [isReading, isOutOfDate] = [false, false];
    const readAgain = async (): Promise<void> => {
      isOutOfDate = true;
      if (isReading) return;
      isReading = true;
      while (isOutOfDate) {
        isOutOfDate = false;
        // Cancels a read that started before the change, because it may return old state. Doesn't cancel reads that
        // started here: frequent changes could then keep every read from finishing.
        await refetch();
      }
      isReading = false;
    };
    return listen(({ name }) => (name === 'listener:changed' ? void readAgain() : undefined));
  }, [listen, refetch]);
  const { run, ...action } = useAction(async (_signal, act: () => Promise<ListenerState>) => {
    const state = await act();
    // A pending read could replace the newer state with an older one.
    await client.cancelQueries({ queryKey: stateKey });
    client.setQueryData(stateKey, state);
    // The cancelled read may have been the only one to report later changes.
    void client.invalidateQueries({ queryKey: stateKey });
  });
  return {
    read: query,
    ...action,
    start: (address: string | null) => run(() => api.listener.start({ address })),
    stop: () => run(() => api.listener.stop({})),
    pause: (paused: boolean) => run(() => api.listener.pause({ paused })),
    renewSecret: () => run(() => api.listener.renewSecret({})),
    sendTest: () => run(() => api.listener.sendTest({})),
    closeGap: () => run(() => api.listener.closeGap({})),
    resend: (id: string | null) => run(() => api.listener.resend({ id })),
    clear: (waiting: boolean) => run(() => api.listener.clear({ waiting })),
  };
};
export type Listener = ReturnType<typeof useListener>;

export const useListenedEvent = (id: string, version: string) => {
  return useRead(['listener', 'event', id, version], (api, options) => api.listener.event({ id }, options), {
    // Keeps earlier data only of the same event, so that the user never copies another event's body.
    placeholderData: (previous, query) => (query?.queryKey[2] === id ? previous : undefined),
  });
};

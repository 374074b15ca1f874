import { useEffect } from 'react';
import type { ConsoleState } from '#shared/console-contract/console-calls.ts';
import { growingPause, retryPolicy } from '#shared/retry-policy.ts';
import { useConsole } from '../../api/console-context.tsx';
import { useIsPageHidden } from '../../components/listing/refresh/auto-refresh.ts';

/** Polls an unreachable service, because a page may send no requests. Pauses in hidden windows. */
export const useRetryOnReturn = (connection: ConsoleState['connection']['state'] | undefined): void => {
  const { api } = useConsole();
  const isPageHidden = useIsPageHidden();
  const isUnavailable = connection === 'offline' && !isPageHidden;
  useEffect(() => {
    if (!isUnavailable) return;
    const stop = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const scheduleRetry = (tries: number): void => {
      timer = setTimeout(() => void ask(tries), growingPause(retryPolicy.comeBack, tries));
    };
    const ask = async (tries: number): Promise<void> => {
      await api.console.askAgain({}, { signal: stop.signal }).catch(() => undefined);
      // After a response, the connection state changes, which ends this effect.
      if (!stop.signal.aborted) scheduleRetry(tries + 1);
    };
    scheduleRetry(1);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [api, isUnavailable]);
};

import { useEffect, useSyncExternalStore } from 'react';
import type { ConsoleState } from '#shared/console-contract/console-calls.ts';
import { growingPause, retryPolicy } from '#shared/retry-policy.ts';
import { useConsole } from '../../api/console-context.tsx';

const subscribe = (listener: () => void): (() => void) => {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
};
const isHidden = (): boolean => document.visibilityState === 'hidden';

/**
 * While the service is out of reach, asks it by itself whether it is there again: a page that reads nothing would say
 * so until somebody presses something. A window that nobody sees asks nothing, and soon again when it is looked at.
 */
export const useRetryOnReturn = (connection: ConsoleState['connection']['state'] | undefined): void => {
  const { api } = useConsole();
  const hidden = useSyncExternalStore(subscribe, isHidden);
  const isAway = connection === 'offline' && !hidden;
  useEffect(() => {
    if (!isAway) return;
    const stop = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const askLater = (tries: number): void => {
      timer = setTimeout(() => void ask(tries), growingPause(retryPolicy.comeBack, tries));
    };
    const ask = async (tries: number): Promise<void> => {
      await api.console.askAgain({}, { signal: stop.signal }).catch(() => undefined);
      // The answer comes as a change of the connection, which ends this.
      if (!stop.signal.aborted) askLater(tries + 1);
    };
    askLater(1);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [api, isAway]);
};

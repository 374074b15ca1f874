import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { nextRefreshAt, type RefreshFacts } from './auto-refresh.ts';

const subscribe = (listener: () => void): (() => void) => {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
};
const isHidden = (): boolean => document.visibilityState === 'hidden';

/** Calls `refresh` when it is due; a page that comes back into view makes up for what it missed at once. */
export const useAutoRefresh = (facts: Omit<RefreshFacts, 'pageHidden'>, refresh: () => void): number | null => {
  const pageHidden = useSyncExternalStore(subscribe, isHidden);
  const nextAt = nextRefreshAt({ ...facts, pageHidden });
  const onDue = useEffectEvent(refresh);
  useEffect(() => {
    if (nextAt === null) return;
    const timer = setTimeout(onDue, Math.max(0, nextAt - Date.now()));
    return () => clearTimeout(timer);
  }, [nextAt]);
  return nextAt;
};

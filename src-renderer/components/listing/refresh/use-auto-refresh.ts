import { useSyncExternalStore } from 'react';
import { useAt } from '../../../api/retry-at.ts';
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
  useAt(nextAt, refresh);
  return nextAt;
};

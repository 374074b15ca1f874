import { useSyncExternalStore } from 'react';
import { type AppErrorCode, requiresKey, canPass } from '#shared/app-error-codes.ts';
import type { Preferences } from '#shared/console-contract/settings-calls.ts';
import { useTimerAt } from '../../../api/read-failures.ts';

export type RefreshSeconds = Preferences['autoRefreshSeconds'];
export const refreshSteps: readonly RefreshSeconds[] = [0, 10, 30, 60];

/** State that decides when a list refreshes. Times in ms since 1970, 0 for never. */
export interface RefreshFacts {
  readonly seconds: RefreshSeconds;
  readonly triedAt: number;
  readonly reading: boolean;
  readonly pageHidden: boolean;
  readonly errorCode: AppErrorCode | null;
}

/** Whether the last error stops automatic refreshes until the user acts. A rejected key isn't sent again. */
export const isStopped = (errorCode: AppErrorCode | null): boolean =>
  errorCode !== null && (requiresKey(errorCode) || errorCode === 'forbidden');

export const nextRefreshAt = ({ seconds, triedAt, reading, pageHidden, errorCode }: RefreshFacts): number | null => {
  if (seconds === 0 || triedAt === 0 || reading || pageHidden) return null;
  if (isStopped(errorCode) || (errorCode !== null && canPass(errorCode))) return null;
  return triedAt + seconds * 1000;
};

export const refreshShare = (nextAt: number, seconds: RefreshSeconds, now: number): number =>
  seconds === 0 ? 0 : Math.min(1, Math.max(0, 1 - (nextAt - now) / (seconds * 1000)));

export const stepText = (seconds: RefreshSeconds): string => (seconds === 0 ? 'Off' : `${seconds} s`);

const subscribe = (listener: () => void): (() => void) => {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
};

export const useIsPageHidden = (): boolean =>
  useSyncExternalStore(subscribe, () => document.visibilityState === 'hidden');

/** Calls `refresh` when due. If the page was hidden at that time, calls it as soon as the page is visible. */
export const useAutoRefresh = (facts: Omit<RefreshFacts, 'pageHidden'>, refresh: () => void): number | null => {
  const pageHidden = useIsPageHidden();
  const nextAt = nextRefreshAt({ ...facts, pageHidden });
  useTimerAt(nextAt, refresh);
  return nextAt;
};

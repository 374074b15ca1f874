import type { LoadedState } from '#shared/console-contract/loaded-calls.ts';
import { type LoadState, type Moment, remainingMs, rowsPerSecond } from './load-state.ts';
import { lastPage } from './page-queue.ts';

export type LoadProgress = Omit<LoadedState, 'resource' | 'profileId' | 'startedAt' | 'finishedAt' | 'toppedUpAt'>;

export const noProgress: LoadProgress = {
  phase: 'none',
  pausedAt: null,
  nextTryAt: null,
  isTopUp: false,
  rows: 0,
  total: null,
  requests: { done: 0, planned: null },
  rowsPerSecond: null,
  remainingMs: null,
  missing: null,
  unreadable: 0,
  problem: null,
  version: 0,
};

const isoOf = (ms: number): string => new Date(ms).toISOString();

export function progressOf(state: LoadState, now: Moment): LoadProgress {
  const { outcome, pausedAt, retryAt, isTopUp, queue, requests, marks } = state;
  const isRunning = outcome === null;
  const waitsUntil = isRunning && pausedAt === null ? retryAt : null;
  const last = lastPage(queue);
  // At the end, page 1 is read again. A top-up can't know how many pages it will read.
  const planned = isTopUp || last === null ? null : last + 1;
  return {
    phase: outcome ?? (pausedAt !== null ? 'paused' : waitsUntil === null ? 'loading' : 'waiting'),
    pausedAt: pausedAt === null ? null : isoOf(pausedAt),
    nextTryAt: waitsUntil === null ? null : isoOf(now.wall + Math.max(waitsUntil - now.monotonic, 0)),
    isTopUp,
    rows: state.rows,
    total: queue.total,
    requests: { done: requests.done, planned },
    rowsPerSecond: isRunning && !isTopUp ? rowsPerSecond(marks) : null,
    remainingMs: isRunning && planned !== null ? remainingMs(marks, Math.max(planned - requests.done, 0)) : null,
    missing: state.missing,
    unreadable: state.unreadable,
    problem: state.problem,
    version: state.version,
  };
}

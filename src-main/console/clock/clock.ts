import { setTimeout } from 'node:timers/promises';

export interface Clock {
  readonly now: () => Date;
  readonly monotonic: () => number;
  /** Resolves after `ms`, or immediately when `signal` is aborted. */
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
}

export const systemClock: Clock = {
  now: () => new Date(),
  monotonic: () => performance.now(),
  // `setTimeout` rejects when the signal is aborted.
  sleep: (ms, signal) => setTimeout(ms, undefined, signal && { signal }).catch(() => undefined),
};

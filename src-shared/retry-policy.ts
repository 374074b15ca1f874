interface GrowingPause {
  readonly baseMs: number;
  readonly capMs: number;
}

/**
 * Delays in ms. `canPass` decides which errors are retried; `src-main/console/api-client/limits.ts` has the deadlines.
 */
export const retryPolicy = {
  request: { tries: 3, baseMs: 400, capMs: 30_000, longestAskedMs: 30_000 },
  load: {
    tries: 6,
    /** Allows more retries, because a service that limits requests tells clients how long to wait. */
    triesWhenLimited: 30,
    baseMs: 1_000,
    capMs: 30_000,
    longestAskedMs: 10 * 60_000,
  },
  /** Lookup of a list of IDs: the default delay, and the longest `Retry-After` that the console respects. */
  lookup: { pauseMs: 2_000, longestAskedMs: 10 * 60_000 },
  /** A visible item that couldn't be read. The console retries while the item is visible. */
  view: { pauseMs: 20_000, longestAskedMs: 10 * 60_000 },
  /** An unreachable service. The console polls while the console's window is visible. */
  unreachable: { baseMs: 2_000, capMs: 30_000 },
  /** An item of a download, from a server that isn't available. */
  download: { tries: 6, baseMs: 500, capMs: 15_000 },
  cutOff: { tries: 3, pauseMs: 100 },
  eventStream: { baseMs: 250, capMs: 10_000 },
  process: { starts: 5, withinMs: 60_000 },
} as const;

/** Returns the exponential delay in ms after `tries` failed attempts, from 1. */
export const exponentialDelay = ({ baseMs, capMs }: GrowingPause, tries: number): number =>
  Math.min(baseMs * 2 ** (tries - 1), capMs);

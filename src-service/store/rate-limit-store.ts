/** Requests per budget in windows of fixed length; a bounded number of them, whoever sends requests. */
export interface RateLimitStore {
  /** Counts one request; gives back how many of this window there are now, and when the window ends. */
  count(budget: string, windowMs: number, now: number): Promise<{ count: number; windowEnds: number }>;
  /** Drops windows that ended at `before` or earlier. */
  forget(before: number): Promise<void>;
}

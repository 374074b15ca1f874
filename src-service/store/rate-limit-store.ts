/** Requests per caller in windows of fixed length. */
export interface RateLimitStore {
  /** Counts one request; gives back how many of this window there are now, and when the window ends. */
  count(caller: string, windowMs: number, now: number): Promise<{ count: number; windowEnds: number }>;
  /** Drops windows that ended before `before`. */
  forget(before: number): Promise<void>;
}

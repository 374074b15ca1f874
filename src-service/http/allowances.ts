import type { Clock } from '../store/clock.ts';
import type { RateLimitStore } from '../limits/limiter.ts';

interface Allowance {
  counted: number;
  sent: number;
  uncounted: number;
  /** When the window ends, by this process's monotonic clock. Undefined until the store has responded. */
  ends: number | undefined;
}

type Verdict = { readonly isAllowed: true } | { readonly isAllowed: false; readonly endsInMs: number };

interface AllowanceOptions {
  readonly limit: number;
  readonly windowMs: number;
  readonly counts: RateLimitStore;
  readonly clock: Clock;
  /** Monotonic clock, in milliseconds. */
  readonly elapsed?: () => number;
}

/** Requests between queries of the store: a twentieth of the limit. Each further instance may exceed it by a batch. */
export const batchOf = (limit: number): number => Math.max(1, Math.floor(limit / 20));

/** Above this number, the oldest budgets are dropped. The store still counts them. */
const maxBudgets = 10_000;

/**
 * Counts requests in the store, but queries the store only for the first request of a window, once per batch, and for
 * each request near the limit. A single instance counts exactly. Each further instance may allow up to one batch more.
 */
export const createAllowances = ({
  limit,
  windowMs,
  counts,
  clock,
  elapsed = () => performance.now(),
}: AllowanceOptions): ((budget: string) => Promise<Verdict>) => {
  const batch = batchOf(limit);
  const known = new Map<string, Allowance>();

  const verdict = (count: number, ends: number): Verdict =>
    count <= limit ? { isAllowed: true } : { isAllowed: false, endsInMs: ends - elapsed() };

  const allowanceOf = (budget: string): Allowance => {
    const own = known.get(budget);
    if (own !== undefined && (own.ends === undefined || own.ends > elapsed())) return own;
    const started = { counted: 0, sent: 0, uncounted: 0, ends: undefined };
    known.delete(budget);
    if (batch > 1) known.set(budget, started);
    const [oldest = budget] = known.size > maxBudgets ? known.keys() : [];
    if (oldest !== budget) known.delete(oldest);
    return started;
  };

  return async (budget) => {
    const own = allowanceOf(budget);
    if (own.ends !== undefined && own.uncounted + 1 < batch) {
      const isOver = own.counted > limit;
      if (isOver || own.counted + own.sent + own.uncounted + 1 <= limit) {
        own.uncounted += 1;
        return verdict(own.counted, own.ends);
      }
    }
    const more = own.uncounted + 1;
    own.uncounted = 0;
    // Counted before the reply, because replies arrive in any order and none includes later requests.
    own.sent += more;
    try {
      const now = await clock.now();
      const { count, windowEnds } = await counts.count(budget, more, windowMs, now);
      own.ends ??= elapsed() + windowEnds - now;
      own.counted = Math.max(own.counted, count);
      return verdict(count, elapsed() + windowEnds - now);
    } catch (error) {
      // Reported with the next request.
      own.uncounted += more - 1;
      throw error;
    } finally {
      own.sent -= more;
    }
  };
};

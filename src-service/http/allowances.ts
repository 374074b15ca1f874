import type { Clock } from '../store/clock.ts';
import type { RateLimitStore } from '../store/rate-limit-store.ts';

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
  readonly elapsed?: () => number;
}

/** Requests between queries of the store. Each further instance may exceed the limit by up to this many. */
export const batchSizeOf = (limit: number): number => Math.max(1, Math.floor(limit / 20));

/** Above this number, the oldest budgets are dropped from memory; the store still counts them. */
const maxBudgets = 10_000;

/** Queries the store once per batch, and for each request near the limit. A single instance counts exactly. */
export const createAllowances = ({
  limit,
  windowMs,
  counts,
  clock,
  elapsed = () => performance.now(),
}: AllowanceOptions): ((budget: string) => Promise<Verdict>) => {
  const batch = batchSizeOf(limit);
  const allowances = new Map<string, Allowance>();

  const verdict = (count: number, ends: number): Verdict =>
    count <= limit ? { isAllowed: true } : { isAllowed: false, endsInMs: ends - elapsed() };

  const allowanceOf = (budget: string): Allowance => {
    const ownAllowance = allowances.get(budget);
    if (ownAllowance !== undefined && (ownAllowance.ends === undefined || ownAllowance.ends > elapsed()))
      return ownAllowance;
    const newAllowance = { counted: 0, sent: 0, uncounted: 0, ends: undefined };
    allowances.delete(budget);
    if (batch > 1) allowances.set(budget, newAllowance);
    const [oldest = budget] = allowances.size > maxBudgets ? allowances.keys() : [];
    if (oldest !== budget) allowances.delete(oldest);
    return newAllowance;
  };

  return async (budget) => {
    const ownAllowance = allowanceOf(budget);
    if (ownAllowance.ends !== undefined && ownAllowance.uncounted + 1 < batch) {
      const isOver = ownAllowance.counted > limit;
      if (isOver || ownAllowance.counted + ownAllowance.sent + ownAllowance.uncounted + 1 <= limit) {
        ownAllowance.uncounted += 1;
        return verdict(ownAllowance.counted, ownAllowance.ends);
      }
    }
    const more = ownAllowance.uncounted + 1;
    ownAllowance.uncounted = 0;
    // Counted before the store replies, because replies arrive in any order and don't include later requests.
    ownAllowance.sent += more;
    try {
      const now = await clock.now();
      const { count, windowEnds } = await counts.count(budget, more, windowMs, now);
      ownAllowance.ends ??= elapsed() + windowEnds - now;
      ownAllowance.counted = Math.max(ownAllowance.counted, count);
      return verdict(count, elapsed() + windowEnds - now);
    } catch (error) {
      // The next request for this budget reports these uses to the store.
      ownAllowance.uncounted += more - 1;
      throw error;
    } finally {
      ownAllowance.sent -= more;
    }
  };
};

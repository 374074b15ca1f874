export interface Budget {
  /** Says whose budget it is, for example `sign-in from 203.0.113.9`. */
  readonly name: string;
  readonly limit: number;
  readonly windowMs: number;
}

interface CountedWindow {
  readonly count: number;
  readonly windowEnds: number;
}

export interface RateLimitStore {
  /** Adds to the present window, or starts one. A clock that goes back by up to `clockSlackMs` starts no new window. */
  count(budget: string, requests: number, windowMs: number, now: number): Promise<CountedWindow>;
  /** Lowers the window that ends at `windowEnds`, not below 0; does nothing if the budget is in another window. */
  lower(budget: string, requests: number, windowEnds: number): Promise<void>;
  /** Deletes windows that ended at `before` or earlier. */
  forget(before: number): Promise<void>;
}

/**
 * A window that ends later than a new one would, by more than this, was started before the clock was put back. Two
 * requests that read the clock in one order and count in the other differ by less.
 */
export const clockSlackMs = 30_000;

export interface Ticket {
  readonly isAllowed: true;
  /** Takes the use back from the windows that counted it, once. Call it only with proof that the use was harmless. */
  giveBack(): Promise<void>;
}

export interface LimitReached {
  readonly isAllowed: false;
  readonly budget: Budget;
  /** When its window ends, milliseconds since 1970. */
  readonly endsAt: number;
  readonly endsInMs: number;
  /** True for the use that crossed the limit: the one to write into a log. */
  readonly isFirst: boolean;
}

type Verdict = Ticket | LimitReached;

/** Counts before the work starts, so that concurrent calls can't exceed a limit. */
export interface Limiter {
  /**
   * Counts one use in each budget, in order. The first budget that is used up refuses, and the ones before it get their
   * count back.
   */
  begin(budgets: readonly Budget[], uses?: number): Promise<Verdict>;
}

/** The counts live in the store, so that all instances on one store count together. */
export const createLimiter = (counts: RateLimitStore, now: () => Promise<number>): Limiter => ({
  begin: async (budgets, uses = 1) => {
    const counted: { readonly name: string; readonly windowEnds: number }[] = [];
    const giveBack = async (): Promise<void> => {
      for (const { name, windowEnds } of counted.splice(0)) await counts.lower(name, uses, windowEnds);
    };
    for (const budget of budgets) {
      const { name, limit, windowMs } = budget;
      const at = await now();
      const { count, windowEnds } = await counts.count(name, uses, windowMs, at);
      if (count <= limit) {
        counted.push({ name, windowEnds });
        continue;
      }
      await giveBack();
      return {
        isAllowed: false,
        budget,
        endsAt: windowEnds,
        endsInMs: windowEnds - at,
        isFirst: count - uses <= limit,
      };
    }
    return { isAllowed: true, giveBack };
  },
});

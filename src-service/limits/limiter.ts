import type { RateLimitStore } from '../store/rate-limit-store.ts';

export interface Budget {
  readonly name: string;
  readonly limit: number;
  readonly windowMs: number;
}

export interface Ticket {
  readonly isAllowed: true;
  /** Subtracts the use from the windows that counted it, once. Call it only with proof that the use was harmless. */
  giveBack(): Promise<void>;
}

export interface LimitReached {
  readonly isAllowed: false;
  readonly budget: Budget;
  /** End of the exhausted window, in milliseconds since 1970. */
  readonly endsAt: number;
  readonly endsInMs: number;
  /** True only for the first use above the limit, so that the refusal is logged once. */
  readonly isFirst: boolean;
}

/** All instances share the counts in the store. A use counts before its work, so that no limit is exceeded. */
export const createLimiter = (counts: RateLimitStore, now: () => Promise<number>) => ({
  /** Counts one use in each budget, in order. An exhausted budget refuses the use and restores the earlier budgets. */
  consume: async (budgets: readonly Budget[], uses = 1): Promise<Ticket | LimitReached> => {
    const countedWindows: { readonly name: string; readonly windowEnds: number }[] = [];
    const giveBack = async (): Promise<void> => {
      for (const { name, windowEnds } of countedWindows.splice(0)) await counts.lower(name, uses, windowEnds);
    };
    for (const budget of budgets) {
      const { name, limit, windowMs } = budget;
      const at = await now();
      const { count, windowEnds } = await counts.count(name, uses, windowMs, at);
      if (count <= limit) {
        countedWindows.push({ name, windowEnds });
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

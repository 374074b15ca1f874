import { createHash } from 'node:crypto';
import type { Store } from '../store/store.ts';

/** Wrong passwords of one account, and from one network, before the next try has to wait. */
const most = { account: 5, network: 20 } as const;
const windowMs = 60_000;

/** Tries of passwords; counted before they are looked at, so that many at once are no way round. */
export interface Attempts {
  /** Seconds until the next try where there were too many; undefined where this one may be made. */
  begin(email: string, network: string): Promise<number | undefined>;
  /** A right password does not count. */
  succeed(email: string, network: string): Promise<void>;
}

/**
 * The network comes first: one that is over counts and writes nothing more, whichever accounts it names. An address is
 * kept as a hash: the counts say of nobody that somebody tried to be them.
 */
const budgets = (email: string, network: string): readonly (readonly [string, number])[] => [
  [`sign-in from ${network}`, most.network],
  [`sign-in ${createHash('sha256').update(email).digest('base64url')}`, most.account],
];

/** Counts in the store, so that all instances on it count together. */
export const createAttempts = ({
  rateLimits,
  clock,
  audit,
}: Pick<Store, 'rateLimits' | 'clock' | 'audit'>): Attempts => ({
  begin: async (email, network) => {
    const now = await clock.now();
    for (const [budget, limit] of budgets(email, network)) {
      const { count, windowEnds } = await rateLimits.count(budget, 1, windowMs, now);
      if (count <= limit) continue;
      // Once for each window: an attacker writes no log.
      if (count === limit + 1) {
        await audit.append({ action: 'person.slowed', by: 'service', from: network, details: { tries: limit } }, now);
      }
      return Math.max(1, Math.ceil((windowEnds - now) / 1_000));
    }
    return undefined;
  },
  succeed: async (email, network) => {
    const now = await clock.now();
    for (const [budget] of budgets(email, network)) await rateLimits.count(budget, -1, windowMs, now);
  },
});

import { createHash } from 'node:crypto';
import { Refusal, wholeSeconds } from '../http/refusal.ts';
import type { Store } from '../store/store.ts';

/** Wrong passwords of one account, and from one network, before the next try has to wait. */
const most = { account: 5, network: 20 } as const;
const windowMs = 60_000;
/** Wrong one-time codes of one person, who has the right password: of a million, so many in an hour are few. */
const codes = { most: 10, windowMs: 3_600_000 } as const;

export const slowed = (seconds: number): Refusal =>
  new Refusal(429, `Too many tries. The next one is in ${seconds} s.`, { 'retry-after': String(seconds) });

/** Tries of passwords; counted before they are looked at, so that many at once are no way round. */
export interface Attempts {
  /** Seconds until the next try where there were too many; undefined where this one may be made. */
  begin(email: string, network: string): Promise<number | undefined>;
  /** A right password does not count. */
  succeed(email: string, network: string): Promise<void>;
  /** The same for a way in that names no account: by the network alone. */
  beginFrom(network: string): Promise<number | undefined>;
  succeedFrom(network: string): Promise<void>;
  /** The same for the one-time codes of a person, from wherever. */
  beginCode(person: string, network: string): Promise<number | undefined>;
  succeedCode(person: string): Promise<void>;
}

const networkBudget = (network: string): string => `sign-in from ${network}`;

/**
 * The network comes first: one that is over counts and writes nothing more, whichever accounts it names. An address is
 * kept as a hash: the counts say of nobody that somebody tried to be them.
 */
const budgets = (email: string, network: string): readonly (readonly [string, number])[] => [
  [networkBudget(network), most.network],
  [`sign-in ${createHash('sha256').update(email).digest('base64url')}`, most.account],
];

const codeBudget = (person: string): string => `code ${person}`;

/** Counts in the store, so that all instances on it count together. */
export const createAttempts = ({
  rateLimits,
  clock,
  audit,
}: Pick<Store, 'rateLimits' | 'clock' | 'audit'>): Attempts => {
  /** Counts one; seconds to wait where that was one too many. Who has to wait is in the log once for each window: an attacker writes no log. */
  const count = async (
    budget: string,
    limit: number,
    budgetMs: number,
    from: string,
    person?: string,
  ): Promise<number | undefined> => {
    const now = await clock.now();
    const counted = await rateLimits.count(budget, 1, budgetMs, now);
    if (counted.count <= limit) return undefined;
    if (counted.count === limit + 1) {
      const event = { action: 'person.slowed', by: 'service', from, subject: person } as const;
      await audit.append({ ...event, details: { tries: limit } }, now);
    }
    return wholeSeconds(counted.windowEnds - now);
  };
  return {
    begin: async (email, network) => {
      for (const [budget, limit] of budgets(email, network)) {
        const seconds = await count(budget, limit, windowMs, network);
        if (seconds !== undefined) return seconds;
      }
      return undefined;
    },
    succeed: async (email, network) => {
      const now = await clock.now();
      for (const [budget] of budgets(email, network)) await rateLimits.count(budget, -1, windowMs, now);
    },
    beginFrom: (network) => count(networkBudget(network), most.network, windowMs, network),
    succeedFrom: async (network) =>
      void (await rateLimits.count(networkBudget(network), -1, windowMs, await clock.now())),
    // Whoever gets so far knows the password: that person reads of it in the log.
    beginCode: (person, network) => count(codeBudget(person), codes.most, codes.windowMs, network, person),
    succeedCode: async (person) =>
      void (await rateLimits.count(codeBudget(person), -1, codes.windowMs, await clock.now())),
  };
};

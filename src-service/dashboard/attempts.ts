import { refuse, wholeSeconds } from '../http/refusal.ts';
import { type Budget, createLimiter, type Ticket } from '../limits/limiter.ts';
import { hashSecretText } from '../store/secrets.ts';
import type { Store } from '../store/store.ts';

const minuteMs = 60_000;

const fromNetwork = (network: string): Budget => ({ name: `sign-in from ${network}`, limit: 20, windowMs: minuteMs });

/** The address is hashed, so that the store doesn't reveal which addresses were tried. */
const accountBudget = (email: string): Budget => ({
  name: `sign-in ${hashSecretText(email)}`,
  limit: 5,
  windowMs: minuteMs,
});

/** Successful sign-ins are limited too, because each adds a session and an audit log entry. */
const successBudget = (account: string): Budget => ({
  name: `signed in ${hashSecretText(account)}`,
  limit: 60,
  windowMs: 60 * minuteMs,
});

/** Wrong one-time codes of a user whose password was right: 10 an hour, of a million possible codes. */
const codeBudget = (person: string): Budget => ({ name: `code ${person}`, limit: 10, windowMs: 60 * minuteMs });

/** Budget for starting a passkey or company sign-in. A start checks no secret, so it doesn't count as a failure. */
const startBudget = (network: string): Budget => ({
  name: `sign-in starts from ${network}`,
  limit: 60,
  windowMs: minuteMs,
});

export const tooManyAttempts = (seconds: number): never =>
  refuse(429, `Too many attempts. Try again in ${seconds} s.`, { 'retry-after': String(seconds) });

/** Limits sign-in attempts. Each attempt counts as a failure first; a successful attempt is credited back. */
export const createAttempts = ({ rateLimits, clock, audit }: Pick<Store, 'rateLimits' | 'clock' | 'audit'>) => {
  const limiter = createLimiter(rateLimits, () => clock.now());
  const startAttempt = async (budgets: readonly Budget[], from: string, person?: string): Promise<Ticket> => {
    const verdict = await limiter.consume(budgets);
    if (verdict.isAllowed) return verdict;
    // Logged once per window, so that an attacker can't fill the audit log.
    if (verdict.isFirst) {
      const event = { action: 'person.slowed', by: 'service', from, subject: person } as const;
      await audit.append({ ...event, details: { tries: verdict.budget.limit } }, await clock.now());
    }
    return tooManyAttempts(wholeSeconds(verdict.endsInMs));
  };
  return {
    /**
     * A password attempt. Counts as a failure and as a success until `check` returns: undefined for a failure. Counts for
     * the network first, because a network without budget must not lock accounts.
     */
    password: async <Result>(email: string, network: string, check: () => Promise<Result | undefined>) => {
      const failure = await startAttempt([fromNetwork(network), accountBudget(email)], network);
      const success = await startAttempt([successBudget(email)], network).catch(async (error: unknown) => {
        await failure.giveBack();
        throw error;
      });
      const result = await check();
      await (result === undefined ? success : failure).giveBack();
      return result;
    },
    session: (person: string, network: string) => startAttempt([successBudget(person)], network),
    /** A sign-in by passkey or company sign-in, which names no account. */
    signIn: (network: string) => startAttempt([fromNetwork(network)], network),
    start: (network: string) => startAttempt([startBudget(network)], network),
    // The caller knows the password, so the audit entry names the user.
    code: (person: string, network: string) => startAttempt([codeBudget(person)], network, person),
  };
};

export type Attempts = ReturnType<typeof createAttempts>;

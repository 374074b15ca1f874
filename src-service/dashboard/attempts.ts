import { createHash } from 'node:crypto';
import { Refusal, wholeSeconds } from '../http/refusal.ts';
import { type Budget, createLimiter, type Ticket } from '../limits/limiter.ts';
import type { Store } from '../store/store.ts';

const minuteMs = 60_000;

const fromNetwork = (network: string): Budget => ({ name: `sign-in from ${network}`, limit: 20, windowMs: minuteMs });

/** Wrong passwords of one account. The store keeps a hash, so it does not show which addresses were tried. */
const ofAccount = (email: string): Budget => ({
  name: `sign-in ${createHash('sha256').update(email).digest('base64url')}`,
  limit: 5,
  windowMs: minuteMs,
});

/** Wrong one-time codes of one person, who has the right password: 10 an hour of a million possible codes. */
const ofCodes = (person: string): Budget => ({ name: `code ${person}`, limit: 10, windowMs: 60 * minuteMs });

/** Starts of sign-ins that name no account. They prove nothing, so they never use up the budget for failures. */
const ofStarts = (network: string): Budget => ({
  name: `sign-in starts from ${network}`,
  limit: 60,
  windowMs: minuteMs,
});

export const slowed = (seconds: number): Refusal =>
  new Refusal(429, `Too many attempts. Try again in ${seconds} s.`, { 'retry-after': String(seconds) });

/** Limits tries to sign in. Each counts before it is checked, and is given back only when it proves to be right. */
export interface Attempts {
  /** A try of a password. The network comes first: once its budget is used up, it can lock no account. */
  password(email: string, network: string): Promise<Ticket | Refusal>;
  /** A sign-in by passkey or company, which names no account. */
  signIn(network: string): Promise<Ticket | Refusal>;
  start(network: string): Promise<Ticket | Refusal>;
  code(person: string, network: string): Promise<Ticket | Refusal>;
}

export const createAttempts = ({
  rateLimits,
  clock,
  audit,
}: Pick<Store, 'rateLimits' | 'clock' | 'audit'>): Attempts => {
  const limiter = createLimiter(rateLimits, () => clock.now());
  const startAttempt = async (budgets: readonly Budget[], from: string, person?: string): Promise<Ticket | Refusal> => {
    const verdict = await limiter.begin(budgets);
    if (verdict.isAllowed) return verdict;
    // Once per window, so that an attacker can't fill the audit log.
    if (verdict.isFirst) {
      const event = { action: 'person.slowed', by: 'service', from, subject: person } as const;
      await audit.append({ ...event, details: { tries: verdict.budget.limit } }, await clock.now());
    }
    return slowed(wholeSeconds(verdict.endsInMs));
  };
  return {
    password: (email, network) => startAttempt([fromNetwork(network), ofAccount(email)], network),
    signIn: (network) => startAttempt([fromNetwork(network)], network),
    start: (network) => startAttempt([ofStarts(network)], network),
    // The caller knows the password, so the entry names the user.
    code: (person, network) => startAttempt([ofCodes(person)], network, person),
  };
};

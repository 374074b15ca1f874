import { type Budget, createLimiter, type Verdict } from '../limits/limiter.ts';
import type { Store } from '../store/store.ts';

const windowMs = 15 * 60_000;

interface LoginCaller {
  readonly organization: number;
  /** SHA-256 of the access token behind the modal. */
  readonly session: Uint8Array;
  readonly network: string;
}

/** Wrong passwords at a source. The network comes first: once it is used up, it counts nothing more. */
const budgetsOf = ({ session, network }: LoginCaller): readonly Budget[] => [
  { name: `log-in from ${network}`, limit: 20, windowMs },
  { name: `log-in ${Buffer.from(session).toString('base64url')}`, limit: 5, windowMs },
];

/** Counts a try to log in at a source, so that nobody guesses passwords of a real account through the service. */
export const beginLogin = (
  { rateLimits, clock }: Pick<Store, 'rateLimits' | 'clock'>,
  caller: LoginCaller,
): Promise<Verdict> => createLimiter(rateLimits, () => clock.now(caller.organization)).begin(budgetsOf(caller));

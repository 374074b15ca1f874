import { type Budget, createLimiter, type LimitReached } from '../limits/limiter.ts';
import type { LoginTicket } from '../migration-engine/modal-actions.ts';
import type { Store } from '../store/store.ts';

const windowMs = 15 * 60_000;
const mebibyte = 1_048_576;

interface LoginCaller {
  readonly organization: number;
  /** SHA-256 of the modal's access token. */
  readonly session: Uint8Array;
  readonly network: string;
}

/** The network comes first, so that its exhausted budget leaves the other budgets unchanged. */
const budgetsOf = ({ session, network }: LoginCaller) => {
  const createBudgets = (
    name: string,
    limits: { readonly network: number; readonly session: number },
  ): readonly Budget[] => [
    { name: `${name} from ${network}`, limit: limits.network, windowMs },
    { name: `${name} ${Buffer.from(session).toString('base64url')}`, limit: limits.session, windowMs },
  ];
  return {
    wrongPasswords: createBudgets('log-in', { network: 20, session: 5 }),
    logins: createBudgets('any log-in', { network: 300, session: 20 }),
    listMebibytes: createBudgets('lists', { network: 1_024, session: 128 }),
  };
};

/** Counts a login before its password goes to the source, to limit guessing. `countList` counts the lists later. */
export const startLogin = async (
  { rateLimits, clock }: Pick<Store, 'rateLimits' | 'clock'>,
  caller: LoginCaller,
): Promise<LoginTicket | LimitReached> => {
  const limiter = createLimiter(rateLimits, () => clock.now(caller.organization));
  const { wrongPasswords, logins, listMebibytes } = budgetsOf(caller);
  const listTicket = await limiter.consume(listMebibytes, 0);
  if (!listTicket.isAllowed) return listTicket;
  const loginTicket = await limiter.consume(logins);
  if (!loginTicket.isAllowed) return loginTicket;
  const passwordTicket = await limiter.consume(wrongPasswords);
  if (!passwordTicket.isAllowed) {
    await loginTicket.giveBack();
    return passwordTicket;
  }
  const countList = async (bytes: number): Promise<void> => {
    const uses = Math.ceil(bytes / mebibyte);
    // Uses one call per budget: in a joint call, one exhausted budget would prevent counting in the other.
    if (uses > 0) for (const budget of listMebibytes) await limiter.consume([budget], uses);
  };
  return { ...passwordTicket, countList };
};

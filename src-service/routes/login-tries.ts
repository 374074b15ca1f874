import type { LoginTries } from '../migration-engine/modal-actions.ts';
import type { Store } from '../store/store.ts';

/** Wrong passwords of one session, and from one network, before the next try has to wait. */
const most = { session: 5, network: 20 } as const;
const windowMs = 15 * 60_000;

interface Trying {
  /** Of the access token behind the modal. */
  readonly session: Uint8Array;
  readonly network: string;
  readonly now: number;
}

/** Counts wrong passwords in the store, so that all instances on it count together. */
export const loginTries = (
  { rateLimits }: Pick<Store, 'rateLimits'>,
  { session, network, now }: Trying,
): LoginTries => {
  // The network comes first: one that is over counts and writes nothing more.
  const budgets = [
    [`log-in from ${network}`, most.network],
    [`log-in ${Buffer.from(session).toString('base64url')}`, most.session],
  ] as const;
  const takeBack = async (counted: readonly (readonly [string, number])[]): Promise<void> => {
    for (const [budget] of counted) await rateLimits.count(budget, -1, windowMs, now);
  };
  return {
    begin: async () => {
      for (const [index, [budget, limit]] of budgets.entries()) {
        const { count, windowEnds } = await rateLimits.count(budget, 1, windowMs, now);
        if (count <= limit) continue;
        // Nothing is sent: whoever presses on after the last try of a session takes none from others of the network.
        await takeBack(budgets.slice(0, index));
        return windowEnds;
      }
      return undefined;
    },
    takeBack: () => takeBack(budgets),
  };
};

import { AsyncLocalStorage } from 'node:async_hooks';

/** Content above this size is parsed apart from small content. */
export const largeBytes = 262_144;
/** Content above this size waits for its turn: a body takes several times its size in memory until it is parsed. */
export const turnBytes = 1_048_576;
const maxAtOnce = 1;

interface Scope {
  readonly account: string;
  hasTurn: boolean;
}

const scopes = new AsyncLocalStorage<Scope>();
/** Accounts that have a turn. */
const active = new Set<string>();
const waiting: { readonly account: string; readonly start: () => void }[] = [];

const isFree = (account: string): boolean => active.size < maxAtOnce && !active.has(account);

const endTurn = (account: string): void => {
  active.delete(account);
  const next = waiting.findIndex((one) => isFree(one.account));
  const [turn] = next < 0 ? [] : waiting.splice(next, 1);
  turn?.start();
};

/**
 * Runs a function that may hold large content of an account until it ends. A scope inside another one belongs to the outer
 * one.
 */
export const withLargeContent = async <Result>(account: string, act: () => Promise<Result>): Promise<Result> => {
  if (scopes.getStore() !== undefined) return act();
  const scope: Scope = { account, hasTurn: false };
  try {
    return await scopes.run(scope, act);
  } finally {
    if (scope.hasTurn) endTurn(account);
  }
};

const takeTurn = (account: string, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const turn = {
      account,
      start: () => {
        active.add(account);
        signal.removeEventListener('abort', abort);
        resolve();
      },
    };
    const abort = (): void => {
      waiting.splice(waiting.indexOf(turn), 1);
      reject(signal.reason as Error);
    };
    if (isFree(account)) return turn.start();
    signal.addEventListener('abort', abort, { once: true });
    waiting.push(turn);
    return undefined;
  });

/** Returns a function that waits until the `withLargeContent` around this call may hold large content. */
export const largeContentTurn = (): ((signal: AbortSignal) => Promise<void>) => {
  const scope = scopes.getStore();
  if (scope === undefined) throw new Error('Large content is read within withLargeContent only.');
  return async (signal) => {
    signal.throwIfAborted();
    if (!scope.hasTurn) await takeTurn(scope.account, signal);
    scope.hasTurn = true;
  };
};

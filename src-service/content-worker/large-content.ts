import { AsyncLocalStorage } from 'node:async_hooks';

export const largeBytes = 262_144;
/** Content above this size waits for a turn, because parsing needs several times its size in memory. */
export const turnThresholdBytes = 1_048_576;

interface Scope {
  readonly account: string;
  hasTurn: boolean;
}

interface Turn {
  readonly account: string;
  readonly server: string;
  readonly start: () => void;
}

const scopes = new AsyncLocalStorage<Scope>();
/** The account whose large content may be in memory now. Only one account can have this turn. */
let current: Turn | undefined;
const waitingTurns: Turn[] = [];

/** Prefers another server, then another account, so that a server delays the others by at most one turn. */
const startNext = (last: Turn): void => {
  const rankOf = ({ server, account }: Turn): number =>
    (server === last.server ? 2 : 0) + Number(account === last.account);
  const next = waitingTurns.toSorted((one, other) => rankOf(one) - rankOf(other))[0];
  current = next;
  if (next === undefined) return;
  waitingTurns.splice(waitingTurns.indexOf(next), 1);
  next.start();
};

/** Runs a function that may load large content during its account's turn. A nested call uses the outer turn. */
export const withLargeContent = async <Result>(account: string, act: () => Promise<Result>): Promise<Result> => {
  if (scopes.getStore() !== undefined) return act();
  const scope: Scope = { account, hasTurn: false };
  try {
    return await scopes.run(scope, act);
  } finally {
    if (scope.hasTurn && current !== undefined) startNext(current);
  }
};

const takeTurn = (account: string, server: string, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const abort = (): void => {
      waitingTurns.splice(waitingTurns.indexOf(turn), 1);
      reject(signal.reason as Error);
    };
    const start = (): void => {
      signal.removeEventListener('abort', abort);
      resolve();
    };
    const turn: Turn = { account, server, start };
    if (current === undefined) {
      current = turn;
      return start();
    }
    signal.addEventListener('abort', abort, { once: true });
    waitingTurns.push(turn);
    return undefined;
  });

/** Returns a function that waits until the enclosing `withLargeContent` call may load large content. */
export const largeContentTurn = (server: string): ((signal: AbortSignal) => Promise<void>) => {
  const scope = scopes.getStore();
  if (scope === undefined) throw new Error('Large content is read within withLargeContent only.');
  return async (signal) => {
    signal.throwIfAborted();
    if (!scope.hasTurn) await takeTurn(scope.account, server, signal);
    scope.hasTurn = true;
  };
};

import { setTimeout as delay } from 'node:timers/promises';
import { ServerAway } from '../copy-ports.ts';
import { ConnectionCut, type DavResponse } from './guarded-request.ts';

/** Between two tries at a server that fails for one item. */
const pauseMs = 200;
const maxTries = 3;

interface Attempts {
  readonly send: () => Promise<DavResponse>;
  readonly answers: () => Promise<boolean>;
  /** Whether the item arrived though no response came. */
  readonly hasArrived?: (() => Promise<boolean>) | undefined;
  readonly signal: AbortSignal;
}

/**
 * Tries again if a server fails at an item or cuts the connection. The last try counts, `cut` too, if the server answers for
 * the collection: otherwise the server is down, and no item is to blame.
 */
export const persistently = async (
  attempts: Attempts,
  triesLeft = maxTries,
): Promise<DavResponse | 'cut' | 'arrived'> => {
  const { send, answers, hasArrived, signal } = attempts;
  const outcome = await send().catch((error: unknown) => {
    if (error instanceof ConnectionCut) return error;
    throw error;
  });
  const isResponse = !(outcome instanceof ConnectionCut);
  if (isResponse && (outcome.status < 500 || outcome.status === 507)) return outcome;
  if (!isResponse && (await hasArrived?.())) return 'arrived';
  if (triesLeft > 1) {
    await delay(pauseMs, undefined, { signal });
    return persistently(attempts, triesLeft - 1);
  }
  if (await answers()) return isResponse ? outcome : 'cut';
  throw isResponse ? new ServerAway(`The server responded with status ${outcome.status}.`) : outcome;
};

import { setTimeout as delay } from 'node:timers/promises';
import { ServerUnavailable } from '../copy-ports.ts';
import { ConnectionCut, type DavResponse } from './guarded-request.ts';

/** Delay before retrying a request that failed for one item. */
const pauseMs = 200;
const maxTries = 3;

interface Attempts {
  readonly send: () => Promise<DavResponse>;
  readonly answers: () => Promise<boolean>;
  /** Checks whether the item was stored although no response arrived. */
  readonly hasArrived?: (() => Promise<boolean>) | undefined;
  readonly signal: AbortSignal;
}

/**
 * Retries if the server fails for an item or closes the connection. The last failure counts for the item only if the
 * server still responds for the item's collection. Otherwise, the server is down and the item isn't the cause.
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
  throw isResponse ? new ServerUnavailable(`The server responded with status ${outcome.status}.`) : outcome;
};

import { setTimeout as delay } from 'node:timers/promises';
import { ServerAway } from '../copy-ports.ts';
import { ConnectionCut } from './guarded-fetch.ts';

/** Between two tries at a server that fails for one item. */
const pauseMs = 200;
const tries = 3;

/**
 * Asks again where a server fails at an item, or cuts the connection. What it does the last time counts, `cut` too, as long
 * as it answers otherwise: else it is away, and no item is to blame.
 */
export const persistently = async (
  send: () => Promise<Response>,
  answers: () => Promise<boolean>,
  triesLeft = tries,
): Promise<Response | 'cut'> => {
  const outcome = await send().catch((error: unknown) => {
    if (error instanceof ConnectionCut) return error;
    throw error;
  });
  if (outcome instanceof Response && outcome.status < 500) return outcome;
  if (triesLeft > 1) {
    await delay(pauseMs);
    return persistently(send, answers, triesLeft - 1);
  }
  if (await answers()) return outcome instanceof Response ? outcome : 'cut';
  throw outcome instanceof Response ? new ServerAway(`The server answered ${outcome.status}.`) : outcome;
};

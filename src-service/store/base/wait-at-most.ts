import { setTimeout as delay } from 'node:timers/promises';

/** Waits until `work` settles or the time is over. Never rejects. */
export const waitAtMost = async (milliseconds: number, work: Promise<unknown>): Promise<void> => {
  const timer = new AbortController();
  const limit = delay(milliseconds, undefined, { signal: timer.signal });
  await Promise.race([work, limit]).catch(() => {});
  timer.abort();
};

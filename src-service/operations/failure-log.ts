import type { FastifyBaseLogger } from 'fastify';
import { messageOf } from '../store/base/message-of.ts';
import { isUnavailable } from '../store/base/unavailable.ts';

/** Time without a recurrence after which a failure counts as over. */
const quietMs = 10_000;
const storeMessage = "the store doesn't respond";

interface OngoingFailure {
  count: number;
  readonly since: number;
  lastAt: number;
  readonly timer: NodeJS.Timeout;
}

/** Logs the first of a series of equal failures, and the length of the series when it is over. */
export const createFailureLog = (logger: Pick<FastifyBaseLogger, 'error' | 'warn'>) => {
  const kinds = new Map<string, OngoingFailure>();
  const finish = (message: string, { count, since, lastAt, timer }: OngoingFailure): void => {
    clearTimeout(timer);
    kinds.delete(message);
    const seconds = Math.round((lastAt - since) / 1_000);
    if (count > 1) logger.warn({ failures: count, seconds }, `over: ${message}`);
  };
  return {
    /** Counts all failures of an unavailable store as one kind, whatever they interrupted. */
    add: (error: unknown, message: string, details?: object) => {
      const kind = isUnavailable(error) ? storeMessage : message;
      const ongoingFailure = kinds.get(kind);
      if (ongoingFailure !== undefined) {
        ongoingFailure.count += 1;
        ongoingFailure.lastAt = performance.now();
        ongoingFailure.timer.refresh();
        return;
      }
      logger.error({ error: messageOf(error), ...details }, kind);
      const now = performance.now();
      const timer = setTimeout(() => finish(kind, newFailure), quietMs).unref();
      const newFailure: OngoingFailure = { count: 1, since: now, lastAt: now, timer };
      kinds.set(kind, newFailure);
    },
    end: () => {
      for (const [message, failing] of kinds) finish(message, failing);
    },
  };
};

export type FailureLog = ReturnType<typeof createFailureLog>;

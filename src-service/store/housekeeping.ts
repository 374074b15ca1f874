import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from '../clock/clock.ts';
import type { Store } from './store.ts';

const everyMs = 60_000;
/** Spent tokens stay so long, so that a late try still learns why it is refused. */
const tokensStayMs = 24 * 3_600_000;

/** Drops spent tokens and ended rate windows from time to time. */
export const startHousekeeping = (store: Store, clock: Clock, logger: FastifyBaseLogger): { stop(): Promise<void> } => {
  let cleaning: Promise<void> = Promise.resolve();
  const clean = async (): Promise<void> => {
    try {
      const now = await clock.now();
      await store.tokens.forget(now - tokensStayMs);
      await store.rateLimits.forget(now);
    } catch (error) {
      logger.error({ error: error instanceof Error ? error.message : String(error) }, 'cleaning the store failed');
    }
  };
  const timer = setInterval(() => {
    cleaning = clean();
  }, everyMs);
  timer.unref();
  return {
    stop: async () => {
      clearInterval(timer);
      await cleaning;
    },
  };
};

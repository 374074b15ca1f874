import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from './clock.ts';
import { advance } from './migration-engine/run.ts';
import type { RunStore } from './store/run-store.ts';
import type { Store } from './store/store.ts';

/** How often the engine looks for due runs: often enough that a status is never more than 3 s late. */
const lookEveryMs = 500;
const atOnce = 200;

interface Engine {
  /** Moves runs that are due; gives back how many. `awaitsOthers`: what another instance moves now has moved then, too. */
  tick(awaitsOthers?: boolean): Promise<number>;
  stop(): Promise<void>;
}

/**
 * Moves migrations as time passes. State and due times live in the store, and a step is found and written in one
 * transaction: a killed process loses no step, and several engines on one store do each step once.
 */
export const createEngine = (runs: RunStore, clock: Clock): Pick<Engine, 'tick'> => ({
  tick: async (awaitsOthers) => runs.moveDue(await clock.now(), atOnce, advance, awaitsOthers),
});

/** Runs the engine until it is stopped; a failing look is logged and tried again. */
export const startEngine = (runs: RunStore, clock: Clock, logger: FastifyBaseLogger): Engine => {
  const { tick } = createEngine(runs, clock);
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let looking: Promise<unknown> = Promise.resolve();
  const look = async (): Promise<void> => {
    try {
      const moved = await tick();
      if (moved > 0) logger.debug({ moved }, 'moved migrations');
    } catch (error) {
      logger.error({ error: error instanceof Error ? error.message : String(error) }, 'moving migrations failed');
    }
    if (!stopped) schedule();
  };
  const schedule = (): void => {
    timer = setTimeout(() => {
      looking = look();
    }, lookEveryMs);
  };
  schedule();
  return {
    tick,
    stop: async () => {
      stopped = true;
      clearTimeout(timer);
      await looking;
    },
  };
};

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

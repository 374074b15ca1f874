import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from '../clock/clock.ts';
import type { RunStore } from '../store/run-store.ts';
import { advance } from './run.ts';

/** How often the engine looks for due runs: often enough that a status is never more than 3 s late. */
const lookEveryMs = 500;
const atOnce = 200;

interface Engine {
  /** Moves every run that is due; gives back how many it moved. */
  tick(): Promise<number>;
  stop(): Promise<void>;
}

/**
 * Moves migrations as time passes. State and due times live in the store and a run is written only over the version
 * that was read, so a killed process loses no step and several engines on one store do each step once.
 */
export const createEngine = (runs: RunStore, clock: Clock): Pick<Engine, 'tick'> => ({
  tick: async () => {
    let moved = 0;
    for (const { migration, version, run, now } of await runs.due(await clock.now(), atOnce)) {
      if (await runs.save({ migration, version, run: advance(run, now) }, now)) moved++;
    }
    return moved;
  },
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

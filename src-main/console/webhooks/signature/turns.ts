import { setImmediate as nextTurn } from 'node:timers/promises';

/** Splits long work so that other work can run in between. */
export interface Turns {
  readonly isOver: () => boolean;
  readonly next: () => Promise<void>;
}

/** A frame of the screen, less what else has to be done in it. */
const turnMs = 10;

export function createTurns(): Turns {
  let began = performance.now();
  return {
    isOver: () => performance.now() - began >= turnMs,
    next: async () => {
      await nextTurn();
      began = performance.now();
    },
  };
}

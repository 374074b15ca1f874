import { setImmediate as nextTurn } from 'node:timers/promises';

/** Splits long work so that other work can run in between. */
export interface TimeSlices {
  readonly isOver: () => boolean;
  readonly next: () => Promise<void>;
}

/** Most of a 16 ms frame. The rest is for other work. */
const sliceMs = 10;

export function createTimeSlices(): TimeSlices {
  let began = performance.now();
  return {
    isOver: () => performance.now() - began >= sliceMs,
    next: async () => {
      await nextTurn();
      began = performance.now();
    },
  };
}

import { setImmediate as nextTurn } from 'node:timers/promises';

/** Most of a 16 ms frame. The rest is for other work. */
const sliceMs = 10;

/** Splits long work so that other work can run in between. */
export function createTimeSlices() {
  let began = performance.now();
  return {
    isOver: () => performance.now() - began >= sliceMs,
    next: async () => {
      await nextTurn();
      began = performance.now();
    },
  };
}

export type TimeSlices = ReturnType<typeof createTimeSlices>;

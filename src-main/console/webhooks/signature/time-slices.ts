import { setImmediate as nextTurn } from 'node:timers/promises';

/** Ms of work per slice. The rest of a 16 ms frame is for other work. */
const sliceMs = 10;

export function createTimeSlices() {
  let startedAt = performance.now();
  return {
    isOver: () => performance.now() - startedAt >= sliceMs,
    next: async () => {
      await nextTurn();
      startedAt = performance.now();
    },
  };
}

export type TimeSlices = ReturnType<typeof createTimeSlices>;

import { type Clock, systemClock } from '#main/console/clock/clock.ts';

/** The time shown on all pictures. The Sandbox's rows were created before it. */
export const picturedAt = new Date('2026-11-20T14:32:00Z');

/** Creates a clock whose time is fixed. Measured durations grow by 2 ms per call, so they are the same in each run. */
export function createFixedClock(): Clock {
  let calls = 0;
  return { ...systemClock, now: () => picturedAt, monotonic: () => 2 * (calls += 1) };
}

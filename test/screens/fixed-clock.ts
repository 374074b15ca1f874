import { type Clock, systemClock } from '#main/console/clock/clock.ts';

/** The time on all pictures, and the time before which the Sandbox's rows were created. */
export const picturedAt = new Date('2026-11-20T14:32:00Z');

/** Creates a clock that stands still; durations grow by 2 ms a call, so that they are the same in each run. */
export function createFixedClock(): Clock {
  let calls = 0;
  return { ...systemClock, now: () => picturedAt, monotonic: () => 2 * (calls += 1) };
}

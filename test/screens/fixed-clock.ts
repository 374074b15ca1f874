import { type Clock, systemClock } from '#main/console/clock/clock.ts';

/** The moment of all pictures, and the moment before which the Sandbox's rows were created. */
export const picturedAt = new Date('2026-11-20T14:32:00Z');

/** A clock that stands still for people; durations grow by 2 ms per look, so that they are the same in each run. */
export function createFixedClock(): Clock {
  let looks = 0;
  return { ...systemClock, now: () => picturedAt, monotonic: () => 2 * (looks += 1) };
}

import { type Clock, systemClock } from '#main/console/clock/clock.ts';

/** The moment of all pictures, and the moment before which the Sandbox's rows were created. */
export const picturedAt = new Date('2026-11-20T14:32:00Z');

/** A clock that stands still for people; durations grow by 2 ms per look, so that they are the same in each run. */
interface FixedClock extends Clock {
  /** Goes on by a second: what is read at one moment counts as one read, however often it is asked for. */
  readonly tick: () => void;
}

export function createFixedClock(): FixedClock {
  let looks = 0;
  let seconds = 0;
  return {
    ...systemClock,
    now: () => new Date(picturedAt.getTime() + seconds * 1_000),
    monotonic: () => 2 * (looks += 1),
    tick: () => void (seconds += 1),
  };
}

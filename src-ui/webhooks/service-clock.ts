import { useNow } from '../values/time-cells.tsx';

/** A response's time by the service's clock, and its arrival by this device's, in ms since 1970. */
interface Answered {
  /** The service's time in its response, if it sends one. */
  readonly now?: string | undefined;
  readonly at: number;
}

/**
 * How far the service's clock is ahead of this device's, in ms; negative if behind. Ages and pauses use it, because the
 * Sandbox's clock may be moved and this device's may be wrong.
 */
export const clockAhead = ({ now, at }: Answered): number => (now === undefined ? 0 : Date.parse(now) - at);

export const useServiceNow = (aheadMs: number, everyMs: number): Date => new Date(useNow(everyMs).getTime() + aheadMs);

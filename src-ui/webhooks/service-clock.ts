import { useNow } from '../values/times.tsx';

/** Time of a response on the service's clock, and its arrival on this device's clock, in ms since 1970. */
interface ResponseTime {
  readonly now?: string | undefined;
  readonly at: number;
}

/**
 * Returns how far the service's clock is ahead of this device's, in ms. Negative if behind. Ages and pauses need it,
 * because the Sandbox's clock may be moved and this device's clock may be wrong.
 */
export const clockAhead = ({ now, at }: ResponseTime): number => (now === undefined ? 0 : Date.parse(now) - at);

export const useServiceNow = (aheadMs: number, everyMs: number): Date => new Date(useNow(everyMs).getTime() + aheadMs);

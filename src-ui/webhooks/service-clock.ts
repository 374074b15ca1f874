import { useNow } from '../values/times.tsx';

/**
 * Returns how far the service's clock is ahead of this device's, in ms. Negative if behind. Ages and pauses need it,
 * because the Sandbox's clock may be moved and this device's clock may be wrong.
 * @param now time of a response on the service's clock; 0 is returned without it
 * @param at arrival of the response on this device's clock, in ms since 1970
 */
export const clockAhead = (now: string | undefined, at: number): number =>
  now === undefined ? 0 : Date.parse(now) - at;

export const useServiceNow = (aheadMs: number, everyMs: number): Date => new Date(useNow(everyMs).getTime() + aheadMs);

import { useNow } from '#ui/values/time-cells.tsx';

/** An answer of the service, and when it came by the clock of this computer, in ms since 1970. */
interface Answered {
  /** The service's own time when it answered; a service need not say it. */
  readonly now?: string | undefined;
  readonly at: number;
}

/**
 * How far the service's clock is ahead of this computer's, in ms; below 0 where it is behind. Its times are told by it: a
 * clock that was moved, as in the Sandbox, or one here that is wrong, would name ages and pauses that nobody sees.
 */
export const clockAhead = ({ now, at }: Answered): number => (now === undefined ? 0 : Date.parse(now) - at);

/** The service's time, renewed every `everyMs`. */
export const useServiceNow = (aheadMs: number, everyMs: number): Date => new Date(useNow(everyMs).getTime() + aheadMs);

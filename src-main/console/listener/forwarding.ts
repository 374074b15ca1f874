import type { ListenedAttempt, ListenedEvent } from '#shared/console-contract/listener-calls.ts';
import { growingPause } from '#shared/retry-policy.ts';

/**
 * An event that the receiver does not take gets there again after these pauses, in ms; then it has failed. So has one that
 * the receiver ends at, keeps open too long, or that cannot be sent as it is: none of them holds up the others.
 */
const refusedPauses = [2_000, 10_000, 30_000, 120_000, 600_000] as const;
const nobodyTherePause = { baseMs: 1_000, capMs: 30_000 };
const longestAskedMs = 60 * 60_000;

interface AfterTry {
  readonly state: ListenedEvent['state'];
  /** In ms since 1970: when this event is sent again. */
  readonly nextAt: number;
  /** Ms in which nothing is sent at all, since nobody is there. */
  readonly restMs: number;
}

/**
 * What comes after a try. A failure concerns the event: others go ahead. Where nobody takes a connection all wait, in their
 * order, and none has failed, for however long.
 *
 * @param tries of this event before this one
 * @param silent tries of any event in a row that nobody was there for, before this one
 */
export function afterTry(
  { status, isNobodyThere }: Pick<ListenedAttempt, 'status'> & { readonly isNobodyThere: boolean },
  {
    tries,
    silent,
    now,
    retryAfterMs,
  }: {
    readonly tries: number;
    readonly silent: number;
    readonly now: number;
    readonly retryAfterMs: number | null;
  },
): AfterTry {
  if (isNobodyThere) {
    return { state: 'waiting', nextAt: 0, restMs: growingPause(nobodyTherePause, Math.min(silent + 1, 10)) };
  }
  if (status !== null && status >= 200 && status <= 299) return { state: 'delivered', nextAt: 0, restMs: 0 };
  const pause = refusedPauses[tries];
  if (pause === undefined) return { state: 'failed', nextAt: 0, restMs: 0 };
  const requestedPauseMs = Math.min(retryAfterMs ?? 0, longestAskedMs);
  return { state: 'waiting', nextAt: now + Math.max(pause, requestedPauseMs), restMs: 0 };
}

/** Longer than this no event waits for its next try: a clock that was set back has nothing wait for years. */
export const longestPauseMs = longestAskedMs;

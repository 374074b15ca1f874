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
  /** Pause in ms for all events because the receiver is down. */
  readonly restMs: number;
}

/**
 * Decides what follows an attempt. A failure concerns only its event; others continue. If the receiver refuses
 * connections, all events wait in order and none counts as failed.
 * @param tries of this event before this one
 * @param silent refused connections in a row before this one
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

import type { ListenedAttempt, ListenedEvent } from '#shared/console-contract/listener-calls.ts';
import { growingPause } from '#shared/retry-policy.ts';

/**
 * Retry delays in ms for an event that the receiver rejects, after which the event has failed. Events that time out,
 * drop the connection or can't be sent unchanged are retried the same way. Other events don't wait for these retries.
 */
const refusedRetryDelaysMs = [2_000, 10_000, 30_000, 120_000, 600_000] as const;
const unreachablePause = { baseMs: 1_000, capMs: 30_000 };
const maxRetryAfterMs = 60 * 60_000;

interface AttemptEffect {
  readonly state: ListenedEvent['state'];
  readonly nextAt: number;
  /** Pause in ms for all events because the receiver is down. */
  readonly restMs: number;
}

/**
 * Decides what follows an attempt. A failure delays only its own event. If the receiver refuses connections, all events
 * wait in order and no event counts as failed.
 * @param tries earlier attempts for this event
 * @param silent consecutive refused connections before this attempt
 */
export function applyAttempt(
  { status, isUnreachable }: Pick<ListenedAttempt, 'status'> & { readonly isUnreachable: boolean },
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
): AttemptEffect {
  if (isUnreachable) {
    return { state: 'waiting', nextAt: 0, restMs: growingPause(unreachablePause, Math.min(silent + 1, 10)) };
  }
  if (status !== null && status >= 200 && status <= 299) return { state: 'delivered', nextAt: 0, restMs: 0 };
  const pause = refusedRetryDelaysMs[tries];
  if (pause === undefined) return { state: 'failed', nextAt: 0, restMs: 0 };
  const requestedPauseMs = Math.min(retryAfterMs ?? 0, maxRetryAfterMs);
  return { state: 'waiting', nextAt: now + Math.max(pause, requestedPauseMs), restMs: 0 };
}

/** Maximum delay before the next attempt. If the clock were set back, events could otherwise be delayed by years. */
export const longestPauseMs = maxRetryAfterMs;

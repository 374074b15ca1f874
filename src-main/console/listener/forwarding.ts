import type { ListenedAttempt, ListenedEvent } from '#shared/console-contract/listener-calls.ts';
import { exponentialDelay } from '#shared/retry-policy.ts';

/** Retry delays in ms after failed attempts. After the last retry, the event has failed. Other events don't wait. */
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
 * A failure delays only its own event. While the receiver refuses connections, all events wait and none fails.
 * `silent`: consecutive refused connections before this attempt.
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
    return { state: 'waiting', nextAt: 0, restMs: exponentialDelay(unreachablePause, Math.min(silent + 1, 10)) };
  }
  if (status !== null && status >= 200 && status <= 299) return { state: 'delivered', nextAt: 0, restMs: 0 };
  const pause = refusedRetryDelaysMs[tries];
  if (pause === undefined) return { state: 'failed', nextAt: 0, restMs: 0 };
  const requestedPauseMs = Math.min(retryAfterMs ?? 0, maxRetryAfterMs);
  return { state: 'waiting', nextAt: now + Math.max(pause, requestedPauseMs), restMs: 0 };
}

/** Maximum delay before the next attempt. Without a limit, a clock that is set back could delay events by years. */
export const longestPauseMs = maxRetryAfterMs;

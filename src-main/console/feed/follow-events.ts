import { type AppErrorCode, canPass, isUnanswered } from '#shared/app-error-codes.ts';
import { andThen, type AppError, type Outcome } from '#shared/app-error.ts';
import { exponentialDelay, retryPolicy } from '#shared/retry-policy.ts';
import { feedLimits } from '#shared/webhooks-api/events.ts';
import type { Access } from '../api-client/service-client.ts';
import type { Clock } from '../clock/clock.ts';
import type { RequestEvents, EventPage } from './event-client.ts';

/** Ms for which events are collected, so that a burst of events takes few requests. */
const gatherMs = 250;

export type FollowResult =
  /** The signal was aborted, or the user switched profiles. */
  | { readonly kind: 'stopped' }
  /** The service has deleted the events after the cursor. Only the lists show what the console missed. */
  | { readonly kind: 'gap' }
  /** The request failed with an error that a retry can't resolve. */
  | { readonly kind: 'refused'; readonly error: AppError };

export interface FollowOptions {
  readonly clock: Clock;
  readonly events: RequestEvents;
  /** Called before each request, because the key or base URL may have changed. */
  readonly access: () => Promise<Outcome<Access>>;
  /** Start cursor: a stored cursor, `latest`, or empty for the oldest event. */
  readonly after: string;
  /** Receives each page, and the first page even if it is empty. The cursor advances after the promise resolves, so store it last. */
  readonly onPage: (page: EventPage) => Promise<void> | void;
  readonly onTrouble: (error: AppError) => void;
  /** Called after a failure. The signal ends the retry delay early, unless the service had responded. */
  readonly nudge?: () => AbortSignal;
  readonly random?: () => number;
}

const finalCodes: ReadonlySet<AppErrorCode> = new Set(['not_found', 'forbidden', 'unauthorized', 'invalid_request']);

/** Whether the service has no feed or refuses this key. All other failures end with the next successful call. */
export const isFinal = (code: AppErrorCode): boolean => finalCodes.has(code);

/** Statuses for a cursor that the service doesn't know, or whose next events were deleted. */
const statusesOfGaps: readonly unknown[] = [410, 400];

export async function followEvents(options: FollowOptions, signal: AbortSignal): Promise<FollowResult> {
  const { clock, events, access, onPage, onTrouble, nudge, random = Math.random } = options;
  let { after } = options;
  let failures = 0;
  // The first request doesn't wait for events, because it only tests whether the service responds.
  let waitSeconds: number = feedLimits.wait.min;
  while (!signal.aborted) {
    const place = { after, waitSeconds };
    const reply = await andThen(access(), (currentAccess) => events(currentAccess, place, signal));
    if (signal.aborted) break;
    if (reply.ok) {
      failures = 0;
      await onPage(reply.value);
      after = reply.value.next;
      waitSeconds = feedLimits.wait.max;
      if (reply.value.events.length > 0) await clock.sleep(gatherMs, signal);
      continue;
    }
    const { code, request } = reply.error;
    if (code === 'cancelled') break;
    if (statusesOfGaps.includes(request?.status)) return { kind: 'gap' };
    if (!canPass(code)) return { kind: 'refused', error: reply.error };
    failures += 1;
    waitSeconds = feedLimits.wait.min;
    // Created before the error is reported, so that an abort by an error listener isn't lost.
    const retrySignal = nudge ? AbortSignal.any([signal, nudge()]) : signal;
    onTrouble(reply.error);
    const requestedPauseMs = request?.retryAfterMs ?? 0;
    const pause = exponentialDelay(retryPolicy.load, failures) * (0.8 + 0.4 * random());
    const canRetryEarly = isUnanswered(code) && requestedPauseMs === 0;
    await clock.sleep(Math.max(pause, requestedPauseMs), canRetryEarly ? retrySignal : signal);
  }
  return { kind: 'stopped' };
}

import { type AppErrorCode, canPass, isUnanswered } from '#shared/app-error-codes.ts';
import type { AppError, Outcome } from '#shared/app-error.ts';
import { growingPause, retryPolicy } from '#shared/retry-policy.ts';
import { feedLimits } from '#shared/webhooks-api/events.ts';
import type { Access } from '../api-client/api-client.ts';
import type { Clock } from '../clock/clock.ts';
import type { AskForEvents, EventPage } from './event-client.ts';

/** Events that arrive together are read together, so a burst costs few requests. */
const gatherMs = 250;

export type FollowEnd =
  /** By the signal, or because the profile is another one by now. */
  | { readonly kind: 'stopped' }
  /** The events after the cursor are not kept any more: what was missed is only in the lists. */
  | { readonly kind: 'gap' }
  /** Trying again would not help. */
  | { readonly kind: 'refused'; readonly error: AppError };

export interface FollowOptions {
  readonly clock: Clock;
  readonly events: AskForEvents;
  /** Asked before each request: a key or an address may be another one by then. */
  readonly access: () => Promise<Outcome<Access>>;
  /** Where to begin: a cursor that was kept, `latest`, or an empty one for the oldest event. */
  readonly after: string;
  /**
   * Receives each page, the first one even if it is empty. The cursor advances once the promise resolves, so a caller
   * that stores `next` at its end loses no event in a crash.
   */
  readonly onPage: (page: EventPage) => Promise<void> | void;
  readonly onTrouble: (error: AppError) => void;
  /**
   * Aborted to retry before the pause ends. Read before each pause after a request without a response; a service that
   * responded with an error gets the full pause.
   */
  readonly nudge?: () => AbortSignal;
  /** From 0 to 1, without 1. */
  readonly random?: () => number;
}

const finalCodes: ReadonlySet<AppErrorCode> = new Set(['not_found', 'forbidden', 'unauthorized', 'invalid_request']);

/**
 * Whether the service has said that it has no feed, or none for this key. Whatever else has ended it, as a locked keychain
 * or the login page of a network, is over once any call has gone well again.
 */
export const isFinal = (code: AppErrorCode): boolean => finalCodes.has(code);

/** The events after the cursor were deleted, or the service doesn't know the cursor. */
const statusesOfGaps: readonly unknown[] = [410, 400];

/** Follows the events of a service, one request at a time, until the signal or an end of another kind. */
export async function followEvents(options: FollowOptions, signal: AbortSignal): Promise<FollowEnd> {
  const { clock, events, access, onPage, onTrouble, nudge, random = Math.random } = options;
  let { after } = options;
  let failures = 0;
  // The first request doesn't wait: it only tests whether the service responds.
  let waitSeconds: number = feedLimits.wait.min;
  const ask = async (): Promise<Outcome<EventPage>> => {
    const found = await access();
    return found.ok ? events(found.value, { after, waitSeconds }, signal) : found;
  };
  while (!signal.aborted) {
    const reply = await ask();
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
    // Read before errors are reported, so an abort in between counts.
    const soon = nudge ? AbortSignal.any([signal, nudge()]) : signal;
    onTrouble(reply.error);
    const requestedPauseMs = request?.retryAfterMs ?? 0;
    const pause = growingPause(retryPolicy.load, failures) * (0.8 + 0.4 * random());
    const mayNudge = isUnanswered(code) && requestedPauseMs === 0;
    await clock.sleep(Math.max(pause, requestedPauseMs), mayNudge ? soon : signal);
  }
  return { kind: 'stopped' };
}

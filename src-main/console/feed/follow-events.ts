import { type AppErrorCode, canPass, isUnanswered } from '#shared/app-error-codes.ts';
import type { AppError, Outcome } from '#shared/app-error.ts';
import { growingPause, retryPolicy } from '#shared/retry-policy.ts';
import { feedLimits } from '#shared/webhooks-api/events.ts';
import type { Access } from '../api-client/api-client.ts';
import type { Clock } from '../clock/clock.ts';
import type { AskForEvents, EventPage } from './event-client.ts';

/** What comes at once is read at once: so many events a second cost no more requests than a few. */
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
   * Gets each page, the first one also where it is empty. The cursor moves on when it has resolved, so that who keeps
   * `next` in here, after its work, loses no event in a crash.
   */
  readonly onPage: (page: EventPage) => Promise<void> | void;
  readonly onTrouble: (error: AppError) => void;
  /**
   * Aborted when there is reason to try again sooner than the pause ends; asked before each pause after which nobody has
   * answered. A service that answers with a failure is left alone for the whole pause.
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

/** Events after the cursor are gone, or the service knows no such cursor: it was filled anew, or is another one. */
const statusesOfGaps: readonly unknown[] = [410, 400];

/** Follows the events of a service, one request at a time, until the signal or an end of another kind. */
export async function followEvents(options: FollowOptions, signal: AbortSignal): Promise<FollowEnd> {
  const { clock, events, access, onPage, onTrouble, nudge, random = Math.random } = options;
  let { after } = options;
  let failures = 0;
  // The first one does not wait: it tells that somebody listens there.
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
    // Asked before anybody is told: what comes meanwhile counts, too.
    const soon = nudge ? AbortSignal.any([signal, nudge()]) : signal;
    onTrouble(reply.error);
    const requestedPauseMs = request?.retryAfterMs ?? 0;
    const pause = growingPause(retryPolicy.load, failures) * (0.8 + 0.4 * random());
    const mayNudge = isUnanswered(code) && requestedPauseMs === 0;
    await clock.sleep(Math.max(pause, requestedPauseMs), mayNudge ? soon : signal);
  }
  return { kind: 'stopped' };
}

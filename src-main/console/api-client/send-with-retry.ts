import { canPass } from '#shared/app-error-codes.ts';
import { patience } from '#shared/patience.ts';
import type { Clock } from '../clock/clock.ts';
import type { HttpTransport, RequestMessage } from './http-transport.ts';
import { requestLimits, type RequestLimits } from './limits.ts';
import { readRetryAfter, retryDelay } from './retry-delay.ts';
import { type Attempt, codeOf, sendOnce } from './send-once.ts';
import type { Border } from './without-keys.ts';

interface SendOptions {
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly border: Border;
  readonly limits?: RequestLimits;
  /** How often a GET is sent at most. */
  readonly mostTries?: number;
  /** Whether a longer pause than a person should wait for ends it; otherwise it is sent again before the pause is over. */
  readonly endsAtLongPause?: boolean;
  readonly random?: () => number;
}

/** One try as it ended, with what came before it. */
interface EndedAttempt {
  readonly attempt: Attempt;
  readonly at: Date;
  /** From the start of the call until this try was sent. */
  readonly waitedMs: number;
  readonly tryNumber: number;
}

/** The last attempt, with how many were made and how long all of them took. */
export type Sent = Attempt & {
  readonly tries: number;
  readonly durationMs: number;
  readonly attempts: readonly EndedAttempt[];
};

/**
 * Sends a request: a GET up to three times while its failure may pass and the service asks for no long pause that ends
 * it, anything else once. Never rejects.
 */
export async function sendWithRetry(
  transport: HttpTransport,
  request: RequestMessage,
  {
    clock,
    signal,
    border,
    limits = requestLimits,
    mostTries = patience.request.tries,
    endsAtLongPause = true,
    random = Math.random,
  }: SendOptions,
): Promise<Sent> {
  const startedAt = clock.monotonic();
  const attempts: EndedAttempt[] = [];
  for (let tries = 1; ; tries += 1) {
    const at = clock.now();
    const waitedMs = clock.monotonic() - startedAt;
    const attempt = await sendOnce(transport, request, { clock, limits, signal, border });
    attempts.push({ attempt, at, waitedMs, tryNumber: tries });
    const code = codeOf(attempt);
    const retryAfter = attempt.ok ? readRetryAfter(attempt.reply.headers, clock.now()) : null;
    // Whoever waits for the reply is told of a long pause instead of waiting without a word.
    const isTooLong = endsAtLongPause && retryAfter !== null && retryAfter > patience.request.longestAskedMs;
    const last = request.method !== 'GET' || tries >= mostTries || code === null || !canPass(code) || isTooLong;
    if (!last) await clock.sleep(retryDelay(tries, retryAfter, random()), signal);
    if (last || signal.aborted) return { ...attempt, tries, attempts, durationMs: clock.monotonic() - startedAt };
  }
}

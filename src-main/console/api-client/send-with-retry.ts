import { canPass } from '#shared/app-error-codes.ts';
import { exponentialDelay, retryPolicy } from '#shared/retry-policy.ts';
import type { Clock } from '../clock/clock.ts';
import type { HttpTransport, RequestMessage } from '../ports/http-transport.ts';
import { requestLimits, type RequestLimits } from './limits.ts';
import { type Attempt, codeOf, sendOnce } from './send-once.ts';
import type { ReplySanitizer } from './without-keys.ts';

export interface SendOptions {
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly sanitizer: ReplySanitizer;
  readonly limits?: RequestLimits;
  readonly maxTries?: number;
  /** The request fails if the service asks for a longer pause than this, in ms. */
  readonly longestPauseMs?: number;
  readonly random?: () => number;
}

interface EndedAttempt {
  readonly attempt: Attempt;
  readonly at: Date;
  /** Ms from the start of the call until this attempt was sent. */
  readonly waitedMs: number;
  readonly tryNumber: number;
}

export type Sent = Attempt & {
  readonly tries: number;
  readonly durationMs: number;
  readonly attempts: readonly EndedAttempt[];
};

/** Tries a GET up to three times after transient errors, and sends other methods once. Never rejects. */
export async function sendWithRetry(
  transport: HttpTransport,
  request: RequestMessage,
  {
    clock,
    signal,
    sanitizer,
    limits = requestLimits,
    maxTries = retryPolicy.request.tries,
    longestPauseMs = retryPolicy.request.longestAskedMs,
    random = Math.random,
  }: SendOptions,
): Promise<Sent> {
  const startedAt = clock.monotonic();
  const attempts: EndedAttempt[] = [];
  for (let tries = 1; ; tries += 1) {
    const at = clock.now();
    const waitedMs = clock.monotonic() - startedAt;
    const attempt = await sendOnce(transport, request, { clock, limits, signal, sanitizer });
    attempts.push({ attempt, at, waitedMs, tryNumber: tries });
    const code = codeOf(attempt);
    const retryAfter = attempt.ok ? readRetryAfter(attempt.reply.headers, clock.now()) : null;
    const isTooLong = retryAfter !== null && retryAfter > longestPauseMs;
    const isLast = request.method !== 'GET' || tries >= maxTries || code === null || !canPass(code) || isTooLong;
    if (!isLast) await clock.sleep(retryDelay(tries, retryAfter, random()), signal);
    if (isLast || signal.aborted) return { ...attempt, tries, attempts, durationMs: clock.monotonic() - startedAt };
  }
}

/**
 * Returns the delay in ms from a `Retry-After` header (seconds or a date). Returns null if the header is missing or
 * invalid. Compares a date with the response's `Date` header, because this device's clock may be wrong.
 */
export function readRetryAfter(headers: Headers, now: Date): number | null {
  const value = headers.get('retry-after');
  if (value === null) return null;
  if (/^\s*\d+\s*$/.test(value)) return Number(value) * 1000;
  const date = Date.parse(value);
  if (Number.isNaN(date)) return null;
  const sentAt = Date.parse(headers.get('date') ?? '');
  return Math.max(0, date - (Number.isNaN(sentAt) ? now.getTime() : sentAt));
}

/** Returns the ms before the next attempt: the service's `Retry-After`, or a random time below a growing limit. */
export function retryDelay(tries: number, retryAfterMs: number | null, random: number): number {
  if (retryAfterMs !== null) return Math.min(retryAfterMs, retryPolicy.request.longestAskedMs);
  return exponentialDelay(retryPolicy.request, tries) * random;
}

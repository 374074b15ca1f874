import type { AppErrorCode } from '#shared/app-error-codes.ts';
import type { Clock } from '../clock/clock.ts';
import { type HttpTransport, type RequestMessage, TransportError } from '../ports/http-transport.ts';
import type { RequestLimits } from './limits.ts';
import { createTextWithoutKeys, headersWithoutKeys, type ReceivedReply, type ReplySanitizer } from './without-keys.ts';

/** Durations of one attempt in ms. Null if the attempt didn't reach that phase or the transport doesn't report it. */
interface AttemptTiming {
  readonly connectMs: number | null;
  readonly firstByteMs: number | null;
  readonly totalMs: number;
}

export type Attempt =
  | { readonly ok: true; readonly reply: ReceivedReply; readonly timing: AttemptTiming }
  | {
      readonly ok: false;
      readonly code: AppErrorCode;
      readonly detail: string;
      readonly beforeSending?: boolean;
      readonly timing: AttemptTiming;
    };

export const codeOf = (attempt: Attempt): AppErrorCode | null => {
  if (!attempt.ok) return attempt.code;
  const { status } = attempt.reply;
  if (status >= 200 && status <= 299) return null;
  if (status === 401) return 'unauthorized';
  if (status === 403) return 'forbidden';
  if (status === 404) return 'not_found';
  if (status === 429) return 'rate_limited';
  if (status >= 300 && status < 400) return 'redirected';
  return status >= 500 ? 'service_failed' : 'invalid_request';
};

class DeadlineError extends Error {}

interface SendOnceOptions {
  readonly clock: Clock;
  readonly limits: RequestLimits;
  readonly signal: AbortSignal;
  readonly sanitizer: ReplySanitizer;
}

/** Sends a request once, within its deadlines and its size limit. Never rejects. */
export async function sendOnce(
  transport: HttpTransport,
  request: RequestMessage,
  { clock, limits, signal, sanitizer }: SendOnceOptions,
): Promise<Attempt> {
  const stop = new AbortController();
  const cancel = () => stop.abort(signal.reason);
  if (signal.aborted) cancel();
  else signal.addEventListener('abort', cancel, { once: true });
  const startedAt = clock.monotonic();
  let timer: NodeJS.Timeout | undefined;
  const within = (ms: number, what: string) => {
    clearTimeout(timer);
    const remainingMs = Math.min(ms, startedAt + limits.totalMs - clock.monotonic());
    timer = setTimeout(() => stop.abort(new DeadlineError(what)), Math.max(remainingMs, 0));
  };
  // Some transports ignore the signal in some phases. The race enforces the deadline anyway.
  const aborted = new Promise<never>((_, reject) => {
    stop.signal.addEventListener('abort', () => reject(stop.signal.reason as Error), { once: true });
  });
  aborted.catch(() => undefined);
  let connectMs: number | null = null;
  let firstByteMs: number | null = null;
  const timing = (): AttemptTiming => ({ connectMs, firstByteMs, totalMs: clock.monotonic() - startedAt });
  const failedAttempt = (code: AppErrorCode, detail: string, beforeSending = false): Attempt => ({
    ok: false,
    code,
    detail: sanitizer.text(detail),
    beforeSending,
    timing: timing(),
  });
  let isWhole = false;
  try {
    within(limits.firstByteMs, `no response within ${limits.firstByteMs / 1000} s`);
    const onConnected = (ms: number) => (connectMs = ms);
    const reply = await Promise.race([transport({ ...request, signal: stop.signal, onConnected }), aborted]);
    firstByteMs = clock.monotonic() - startedAt;
    const text = createTextWithoutKeys(sanitizer);
    let size = 0;
    const body = reply.body?.[Symbol.asyncIterator]();
    try {
      for (;;) {
        within(limits.idleMs, `no data for ${limits.idleMs / 1000} s`);
        const next = body && (await Promise.race([body.next(), aborted]));
        if (!next || next.done) break;
        size += next.value.byteLength;
        if (size > limits.bodyBytes) {
          return failedAttempt('reply_too_large', `more than ${limits.bodyBytes} bytes`);
        }
        text.add(next.value);
      }
      isWhole = true;
    } finally {
      if (!isWhole) void body?.return?.()?.catch(() => undefined);
    }
    return {
      ok: true,
      reply: { status: reply.status, headers: headersWithoutKeys(reply.headers, sanitizer), text: text.end() },
      timing: timing(),
    };
  } catch (error) {
    if (signal.aborted) return failedAttempt('cancelled', 'cancelled');
    if (error instanceof DeadlineError) return failedAttempt('timeout', error.message);
    if (error instanceof TransportError) return failedAttempt(error.code, error.message, error.beforeSending);
    return failedAttempt('offline', error instanceof Error ? error.message : String(error));
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', cancel);
    // Aborts only if needed, because aborting creates an error with a stack, which costs a tenth of a short call.
    if (!isWhole) stop.abort();
  }
}

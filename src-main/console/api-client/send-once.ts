import type { AppErrorCode } from '#shared/app-error.ts';
import type { Clock } from '../clock.ts';
import { type HttpRequest, type HttpTransport, TransportError } from './http-transport.ts';
import type { RequestLimits } from './limits.ts';

export interface ReceivedReply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** One try: a reply with its whole body, or the reason why there is none. */
export type Attempt =
  | { readonly ok: true; readonly reply: ReceivedReply }
  | { readonly ok: false; readonly code: AppErrorCode; readonly detail: string };

/** Thrown into the pending request when a deadline passes; never leaves this file. */
class DeadlinePassed extends Error {}

/** Sends a request once, within its deadlines and its size limit. Never rejects. */
export async function sendOnce(
  transport: HttpTransport,
  request: Omit<HttpRequest, 'signal'>,
  { clock, limits, signal }: { clock: Clock; limits: RequestLimits; signal: AbortSignal },
): Promise<Attempt> {
  const stop = new AbortController();
  const cancel = () => stop.abort(signal.reason);
  if (signal.aborted) cancel();
  else signal.addEventListener('abort', cancel, { once: true });
  const startedAt = clock.monotonic();
  let timer: NodeJS.Timeout | undefined;
  const within = (ms: number, what: string) => {
    clearTimeout(timer);
    const left = Math.min(ms, startedAt + limits.totalMs - clock.monotonic());
    timer = setTimeout(() => stop.abort(new DeadlinePassed(what)), Math.max(left, 0));
  };
  // The transport may not honour its signal at every moment: the race makes the deadline hold all the same.
  const aborted = new Promise<never>((_, reject) => {
    stop.signal.addEventListener('abort', () => reject(stop.signal.reason as Error), { once: true });
  });
  aborted.catch(() => undefined);
  try {
    within(limits.firstByteMs, `no reply within ${limits.firstByteMs / 1000} s`);
    const reply = await Promise.race([transport({ ...request, signal: stop.signal }), aborted]);
    const pieces: Uint8Array[] = [];
    let size = 0;
    const body = reply.body?.[Symbol.asyncIterator]();
    try {
      for (;;) {
        within(limits.idleMs, `no byte for ${limits.idleMs / 1000} s`);
        const next = body && (await Promise.race([body.next(), aborted]));
        if (!next || next.done) break;
        size += next.value.byteLength;
        if (size > limits.bodyBytes) {
          return { ok: false, code: 'reply_too_large', detail: `more than ${limits.bodyBytes} bytes` };
        }
        pieces.push(next.value);
      }
    } finally {
      void body?.return?.()?.catch(() => undefined);
    }
    return {
      ok: true,
      reply: { status: reply.status, headers: reply.headers, text: Buffer.concat(pieces).toString('utf8') },
    };
  } catch (error) {
    if (signal.aborted) return { ok: false, code: 'cancelled', detail: 'cancelled' };
    if (error instanceof DeadlinePassed) return { ok: false, code: 'timeout', detail: error.message };
    if (error instanceof TransportError) return { ok: false, code: error.code, detail: error.message };
    return { ok: false, code: 'offline', detail: error instanceof Error ? error.message : String(error) };
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', cancel);
    stop.abort();
  }
}

import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { requestIdHeader, requestIdPattern } from '#shared/request-id.ts';
import { FerryAPIError, type FerryErrorCode } from './ferry-api-error.ts';
import type { FerryOptions } from './ferry-options.ts';

interface OutgoingRequest {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
  readonly signal?: AbortSignal | undefined;
}

export interface IncomingReply {
  readonly status: number;
  readonly text: string;
  readonly requestId: string;
}

/** Leaves a margin above the largest response, a report page of 1,000 items with up to 8 MB. */
const maxReplyBytes = 32 * 1024 * 1024;
const maxMessageLength = 500;
/** After a longer `Retry-After`, the call fails instead of retrying. */
const maxRetryAfterMs = 60_000;

/** Errors before a connection existed, so that the service can't have received the request. */
const unsentCodes =
  /ECONNREFUSED|ENOTFOUND|EAI_AGAIN|ENETUNREACH|EHOSTUNREACH|CONNECT_TIMEOUT|CERT|UNABLE_TO_VERIFY|ERR_TLS/;
const wasNeverSent = (error: unknown): boolean => {
  const { cause } = error as { cause?: { code?: unknown; errors?: readonly { code?: unknown }[] } };
  return unsentCodes.test(String(cause?.code ?? cause?.errors?.[0]?.code));
};

const readText = async (response: Response): Promise<string> => {
  const chunks: Uint8Array[] = [];
  let sizeBytes = 0;
  for await (const chunk of response.body ?? []) {
    sizeBytes += chunk.length;
    if (sizeBytes > maxReplyBytes) throw new RangeError(`The response has more than ${maxReplyBytes} bytes.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
};

const messageIn = (text: string): string => {
  try {
    const body = JSON.parse(text) as { message?: unknown; error?: { message?: unknown } } | null;
    const message = body?.error?.message ?? body?.message;
    return typeof message === 'string' ? message : '';
  } catch {
    return '';
  }
};

const codeOf = (status: number, isRead: boolean): FerryErrorCode => {
  if (status === 429) return 'rate_limited';
  if (status < 500) return 'request_refused';
  // A proxy sends 502 or 504 if the service's response didn't reach it.
  return !isRead && (status === 502 || status === 504) ? 'reply_lost' : 'service_error';
};

const retryDelayMs = (retries: number, retryAfter: string | null): number | undefined => {
  if (retryAfter !== null && /^\d{1,9}$/.test(retryAfter)) {
    const askedMs = Number(retryAfter) * 1000;
    return askedMs <= maxRetryAfterMs ? askedMs : undefined;
  }
  return Math.min(500 * 2 ** retries, 8_000) * (0.75 + Math.random() / 2);
};

const isTransient = (status: number): boolean => [429, 500, 502, 503, 504].includes(status);

/** Returns a function that sends requests with the key, and retries reads. */
export const createSender = ({ apiKey, baseURL, maxRetries = 2, timeoutMs = 30_000 }: FerryOptions) => {
  const root = baseURL.replace(/(?<!\/)\/+$/, '');

  const attempt = async ({ method, path, body, signal }: OutgoingRequest) => {
    const isRead = method === 'GET';
    const name = `${method} ${path.split('?')[0]}`;
    let requestId: string = randomUUID();
    let wasRefused = false;
    const timeout = AbortSignal.timeout(timeoutMs);
    try {
      const response = await fetch(`${root}${path}`, {
        method,
        headers: {
          accept: 'application/json',
          authorization: `Bearer ${apiKey}`,
          [requestIdHeader]: requestId,
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        // A redirect must not send the API key elsewhere.
        redirect: 'error',
        signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      });
      const { status, headers, ok } = response;
      wasRefused = status >= 400 && status < 500;
      const sentId = headers.get(requestIdHeader);
      if (sentId !== null && requestIdPattern.test(sentId)) requestId = sentId;
      const text = await readText(response);
      if (ok) return { reply: { status, text, requestId } };
      const code = codeOf(status, isRead);
      const reason = messageIn(text).replaceAll(apiKey, '[API key]').slice(0, maxMessageLength);
      const advice = code === 'reply_lost' ? ' The service may have carried it out.' : '';
      const error = new FerryAPIError(`${name} returned ${status}. ${reason}${advice}`, { code, status, requestId });
      return { error, retryAfter: headers.get('retry-after'), isTransient: isTransient(status) };
    } catch (cause) {
      signal?.throwIfAborted();
      const isTooLarge = cause instanceof RangeError;
      const isLost = !isRead && !wasRefused && !wasNeverSent(cause);
      const message = isLost
        ? `The response to ${name} was lost. The service may have carried it out: check before you repeat it.`
        : isTooLarge
          ? `${name}: ${cause.message}`
          : `No response to ${name}.`;
      const error = new FerryAPIError(message, {
        code: isLost ? 'reply_lost' : isTooLarge ? 'service_error' : 'network',
        requestId,
        cause,
      });
      return { error, retryAfter: null, isTransient: !isTooLarge };
    }
  };

  return async (request: OutgoingRequest): Promise<IncomingReply> => {
    for (let retries = 0; ; retries += 1) {
      const result = await attempt(request);
      if (result.reply) return result.reply;
      const delayMs = retryDelayMs(retries, result.retryAfter);
      const mayRetry = request.method === 'GET' && result.isTransient && retries < maxRetries;
      if (!mayRetry || delayMs === undefined) throw result.error;
      await sleep(delayMs, undefined, request.signal ? { signal: request.signal } : {}).catch(() => {});
      request.signal?.throwIfAborted();
    }
  };
};

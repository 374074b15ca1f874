import type { Clock } from '../clock/clock.ts';
import type { HttpRequest, HttpTransport } from '../ports/http-transport.ts';
import { bearer, requestHeaders } from './request-headers.ts';
import { type SendOptions, sendWithRetry } from './send-with-retry.ts';
import type { ReplySanitizer } from './without-keys.ts';

export interface SenderPorts {
  readonly clock: Clock;
  readonly transport: HttpTransport;
  readonly version: string;
  readonly sanitizer: ReplySanitizer;
}

export interface ServiceAccess {
  readonly baseURL: string;
  readonly apiKey: string;
  readonly transport?: HttpTransport;
  /** Aborted when the user switches to another profile. Responses that arrive later are dropped. */
  readonly ended: AbortSignal;
}

export interface ServiceRequest {
  readonly method: HttpRequest['method'];
  readonly path: string;
  readonly body?: unknown;
  /** True for a public path, which is called without the key. */
  readonly isOpen?: boolean;
}

/** Stops when `callSignal` is aborted or the access ends. Retries GET requests. Never rejects. */
export async function sendToService(
  { clock, transport, version, sanitizer }: SenderPorts,
  access: ServiceAccess,
  { method, path, body, isOpen = false }: ServiceRequest,
  callSignal: AbortSignal,
  options: Pick<SendOptions, 'limits' | 'maxTries' | 'longestPauseMs'> = {},
) {
  const url = new URL(access.baseURL + path);
  const hasBody = body !== undefined;
  const request = {
    method,
    url: url.href,
    headers: requestHeaders({ version, authorization: isOpen ? null : bearer(access.apiKey), hasBody }),
    ...(hasBody ? { body: JSON.stringify(body) } : {}),
  };
  const signal = AbortSignal.any([callSignal, access.ended]);
  const sent = await sendWithRetry(access.transport ?? transport, request, { clock, signal, sanitizer, ...options });
  return { request, sent, where: { method, path: url.pathname, host: url.host } };
}

import type { AppErrorCode } from '#shared/app-error-codes.ts';

export interface HttpRequest {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE' | 'OPTIONS';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly signal: AbortSignal;
  /** IP address to connect to instead of resolving the URL's host. Only Node's stack supports this. */
  readonly connectTo?: string;
  /** Called with the ms spent connecting, 0 for a reused connection. Some stacks never call this function. */
  readonly onConnected?: (connectMs: number) => void;
}

/** The part of a request that can be logged, without signal and callbacks. */
export type RequestMessage = Omit<HttpRequest, 'signal' | 'onConnected' | 'connectTo'>;

export interface HttpReply {
  readonly status: number;
  readonly headers: Headers;
  /** Decompressed body, streamed. */
  readonly body: AsyncIterable<Uint8Array> | null;
}

/** Why there was no response. The host classifies the error, because network stacks word their errors differently. */
export type TransportErrorCode = Extract<
  AppErrorCode,
  | 'offline'
  | 'timeout'
  | 'certificate'
  | 'certificate_expired'
  | 'certificate_name'
  | 'tls_failed'
  | 'redirected'
  | 'managed'
  | 'address_refused'
>;

export class TransportError extends Error {
  override readonly name = 'TransportError';
  readonly code: TransportErrorCode;
  /** True if no byte of the request was sent. The service then can't have processed it. */
  readonly beforeSending: boolean;
  constructor(code: TransportErrorCode, detail: string, beforeSending = false) {
    super(detail);
    this.code = code;
    this.beforeSending = beforeSending;
  }
}

/**
 * Sends one HTTP request through the host's network stack: no cookies, no cache, no redirects. Rejects with a
 * `TransportError`, or with the abort error of the signal.
 */
export type HttpTransport = (request: HttpRequest) => Promise<HttpReply>;

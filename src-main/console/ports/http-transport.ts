import type { AppErrorCode } from '#shared/app-error-codes.ts';

export interface HttpRequest {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE' | 'OPTIONS';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly signal: AbortSignal;
  /** The IP address that the host of the URL is called at, without resolving it again. Only Node's stack takes one. */
  readonly connectTo?: string;
  /** Called with the ms spent connecting, 0 for a reused connection. Never called by stacks that hide it. */
  readonly onConnected?: (connectMs: number) => void;
}

/** A request as it is logged: what is sent, and nothing of how it is watched. */
export type RequestMessage = Omit<HttpRequest, 'signal' | 'onConnected' | 'connectTo'>;

export interface HttpReply {
  readonly status: number;
  readonly headers: Headers;
  /** Decompressed bytes as they come. */
  readonly body: AsyncIterable<Uint8Array> | null;
}

/** Why there was no response. The host classifies it, because network stacks word their errors differently. */
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
  /** No byte of the request has left: the service cannot have acted on it. */
  readonly beforeSending: boolean;
  constructor(code: TransportErrorCode, detail: string, beforeSending = false) {
    super(detail);
    this.code = code;
    this.beforeSending = beforeSending;
  }
}

/**
 * One HTTP request of the host's network stack: no cookies, no cache, redirects not followed. Rejects with a
 * `TransportError`, or with whatever the aborted signal makes it throw.
 */
export type HttpTransport = (request: HttpRequest) => Promise<HttpReply>;

/**
 * `request_refused`: the service refused the request (4xx). `rate_limited`: 429. `service_error`: 5xx or an unusable
 * response. `network`: no response; nothing was changed. `reply_lost`: a write was sent and its response didn't arrive,
 * so the service may have carried it out.
 */
export type FerryErrorCode = 'request_refused' | 'rate_limited' | 'service_error' | 'network' | 'reply_lost';

interface ErrorDetails {
  readonly code: FerryErrorCode;
  readonly status?: number | undefined;
  readonly requestId: string;
  readonly cause?: unknown;
}

/** The error with which calls reject. */
export class FerryAPIError extends Error {
  override readonly name = 'FerryAPIError';
  readonly code: FerryErrorCode;
  /** HTTP status, if the service responded. */
  readonly status: number | undefined;
  /** ID of the request in the service's log. After a retry, the ID of the last attempt. */
  readonly requestId: string;

  constructor(message: string, { code, status, requestId, cause }: ErrorDetails) {
    super(`${message} Request ID: ${requestId}`, cause === undefined ? {} : { cause });
    this.code = code;
    this.status = status;
    this.requestId = requestId;
  }
}

export interface FerryOptions {
  /** API key of your organization. */
  readonly apiKey: string;
  /** Base URL of the service, such as `https://api.ferry.example`. Must use https, except on this device. */
  readonly baseURL: string;
  /**
   * Retries of a read after a network error or a 429, 500, 502, 503 or 504. Writes are never retried.
   * @default 2 (after about 0.5 s and 1 s, or after `Retry-After`)
   */
  readonly maxRetries?: number;
  /** Time for one attempt, in ms. @default 30000 */
  readonly timeoutMs?: number;
}

export interface RequestOptions {
  /** Cancels the call, which then rejects with the signal's reason. */
  readonly signal?: AbortSignal;
}

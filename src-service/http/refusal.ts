import type { NestedErrorCode } from '#shared/migration-api/api-error.ts';
import type { KeyScope } from '#shared/migration-api/key-scopes.ts';

/** A request that is not served, as a value: HTTP status, the sentence a client sees, and headers that go with it. */
export class Refusal {
  readonly status: number;
  readonly message: string;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, message: string, headers: Readonly<Record<string, string>> = {}) {
    this.status = status;
    this.message = message;
    this.headers = headers;
  }
}

/** A wait as `Retry-After` takes it: whole seconds, after which it is over, and never none. */
export const wholeSeconds = (milliseconds: number): number => Math.max(1, Math.ceil(milliseconds / 1_000));

/** Every 401 names the scheme (RFC 9110, 11.6.1). */
export const unauthorized = (message: string): Refusal => new Refusal(401, message, { 'www-authenticate': 'Bearer' });

/** One message for a missing, malformed, unknown and revoked key: a prober learns nothing. */
export const keyNotAccepted = (): Refusal =>
  unauthorized('The API key is missing or invalid. Send a valid key as a Bearer token in the Authorization header.');

export const outOfScope = (scope: KeyScope): Refusal =>
  new Refusal(403, `This API key doesn't have the scope ${scope}.`);

const codes: Readonly<Record<number, NestedErrorCode>> = {
  400: 'invalid_parameter',
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not_found',
  405: 'method_not_allowed',
  408: 'request_timeout',
  409: 'conflict',
  410: 'gone',
  413: 'payload_too_large',
  415: 'unsupported_media_type',
  421: 'misdirected_request',
  429: 'rate_limited',
  431: 'headers_too_large',
};

/** Which of the two documented shapes errors take (specification, "Errors" 2). */
export type ErrorShape = 'plain' | 'nested';

/** The Error body of a refusal as JSON text. `bodyAtFault` tells a wrong body from a wrong parameter. */
export const errorBody = (shape: ErrorShape, status: number, message: string, bodyAtFault = false): string => {
  if (shape === 'plain') return JSON.stringify({ type: 'api_error', message });
  const code = bodyAtFault ? 'invalid_body' : (codes[status] ?? 'internal_error');
  return JSON.stringify({ error: { code, message } });
};

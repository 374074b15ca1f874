import type { NestedErrorCode } from '#shared/migration-api/api-error.ts';
import type { KeyScope } from '#shared/migration-api/key-scopes.ts';

export class Refusal extends Error {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly bodyAtFault: boolean;

  constructor(
    status: number,
    message: string,
    headers: Readonly<Record<string, string>> = {},
    bodyAtFault: boolean = false,
  ) {
    super(message);
    this.status = status;
    this.headers = headers;
    this.bodyAtFault = bodyAtFault;
  }
}

export const refuse = (...refusal: ConstructorParameters<typeof Refusal>): never => {
  throw new Refusal(...refusal);
};

/** Converts a delay to seconds for `Retry-After`: rounded up, and at least 1. */
export const wholeSeconds = (milliseconds: number): number => Math.max(1, Math.ceil(milliseconds / 1_000));

/** Every 401 needs `WWW-Authenticate` (RFC 9110, 11.6.1). */
export const unauthorized = (message: string): never => refuse(401, message, { 'www-authenticate': 'Bearer' });

/** For the calls of the dashboard, whose users sign in with a session. */
export const refuseSignIn = (message: string): never => refuse(401, message, { 'www-authenticate': 'Session' });

/** The same message for missing, malformed, unknown and revoked keys, so that attackers learn nothing. */
export const keyNotAccepted = (): never =>
  unauthorized('The API key is missing or invalid. Send a valid key as a Bearer token in the Authorization header.');

export const keyExpired = (at: number): never =>
  unauthorized(`This API key expired on ${new Date(at).toISOString().slice(0, 10)}. Create a new key.`);

export const addressNotAllowed = (address: string): never =>
  refuse(403, `This API key can't be used from ${address}. Use an address that the key allows.`);

export const organizationSuspended = (): never =>
  refuse(403, 'This organization is suspended. Contact the operator of this service.');

export const outOfScope = (scope: KeyScope): never => refuse(403, `This API key doesn't have the ${scope} scope.`);

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

/** The two documented error formats (specification, "Errors" 2). */
export type ErrorShape = 'plain' | 'nested';

export const errorBody = (shape: ErrorShape, status: number, message: string, bodyAtFault = false): string => {
  if (shape === 'plain') return JSON.stringify({ type: 'api_error', message });
  const code = bodyAtFault ? 'invalid_body' : (codes[status] ?? 'internal_error');
  return JSON.stringify({ error: { code, message } });
};

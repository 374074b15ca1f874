import { TransportError, type TransportErrorCode } from '../../../console/api-client/http-transport.ts';

/** Names of Chromium's network errors, first match counts. */
const kinds: readonly (readonly [TransportErrorCode, RegExp])[] = [
  ['certificate_expired', /ERR_CERT_(DATE_INVALID|VALIDITY_TOO_LONG)/],
  ['certificate_name', /ERR_CERT_COMMON_NAME_INVALID/],
  ['certificate', /ERR_CERT_/],
  ['tls_failed', /ERR_(SSL_|BAD_SSL_|TLS)/],
  ['timeout', /ERR_(CONNECTION_)?TIMED_OUT/],
  ['redirected', /redirect/i],
];

/** Failures that happen before a connection stands. */
const neverSent =
  /ERR_(CONNECTION_REFUSED|CONNECTION_TIMED_OUT|CONNECTION_FAILED|NAME_|ADDRESS_|INTERNET_DISCONNECTED|NETWORK_|PROXY_|TUNNEL_|CERT_|SSL_|BAD_SSL_)/;

/** Tells from an error of Electron's `session.fetch` why no reply came. */
export function readNetworkFailure(error: unknown): TransportError {
  const message = (error instanceof Error ? error.message : String(error)).replace(/\s+/g, ' ').slice(0, 300);
  const kind = kinds.find(([, pattern]) => pattern.test(message))?.[0] ?? 'offline';
  return new TransportError(kind, message, neverSent.test(message));
}

import { TransportError, type TransportErrorCode } from '../../console/api-client/http-transport.ts';

/** Codes of Node and OpenSSL, first match counts. */
const kinds: readonly (readonly [TransportErrorCode, RegExp])[] = [
  ['certificate_expired', /^CERT_(HAS_EXPIRED|NOT_YET_VALID)$/],
  ['certificate_name', /^ERR_TLS_CERT_ALTNAME_(INVALID|FORMAT)$/],
  [
    'certificate',
    /^(CERT_|DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_|INVALID_(CA|PURPOSE)|PATH_LENGTH_EXCEEDED|HOSTNAME_MISMATCH)/,
  ],
  ['tls_failed', /^(ERR_SSL_|ERR_TLS_|EPROTO$)/],
];

/** Failures that happen before a connection stands. */
const neverSent = /^(ECONNREFUSED|ENOTFOUND|EAI_|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL|ERR_PROXY_)/;

/** Tells from an error of node:http or node:https why no reply came. */
export function readTransportFailure(error: unknown, connected: boolean): TransportError {
  const first = error instanceof AggregateError ? (error.errors[0] as unknown) : undefined;
  const code = String(
    (error as NodeJS.ErrnoException).code ?? (first as NodeJS.ErrnoException | undefined)?.code ?? '',
  );
  const said = error instanceof Error ? error.message || (first instanceof Error ? first.message : '') : String(error);
  const kind = kinds.find(([, pattern]) => pattern.test(code))?.[0] ?? 'offline';
  const beforeSending = !connected || kind !== 'offline' || neverSent.test(code);
  return new TransportError(kind, said.replace(/\s+/g, ' ').slice(0, 300) || code, beforeSending);
}

import {
  type HttpTransport,
  TransportError,
  type TransportErrorCode,
} from '../../console/api-client/http-transport.ts';

const certificateCodes = /^(CERT_|ERR_TLS|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_(GET|VERIFY)|ERR_SSL)/;

/** The innermost cause carries the code that tells why; undici wraps it. */
function reasonOf(error: unknown): { readonly code: string; readonly message: string } {
  let inner = error;
  while (inner instanceof Error && inner.cause instanceof Error) inner = inner.cause;
  if (!(inner instanceof Error)) return { code: '', message: String(inner) };
  const first = inner instanceof AggregateError ? (inner.errors[0] as Error | undefined) : undefined;
  const code = String((inner as NodeJS.ErrnoException).code ?? '');
  return { code, message: inner.message || first?.message || code };
}

/** HTTP by Node: no cookies, no cache, redirects not followed. */
export const nodeTransport: HttpTransport = async ({ method, url, headers, body, signal }) => {
  try {
    const reply = await fetch(url, {
      method,
      headers: { ...headers },
      signal,
      credentials: 'omit',
      cache: 'no-store',
      redirect: 'manual',
      ...(body === undefined ? {} : { body }),
    });
    return { status: reply.status, headers: reply.headers, body: reply.body };
  } catch (error) {
    if (signal.aborted) throw error;
    const { code, message } = reasonOf(error);
    const kind: TransportErrorCode = certificateCodes.test(code) ? 'certificate' : 'offline';
    throw new TransportError(kind, message);
  }
};

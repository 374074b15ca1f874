import type { Session } from 'electron';
import { type HttpTransport, TransportError, type TransportErrorCode } from '../../console/ports/http-transport.ts';
import { proxyRuleText } from '../../console/log/proxy-address.ts';
import { createNodeTransport, type ProxyVariables } from '../node/node-transport.ts';
import type { TakeSession } from './guards/single-use-sessions.ts';

const kinds: readonly (readonly [TransportErrorCode, RegExp])[] = [
  ['certificate_expired', /ERR_CERT_(DATE_INVALID|VALIDITY_TOO_LONG)/],
  ['certificate_name', /ERR_CERT_COMMON_NAME_INVALID/],
  ['certificate', /ERR_CERT_/],
  ['tls_failed', /ERR_(SSL_|BAD_SSL_|TLS)/],
  ['timeout', /ERR_(CONNECTION_)?TIMED_OUT/],
  ['redirected', /redirect/i],
];

const notSentErrors =
  /ERR_(CONNECTION_REFUSED|CONNECTION_TIMED_OUT|CONNECTION_FAILED|NAME_|ADDRESS_|INTERNET_DISCONNECTED|NETWORK_|PROXY_|TUNNEL_|CERT_|SSL_|BAD_SSL_)/;

export function readNetworkFailure(error: unknown): TransportError {
  const message = (error instanceof Error ? error.message : String(error)).replace(/\s+/g, ' ').slice(0, 300);
  const kind = kinds.find(([, pattern]) => pattern.test(message))?.[0] ?? 'offline';
  return new TransportError(kind, message, notSentErrors.test(message));
}

async function* untilDone(body: AsyncIterable<Uint8Array>, done: () => void): AsyncGenerator<Uint8Array> {
  try {
    yield* body;
  } finally {
    done();
  }
}

/** Applies the system's proxy, PAC file and certificates. A POST, which must not be sent twice, borrows a session. These sessions are in memory and have no cookies. */
export const createElectronTransport =
  (shared: Session, takeSession: TakeSession, onCall: (origin: string) => void): HttpTransport =>
  async ({ method, url, headers, body, signal }) => {
    onCall(new URL(url).origin);
    const { session, done } = method === 'GET' ? { session: shared, done: (): void => undefined } : await takeSession();
    try {
      const reply = await session.fetch(url, {
        method,
        headers: { ...headers },
        signal,
        credentials: 'omit',
        cache: 'no-store',
        redirect: 'error',
        ...(body === undefined ? {} : { body }),
      });
      const pieces = reply.body as AsyncIterable<Uint8Array> | null;
      if (!pieces) done();
      return { status: reply.status, headers: reply.headers, body: pieces && untilDone(pieces, done) };
    } catch (error) {
      done();
      if (signal.aborted) throw error;
      throw readNetworkFailure(error);
    }
  };

/** Reads the first choice of `PROXY host:port; DIRECT`. Returns null for SOCKS, which Node's agents don't support. */
export function readProxyRule(rule: string): ProxyVariables | null {
  const [kind = '', address = ''] = (rule.split(';')[0] ?? '').trim().split(/\s+/);
  if (kind === '' || /^DIRECT$/i.test(kind)) return {};
  const scheme = new Map([
    ['PROXY', 'http'],
    ['HTTP', 'http'],
    ['HTTPS', 'https'],
  ]).get(kind.toUpperCase());
  const proxy = `${scheme}://${address}`;
  return scheme && address ? { HTTP_PROXY: proxy, HTTPS_PROXY: proxy } : null;
}

/**
 * HTTP for a profile with its own certificate authorities. Electron sessions don't support these, and verifying
 * certificate chains ourselves would be less secure. So Node makes the call, through the proxy that Chromium found.
 */
export const createCaTransport =
  (session: Session) =>
  (certificates: readonly string[]): HttpTransport =>
    createNodeTransport({
      certificates,
      proxiesFor: async (url) => {
        const rule = await session.resolveProxy(url.href);
        const proxies = readProxyRule(rule);
        if (proxies) return proxies;
        throw new TransportError(
          'offline',
          `Profiles with a CA file can't use this proxy: ${proxyRuleText(rule)}`,
          true,
        );
      },
    });

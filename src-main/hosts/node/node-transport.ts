import * as http from 'node:http';
import * as https from 'node:https';
import { isIP } from 'node:net';
import { pipeline, type Readable } from 'node:stream';
import tls from 'node:tls';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { isLoopback } from '../../console/addresses/base-address.ts';
import {
  type HttpReply,
  type HttpRequest,
  type HttpTransport,
  TransportError,
  type TransportErrorCode,
} from '../../console/ports/http-transport.ts';
import { wellFormedProxy } from '../../console/log/proxy-address.ts';

const names = ['HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY'] as const;

export type ProxyVariables = Readonly<Partial<Record<(typeof names)[number], string>>>;

export function readProxyVariables(env: NodeJS.ProcessEnv = process.env): ProxyVariables {
  const variables = names.map((name) => [name, env[name.toLowerCase()] || env[name]] as const);
  return Object.fromEntries(
    variables.flatMap(([name, value]) => (value ? [[name, name === 'NO_PROXY' ? value : wellFormedProxy(value)]] : [])),
  );
}

const kinds: readonly (readonly [TransportErrorCode, RegExp])[] = [
  ['certificate_expired', /^CERT_(HAS_EXPIRED|NOT_YET_VALID)$/],
  ['certificate_name', /^ERR_TLS_CERT_ALTNAME_(INVALID|FORMAT)$/],
  [
    'certificate',
    /^(CERT_|DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_|INVALID_(CA|PURPOSE)|PATH_LENGTH_EXCEEDED|HOSTNAME_MISMATCH)/,
  ],
  ['tls_failed', /^(ERR_SSL_|ERR_TLS_|EPROTO$)/],
];

const notSentErrors = /^(ECONNREFUSED|ENOTFOUND|EAI_|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL|ERR_PROXY_)/;

function readTransportFailure(error: unknown, connected: boolean): TransportError {
  const first = error instanceof AggregateError ? (error.errors[0] as unknown) : undefined;
  const code = String(
    (error as NodeJS.ErrnoException).code ?? (first as NodeJS.ErrnoException | undefined)?.code ?? '',
  );
  const text = error instanceof Error ? error.message || (first instanceof Error ? first.message : '') : String(error);
  const kind = kinds.find(([, pattern]) => pattern.test(code))?.[0] ?? 'offline';
  const beforeSending = !connected || kind !== 'offline' || notSentErrors.test(code);
  return new TransportError(kind, text.replace(/\s+/g, ' ').slice(0, 300) || code, beforeSending);
}

interface NodeTransportOptions {
  /** Returns the proxies for a URL. Not called for loopback hosts. */
  readonly proxiesFor: (url: URL) => ProxyVariables | Promise<ProxyVariables>;
  /** Certificate authorities (PEM) to trust in addition to Node's and the system's. */
  readonly certificates?: readonly string[];
  readonly connectWithinMs?: number;
}

const trustedCertificates = (more: readonly string[]): string[] => [
  ...new Set([...tls.getCACertificates('default'), ...tls.getCACertificates('system'), ...more]),
];

/** No cookies, cache, redirects or PAC file. Checks certificates even if a variable turns the checks off for Node. */
export function createNodeTransport({
  proxiesFor,
  certificates = [],
  connectWithinMs = 5_000,
}: NodeTransportOptions): HttpTransport {
  const agents = new Map<string, http.Agent>();
  let context: tls.SecureContext | undefined;
  // Created once, because reading several hundred certificates takes tens of milliseconds.
  const trust = () => (context ??= tls.createSecureContext({ ca: trustedCertificates(certificates) }));
  const agentFor = (url: URL, proxyEnv: ProxyVariables): http.Agent => {
    const id = `${url.protocol} ${JSON.stringify(proxyEnv)}`;
    const knownAgent = agents.get(id);
    if (knownAgent) return knownAgent;
    const common = { keepAlive: true, proxyEnv };
    const agent =
      url.protocol === 'https:'
        ? new https.Agent({ ...common, rejectUnauthorized: true, secureContext: trust() })
        : new http.Agent(common);
    agents.set(id, agent);
    return agent;
  };
  return async (request) => {
    const url = new URL(request.url);
    // Calls to loopback hosts bypass the proxy, which would otherwise call its own device.
    const proxies = isLoopback(url.hostname) ? {} : await proxiesFor(url);
    request.signal.throwIfAborted();
    return send(url, request, agentFor(url, proxies), connectWithinMs);
  };
}

function send(url: URL, request: HttpRequest, agent: http.Agent, connectWithinMs: number): Promise<HttpReply> {
  const { method, headers, body, signal } = request;
  return new Promise((resolve, reject) => {
    const startedAt = performance.now();
    let connected = false;
    const place = placeOf(url, request.connectTo);
    const client = url.protocol === 'https:' ? https : http;
    const options = {
      method,
      agent,
      signal,
      headers: {
        ...headers,
        Host: url.host,
        'Accept-Encoding': 'gzip, deflate, br',
        ...(body === undefined ? {} : { 'Content-Length': Buffer.byteLength(body) }),
      },
    };
    const clientRequest = client.request(place.url, { ...options, ...place.options });
    const connectTimer = setTimeout(() => {
      const seconds = connectWithinMs / 1000;
      clientRequest.destroy(new TransportError('timeout', `no connection within ${seconds} s`, true));
    }, connectWithinMs);
    const onConnected = (connectMs = performance.now() - startedAt) => {
      connected = true;
      clearTimeout(connectTimer);
      request.onConnected?.(connectMs);
    };
    clientRequest.once('socket', (socket) => {
      // A reused or proxied connection may already be open.
      const isConnected = socket instanceof tls.TLSSocket ? socket.getPeerFinished() !== undefined : !socket.connecting;
      if (clientRequest.reusedSocket) onConnected(0);
      else if (isConnected) onConnected();
      else socket.once(url.protocol === 'https:' ? 'secureConnect' : 'connect', () => onConnected());
    });
    clientRequest.once('response', (message) => {
      clearTimeout(connectTimer);
      const readable = decodeBody(message);
      resolve({
        status: message.statusCode ?? 0,
        headers: headersOf(message),
        body: readable,
      });
    });
    clientRequest.on('error', (error) => {
      clearTimeout(connectTimer);
      reject(signal.aborted || error instanceof TransportError ? error : readTransportFailure(error, connected));
    });
    clientRequest.end(body);
  });
}

/** Returns the URL to connect to, with an IP address as its host. The certificate must still match the name. */
function placeOf(url: URL, address: string | undefined): { url: URL; options: { servername?: string } } {
  if (address === undefined) return { url, options: {} };
  const place = new URL(url);
  place.hostname = isIP(address) === 6 ? `[${address}]` : address;
  const hostName = url.hostname.replace(/^\[|\]$/g, '');
  return { url: place, options: isIP(hostName) === 0 ? { servername: hostName } : {} };
}

const decoders: Readonly<Record<string, () => NodeJS.ReadWriteStream & Readable>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

function decodeBody(message: http.IncomingMessage): Readable {
  const decoder = decoders[message.headers['content-encoding']?.toLowerCase() ?? ''];
  if (!decoder) return message;
  // If one stream ends, the other is closed. Errors reach the reader of the result.
  return pipeline(message, decoder(), () => undefined) as unknown as Readable;
}

function headersOf(message: http.IncomingMessage): Headers {
  const headers = new Headers();
  for (let index = 0; index < message.rawHeaders.length; index += 2) {
    const name = message.rawHeaders[index] ?? '';
    try {
      headers.append(name, message.rawHeaders[index + 1] ?? '');
    } catch {
      // Drops the invalid header.
    }
  }
  return headers;
}

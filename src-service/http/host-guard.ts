import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type BaseUrl, isLoopbackHost } from './origins.ts';
import { Refusal } from './refusal.ts';

/** Headers, by name or prefix, that proxies, load balancers and CDNs add. A direct client sends none of them. */
const proxyHeader = new RegExp(
  '^(?:forwarded|via|cdn-loop|max-forwards|proxy-.*|client-ip|true-client-ip|front-end-https|wl-proxy-.*|' +
    'x-(?:forwarded|original|rewrite|real|client|cluster|remote|proxy|envoy|azure|amzn|amz-cf|arr|varnish|nginx|' +
    'appengine|bluecoat|sucuri|fastly|vercel|nf|fd|ms-forwarded|scheme|proto|host|url-scheme|via|backend|ssl)(?:-.*)?|' +
    'x-proxyuser-ip|cf-.*|fly-.*|fastly-.*|akamai-.*|incap-.*|x-cloud-trace-context|x-sendfile-type|x-accel-.*)$',
);

/** Detects proxies by their headers, by HTTP/1.0 (nginx's default), or by an absolute request target. */
export const isProxied = ({ raw, headers }: FastifyRequest): boolean =>
  raw.httpVersion !== '1.1' || !raw.url?.startsWith('/') || Object.keys(headers).some((name) => proxyHeader.test(name));

const hostPattern = /^(\[[\da-f:.]+\]|[\w.-]+)(?::(\d{1,5}))?$/i;

const malformedRefusal = (): Refusal =>
  new Refusal(
    400,
    "The Host header is missing or malformed. Send this service's host and port, such as Host: 127.0.0.1:8600.",
  );

/** Node uses the first of several `Host` headers, but a proxy in front may use the last. */
const namesHostTwice = ({ raw: { rawHeaders } }: FastifyRequest): boolean => {
  let hostCount = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index];
    if (name?.length === 4 && name.toLowerCase() === 'host') hostCount += 1;
  }
  return hostCount > 1;
};

/** An absolute URL in the request line overrides `Host` (RFC 9112, 3.2.2), so both must have the same host. */
const contradicts = ({ raw }: FastifyRequest, host: string): boolean => {
  const authority = /^[a-z][a-z\d+.-]*:\/\/([^/?#]*)/i.exec(raw.url ?? '')?.[1];
  return authority !== undefined && authority.toLowerCase() !== host.toLowerCase();
};

/** Whether this is the host of the public URL. Proxies may omit its port. */
const isPublicHost = ({ protocol, hostname, port }: URL, name: string, namedPort: string | undefined): boolean =>
  name === hostname && (namedPort === undefined || namedPort === (port || (protocol === 'https:' ? '443' : '80')));

/**
 * Refuses a missing, malformed or repeated `Host`. With a public URL, accepts that host and, on a loopback socket,
 * loopback names for probes. Without one, a service on loopback accepts only loopback names, against DNS rebinding.
 */
export const guardHost = (app: FastifyInstance, { fixed }: BaseUrl, boundToLoopback: boolean): void => {
  const wrongHostRefusal = (): Refusal =>
    new Refusal(
      421,
      fixed === undefined
        ? 'This service accepts only local requests. Use 127.0.0.1 or localhost.'
        : `This service accepts requests for ${fixed.host} only. Call ${fixed.origin}.`,
    );
  // Caches the last accepted host, because clients repeat it, if it is valid both with and without a proxy.
  let lastAccepted: string | undefined;
  const judge = (request: FastifyRequest): Refusal | undefined => {
    const { host } = request.headers;
    if (namesHostTwice(request)) return new Refusal(400, 'The request has several Host headers. Send one.');
    if (host !== undefined && host === lastAccepted && request.raw.url?.startsWith('/')) return undefined;
    const [, name = '', port] = hostPattern.exec(host ?? '') ?? [];
    if (host === undefined || name === '' || !URL.canParse(`http://${host}`)) return malformedRefusal();
    if (contradicts(request, host)) {
      return new Refusal(400, 'The request line and the Host header name different hosts. Send the same host in both.');
    }
    const lowerCaseName = name.toLowerCase();
    const isLoopback = isLoopbackHost(lowerCaseName);
    const isAccepted = fixed === undefined ? !boundToLoopback || isLoopback : isPublicHost(fixed, lowerCaseName, port);
    if (isAccepted) lastAccepted = host;
    else if (fixed === undefined || !boundToLoopback || !isLoopback || isProxied(request)) return wrongHostRefusal();
    return undefined;
  };
  app.addHook('onRequest', (request, _reply, done) => done(judge(request)));
};

import type { FastifyRequest } from 'fastify';

/**
 * Headers that proxies, balancers and content networks add, by their whole name or by how it begins. A client that calls
 * the service itself sends none of them.
 */
const proxyHeader = new RegExp(
  '^(?:forwarded|via|cdn-loop|max-forwards|proxy-.*|client-ip|true-client-ip|front-end-https|wl-proxy-.*|' +
    'x-(?:forwarded|original|rewrite|real|client|cluster|remote|proxy|envoy|azure|amzn|amz-cf|arr|varnish|nginx|' +
    'appengine|bluecoat|sucuri|fastly|vercel|nf|fd|ms-forwarded|scheme|proto|host|url-scheme|via|backend|ssl)(?:-.*)?|' +
    'x-proxyuser-ip|cf-.*|fly-.*|fastly-.*|akamai-.*|incap-.*|x-cloud-trace-context|x-sendfile-type|x-accel-.*)$',
);

/**
 * Whether a proxy passed this request on: it says so by a header, speaks HTTP/1.0 as nginx does by itself, or sends the
 * whole address as the target, as one does to a proxy.
 */
export const isPassedOn = ({ raw, headers }: FastifyRequest): boolean =>
  raw.httpVersion !== '1.1' || !raw.url?.startsWith('/') || Object.keys(headers).some((name) => proxyHeader.test(name));

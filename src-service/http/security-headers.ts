import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { requestIdHeader } from '#shared/request-id.ts';
import { browserOrigin } from './origins.ts';

const fixedHeaders = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
} as const;

/** Headers of every response. Pages override the Content-Security-Policy. */
export const addSecurityHeaders = (app: FastifyInstance, isHttps: boolean): void => {
  const headers = isHttps ? { ...fixedHeaders, 'strict-transport-security': 'max-age=31536000' } : fixedHeaders;
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers);
    done();
  });
};

const preflightSeconds = 7_200;

/** Allows pages of a permitted origin to read the response. Used only by the two browser endpoints. */
export const addCorsHeaders = (request: FastifyRequest, reply: FastifyReply): void => {
  reply.header('vary', 'Origin');
  const origin = browserOrigin(request.headers.origin ?? '', request.headers.host);
  if (origin === undefined) return;
  reply
    .header('access-control-allow-origin', origin)
    .header('access-control-allow-credentials', 'true')
    .header('access-control-expose-headers', requestIdHeader);
};

export const mountPreflight = (app: FastifyInstance, url: string, methods: readonly string[]): void => {
  app.options(url, (request, reply) => {
    addCorsHeaders(request, reply);
    if (reply.hasHeader('access-control-allow-origin')) {
      reply
        .header('access-control-allow-methods', methods.join(', '))
        .header('access-control-allow-headers', 'authorization, content-type')
        .header('access-control-max-age', preflightSeconds);
    }
    return reply
      .code(204)
      .header('allow', [...methods, 'OPTIONS'].join(', '))
      .send();
  });
};

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { browserOrigin } from './origins.ts';

const preflightSeconds = 7_200;

/** Lets pages of an allowed origin read the reply. Only the two browser endpoints get this. */
export const addCorsHeaders = (request: FastifyRequest, reply: FastifyReply): void => {
  reply.header('vary', 'Origin');
  const origin = browserOrigin(request.headers.origin ?? '');
  if (origin === undefined) return;
  reply.header('access-control-allow-origin', origin).header('access-control-allow-credentials', 'true');
};

/** Answers the preflights of a browser endpoint; an origin that is not allowed gets no CORS header. */
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

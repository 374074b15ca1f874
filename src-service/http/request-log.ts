import type { FastifyInstance } from 'fastify';

/**
 * Logs each reply at debug level by its route, never by its path, query or headers: the address of a modal is a secret,
 * and so is every credential.
 */
export const logRequests = (app: FastifyInstance): void => {
  if (app.log.level !== 'debug' && app.log.level !== 'trace') return;
  app.addHook('onResponse', (request, reply, done) => {
    request.log.debug(
      {
        method: request.method,
        route: request.routeOptions.url ?? 'unknown',
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
      },
      'replied',
    );
    done();
  });
};

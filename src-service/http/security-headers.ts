import type { FastifyInstance } from 'fastify';

const always = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
} as const;

/** Headers of every reply; a page replaces the policy by its own. */
export const addSecurityHeaders = (app: FastifyInstance, isHttps: boolean): void => {
  const headers = isHttps ? { ...always, 'strict-transport-security': 'max-age=31536000' } : always;
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers);
    done();
  });
};

import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { requestIdHeader, requestIdPattern } from '#shared/request-id.ts';
import { encodeCrockford, randomCrockford } from '../store/crockford.ts';

/** Returns a ULID: 48 bits of time in milliseconds, then 80 random bits. */
export const newRequestId = (now = Date.now()): string => encodeCrockford(now, 10) + randomCrockford(16);

/** Returns the client's ID, or a new ID if the client's is missing or invalid. For fastify's `genReqId`. */
export const requestIdOf = ({ headers }: Pick<IncomingMessage, 'headers'>): string => {
  const sentId = headers[requestIdHeader];
  return typeof sentId === 'string' && requestIdPattern.test(sentId) ? sentId : newRequestId();
};

/** Adds the ID to every response. Call this function before other hooks, so that refused requests have an ID too. */
export const addRequestIds = (app: FastifyInstance): void => {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header(requestIdHeader, request.id);
    done();
  });
};

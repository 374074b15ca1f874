import type { FastifyInstance } from 'fastify';
import { isLoopbackHost } from './origins.ts';
import { Refusal } from './refusal.ts';

const hostPattern = /^(?:\[[\da-f:.]+\]|[\w.-]+)(?::\d{1,5})?$/i;

/**
 * Refuses requests whose `Host` is missing or malformed and, on a service bound to loopback, every host that is not
 * loopback: a web page whose name was rebound to 127.0.0.1 sends its own name (DNS rebinding).
 */
export const guardHost = (app: FastifyInstance, boundToLoopback: boolean): void => {
  // Clients name the same host over and over.
  let lastGood: string | undefined;
  app.addHook('onRequest', (request, reply, done) => {
    const { host } = request.headers;
    if (host !== undefined && host === lastGood) done();
    else if (host === undefined || !hostPattern.test(host) || !URL.canParse(`http://${host}`)) {
      reply.refuse(new Refusal(400, 'The Host header is missing or malformed.'));
    } else if (boundToLoopback && !isLoopbackHost(host.replace(/:\d+$/, '').toLowerCase())) {
      reply.refuse(new Refusal(421, 'This service answers on this computer only: use 127.0.0.1 or localhost.'));
    } else {
      lastGood = host;
      done();
    }
  });
};

import type { FastifyInstance } from 'fastify';
import type { Socket } from 'node:net';

/** Limit per connection. Browsers, proxies and HTTP libraries wait for a response before they send the next request. */
const maxPending = 16;

/** Node starts all requests of a packet in one tick, and 700 requests would delay other connections for seconds. */
export const limitPendingRequests = (app: FastifyInstance): void => {
  const pending = new WeakMap<Socket, number>();
  const add = (socket: Socket, count: number): number => {
    const sum = (pending.get(socket) ?? 0) + count;
    pending.set(socket, sum);
    return sum;
  };
  app.addHook('onRequest', (request, reply, done) => {
    const { socket } = request.raw;
    if (add(socket, 1) <= maxPending) {
      reply.raw.once('close', () => add(socket, -1));
      done();
    } else {
      reply.hijack();
      socket.destroy();
    }
  });
};

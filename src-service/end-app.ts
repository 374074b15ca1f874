import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { OpsServer } from './operations/ops-server.ts';

/** Time in which a load balancer that probes every second and needs two failures stops sending requests. */
const drainMs = 3_500;
/** Milliseconds until open requests are cut. A stop takes up to 3 s, or 10 s behind a load balancer. */
const graceMs = { alone: 1_500, balanced: 5_000 };

const closeApp = async (app: FastifyInstance, grace: number): Promise<void> => {
  const cutTimer = setTimeout(() => app.server.closeAllConnections(), grace);
  await app.close();
  clearTimeout(cutTimer);
};

/** Call this before the app listens. Behind a load balancer, the stopping app serves requests for `drainMs`. */
export const prepareEnd = (app: FastifyInstance, ops: OpsServer | undefined): (() => Promise<void>) => {
  if (ops === undefined) return () => closeApp(app, graceMs.alone);
  let isEnding = false;
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (isEnding) reply.header('connection', 'close');
    done(null, payload);
  });
  return async () => {
    isEnding = true;
    ops.stopping();
    await delay(drainMs);
    await closeApp(app, graceMs.balanced);
  };
};

import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { OpsServer } from './operations/ops-server.ts';

/** A load balancer that asks every second and believes the second answer has looked away by then. */
const lookAwayMs = 3_500;
/** Open requests get this long to end before they are cut: all in all under 3 s, and under 10 s behind a load balancer. */
const graceMs = { alone: 1_500, balanced: 5_000 };

const closeApp = async (app: FastifyInstance, grace: number): Promise<void> => {
  const cut = setTimeout(() => app.server.closeAllConnections(), grace);
  await app.close();
  clearTimeout(cut);
};

/**
 * Prepares an app for its end; call it before it listens. Behind a load balancer, which asks the operations server, new
 * requests are served until it has looked away, each on a connection that ends with its reply, so that none is cut.
 */
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
    await delay(lookAwayMs);
    await closeApp(app, graceMs.balanced);
  };
};

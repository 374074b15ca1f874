import { setTimeout as delay } from 'node:timers/promises';
import { fastify, type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { answerErrors, answerUnknownRoutes } from '../http/error-replies.ts';
import { addRequestIds, requestIdOf } from '../http/request-id.ts';
import { isLoopbackHost } from '../http/origins.ts';
import { Refusal } from '../http/refusal.ts';
import type { Store } from '../store/store.ts';
import type { Metrics } from './metrics.ts';

/** Deadline of a probe's write. Only a busy store takes longer: an unavailable store fails earlier. */
const probeTimeoutMs = 500;

type Obstacle = 'starting' | 'stopping' | "the store isn't writable" | undefined;

/** Concurrent probes share one write. No write starts while another hangs. */
const createWriteProbe = ({ health, clock }: Store): (() => Promise<boolean>) => {
  let pendingWrite: Promise<boolean> | undefined;
  const write = async (): Promise<boolean> => {
    try {
      await health.write(await clock.now());
      return true;
    } catch (error) {
      // A busy store is ready. All instances share it, so failing the probe would leave the load balancer with none.
      return health.isBusy(error);
    } finally {
      pendingWrite = undefined;
    }
  };
  return async () => {
    pendingWrite ??= write();
    return Promise.race([pendingWrite, delay(probeTimeoutMs, true, { ref: false })]);
  };
};

/** Blocks DNS rebinding: a rebound page sends its own name as Host, but a probe sends a loopback address or none. */
const refuseRebound = (app: FastifyInstance): void => {
  app.addHook('onRequest', (request, _reply, done) => {
    const { host } = request.headers;
    const isLocalRequest =
      !host || (URL.canParse(`http://${host}`) && isLoopbackHost(new URL(`http://${host}`).hostname));
    done(
      isLocalRequest ? undefined : new Refusal(421, 'Probes accept only local requests. Use 127.0.0.1 or localhost.'),
    );
  });
};

interface OpsOptions {
  readonly metrics: Metrics;
  readonly isLoopback: boolean;
  readonly logger?: FastifyBaseLogger | undefined;
}

export const createOpsServer = ({ metrics, isLoopback, logger }: OpsOptions) => {
  const app = fastify({
    ...(logger && { loggerInstance: logger }),
    childLoggerFactory: (parent) => parent,
    genReqId: requestIdOf,
    http: { requireHostHeader: false, headersTimeout: 10_000 },
    requestTimeout: 10_000,
    logController: new LogController({ disableRequestLogging: true }),
  }) as FastifyInstance;
  addRequestIds(app);
  answerErrors(app, 'plain');
  if (isLoopback) refuseRebound(app);
  answerUnknownRoutes(app);

  let obstacle: Obstacle = 'starting';
  let acceptsWrites: (() => Promise<boolean>) | undefined;
  const findObstacle = async (): Promise<Obstacle> => {
    if (obstacle !== undefined || acceptsWrites === undefined) return obstacle;
    const isWritten = await acceptsWrites();
    // Checks for an obstacle again, because the service may have started to stop during the write.
    return obstacle ?? (isWritten ? undefined : "the store isn't writable");
  };

  app.get('/livez', async () => ({ status: 'alive' }));
  app.get('/readyz', async (_request, reply) => {
    const currentObstacle = await findObstacle();
    reply.header('cache-control', 'no-store');
    return currentObstacle === undefined
      ? { status: 'ready' }
      : reply.code(503).send({ status: 'not ready', reason: currentObstacle });
  });
  app.get('/metrics', async (_request, reply) => {
    const text = await metrics.text();
    return reply.header('content-type', metrics.contentType).send(text);
  });

  return {
    app,
    started: (store: Store) => {
      acceptsWrites = createWriteProbe(store);
      if (obstacle === 'starting') obstacle = undefined;
    },
    stopping: () => {
      obstacle = 'stopping';
    },
  };
};

export type OpsServer = ReturnType<typeof createOpsServer>;

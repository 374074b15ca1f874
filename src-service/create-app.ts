import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import type { Clock } from './clock/clock.ts';
import { createKeyCheck, type SessionKey } from './http/callers.ts';
import { answerErrors } from './http/error-replies.ts';
import { mountOperations } from './http/mount-operations.ts';
import type { ErrorShape } from './http/refusal.ts';
import { answerUnknownRoutes } from './http/unknown-routes.ts';
import { checkHealth } from './routes/check-health.ts';
import { listCompanies } from './routes/companies.ts';
import { getMigration, listMigrations } from './routes/migrations.ts';
import type { Store } from './store/store.ts';

export interface AppOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly errorShape?: ErrorShape | undefined;
  readonly sessionKey?: SessionKey | undefined;
  readonly logger?: FastifyBaseLogger | undefined;
}

/** Ferry Service as an app without a port: `listen` opens one, `inject` calls it in-process. */
export const createApp = (options: AppOptions): FastifyInstance => {
  const { store, clock } = options;
  const app: FastifyInstance = fastify({
    ...(options.logger === undefined ? {} : { loggerInstance: options.logger }),
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: 64 * 1024,
    routerOptions: { maxParamLength: 16 * 1024 },
  });
  answerErrors(app, options.errorShape ?? 'plain');
  answerUnknownRoutes(app);
  const checkKey = createKeyCheck(store, options.sessionKey);
  mountOperations(
    app,
    {
      checkHealth: checkHealth(clock),
      getMigration: getMigration(store),
      listMigrations: listMigrations(store),
      listCompanies: listCompanies(store),
    },
    { 'api-key': (request) => checkKey(request.headers.authorization) },
  );
  return app;
};

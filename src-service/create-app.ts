import type { Socket } from 'node:net';
import fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyReply, LogController } from 'fastify';
import { validatorCompiler } from 'fastify-type-provider-zod';
import { requestIdHeader } from '#shared/request-id.ts';
import { createEngine } from './background-work.ts';
import { inBatches } from './store/base/in-batches.ts';
import { applyFaults } from './control/apply-faults.ts';
import { mountControl } from './control/mount-control.ts';
import type { CompanySettings } from './dashboard/company-settings.ts';
import type { PageFile } from './dashboard/page-files.ts';
import type { PasswordHasher } from './dashboard/sign-in.ts';
import { createRefusedCalls, type RefusedCalls } from './dashboard/refused-calls.ts';
import {
  createAccessCheck,
  createExchangeCheck,
  createKeyCheck,
  createOutcomeCheck,
  createRequestOrganization,
  type SessionKey,
  type UsedKeys,
} from './http/callers.ts';
import { answerErrors, answerUnknownRoutes, createClientErrorHandler, sendRefusal } from './http/error-replies.ts';
import { type WriteLine, writeAccessLog } from './http/access-log.ts';
import { guardHost } from './http/host-guard.ts';
import { type CredentialChecks, mountPreflights, serializerCompiler } from './http/mount-operations.ts';
import { createBaseUrl } from './http/origins.ts';
import { limitPendingRequests } from './http/pending-requests.ts';
import { limitRate } from './http/rate-limit.ts';
import { addRequestIds, requestIdOf } from './http/request-id.ts';
import { type ErrorShape, Refusal } from './http/refusal.ts';
import { addSecurityHeaders } from './http/security-headers.ts';
import type { FailureLog } from './operations/failure-log.ts';
import type { RequestWatch } from './operations/watches.ts';
import { practiceCatalogue } from './provider-catalogue.ts';
import { mountErasure } from './erasure/mount-erasure.ts';
import { mountReports } from './reports/mount-reports.ts';
import { mountFailedItems } from './routes/failed-items.ts';
import { mountActivity } from './routes/activity.ts';
import { mountDocs } from './routes/docs.ts';
import { mountFeatures } from './routes/features.ts';
import { mountHostedLinks } from './routes/hosted-links.ts';
import { mountLoginWindow } from './routes/login-window.ts';
import { mountMigrationApi } from './routes/migration-api.ts';
import { mountModalCalls } from './routes/modal-calls.ts';
import { mountModalPage, showUnknownPages } from './routes/modal-page.ts';
import { mountOpenPage } from './routes/open-page.ts';
import type { ProvidersInUse } from './routes/run-action.ts';
import { builtFilesFolder, mountSdk } from './routes/sdk.ts';
import { mountWebhooks } from './routes/webhooks.ts';
import type { Store } from './store/store.ts';
import { mountEventFeed } from './webhooks/event-feed.ts';
import { createWebhookActions } from './webhooks/webhook-actions.ts';

export interface AppOptions {
  readonly store: Store;
  readonly errorShape?: ErrorShape | undefined;
  readonly sessionKey?: Omit<SessionKey, 'isRevoked'> | undefined;
  /** Public URL of the proxy. By default, `http` and the request's `Host`. */
  readonly publicUrl?: string | undefined;
  /** Whether the service listens on loopback only. @default true */
  readonly isLoopback?: boolean | undefined;
  /** Requests per minute for each credential, and for each client without one. Unlimited by default. */
  readonly rateLimit?: number | undefined;
  readonly trustProxy?: readonly string[] | undefined;
  readonly allowControl?: boolean | undefined;
  readonly webhooksAllowLoopback?: boolean | undefined;
  readonly builtFiles?: string | undefined;
  readonly logger?: FastifyBaseLogger | undefined;
  /** Files of the dashboard's page. Without them, the service has no dashboard page. */
  readonly dashboard?: ReadonlyMap<string, PageFile> | undefined;
  readonly company?: CompanySettings | undefined;
  /** Only for tests. @default scrypt */
  readonly passwordHasher?: PasswordHasher | undefined;
  /** Sources that end users can choose. By default, only practice providers. */
  readonly providers?: ProvidersInUse | undefined;
  readonly usedKeys?: UsedKeys | undefined;
  /** Counts calls that a role doesn't allow; the caller writes the counts to the audit log. */
  readonly refusedCalls?: Pick<RefusedCalls, 'add'> | undefined;
  /** If undefined, the service logs each failure of the store. */
  readonly failures?: FailureLog | undefined;
  readonly accessLog?: WriteLine | undefined;
  readonly watches?: readonly RequestWatch[] | undefined;
}

const kibibyte = 1_024;

const createServer = (
  shape: ErrorShape,
  { logger, trustProxy = [], allowControl = false }: Pick<AppOptions, 'logger' | 'trustProxy' | 'allowControl'>,
): FastifyInstance => {
  const answeredSockets = new WeakSet<Socket>();
  const app = fastify({
    ...(logger === undefined ? {} : { loggerInstance: logger }),
    // A child logger per request would take longer than reading a page.
    childLoggerFactory: (parent) => parent,
    genReqId: requestIdOf,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: trustProxy.length > 0 && [...trustProxy],
    bodyLimit: 64 * kibibyte,
    // No limit: on a busy machine the sign-in code may load for longer than the default 10 s.
    pluginTimeout: 0,
    // `__proto__` is an unknown property like any other: remove it instead of refusing the request.
    onProtoPoisoning: 'remove',
    onConstructorPoisoning: 'remove',
    routerOptions: { maxParamLength: 16 * kibibyte },
    // Limits slow clients. Also lets a request without Host get an error response instead of a closed connection.
    http: {
      headersTimeout: 10_000,
      connectionsCheckingInterval: 2_000,
      requireHostHeader: false,
    },
    requestTimeout: 15_000,
    keepAliveTimeout: 10_000,
    // During shutdown, requests on open connections are still served. The connection closes afterwards.
    return503OnClosing: false,
    // Limits how long a slow reader can hold a response. No limit with `/control`, where fault rules hold responses.
    connectionTimeout: allowControl ? 0 : 30_000,
    clientErrorHandler: createClientErrorHandler(shape, answeredSockets),
    frameworkErrors: (_error, request, reply) => {
      answeredSockets.add(request.raw.socket);
      const headers = { connection: 'close', [requestIdHeader]: request.id };
      sendRefusal(reply as FastifyReply, shape, new Refusal(400, "The request path isn't valid.", headers));
    },
  }) as FastifyInstance;
  // Without this setting, Node drops a response to a half-closed connection unless it sends it in the same tick.
  Object.assign(app.server, { httpAllowHalfOpen: true });
  return app;
};

/** Creates Ferry Service as an app that isn't listening: `listen` opens a port, `inject` calls the app in-process. */
export const createApp = (options: AppOptions): FastifyInstance => {
  const { store } = options;
  const providers = options.providers ?? { providersOf: practiceCatalogue.providersOf, hold: () => {} };
  const { providersOf } = providers;
  const shape = options.errorShape ?? 'plain';
  const isLoopback = options.isLoopback ?? true;
  const baseUrl = createBaseUrl(options.publicUrl, isLoopback);
  const sessionKey = options.sessionKey && { ...options.sessionKey, isRevoked: false };
  const checkKey = createKeyCheck(store, sessionKey, options.usedKeys);

  const app = createServer(shape, options);
  // Before every other hook: a refused request must cost next to nothing.
  limitPendingRequests(app);
  addRequestIds(app);
  if (options.accessLog !== undefined) writeAccessLog(app, store.seed, options.accessLog);
  for (const watch of options.watches ?? []) watch.watchRequests(app);
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  app.removeContentTypeParser('text/plain');
  answerErrors(app, shape, options.failures?.add);
  addSecurityHeaders(app, baseUrl.isHttps);
  app.decorateRequest('caller', null);
  app.decorateRequest('signIn', undefined);
  if (options.rateLimit !== undefined) {
    limitRate(app, { limit: options.rateLimit, counts: store.rateLimits, clock: store.clock, shape });
  }
  guardHost(app, baseUrl, isLoopback);
  if (options.allowControl) {
    applyFaults(app, { faults: store.faults, organizationOf: createRequestOrganization(store, checkKey), shape });
  }
  showUnknownPages(app);
  answerUnknownRoutes(app);

  const checks: CredentialChecks = {
    'api-key': checkKey,
    'link-token-or-api-key': createExchangeCheck(store, checkKey),
    'access-token': createAccessCheck(store),
    'past-access-token': createOutcomeCheck(store),
  };
  mountMigrationApi(app, { store, baseUrl, providersOf, checks, sessionKey });
  mountPreflights(app);
  mountEventFeed(app, store.events, checks);
  mountActivity(app, store, checks);
  mountReports(app, store, checks);
  mountErasure(app, store, checks);
  mountFeatures(app, baseUrl, options.dashboard !== undefined);
  const webhooks = createWebhookActions(store, { allowLoopback: options.webhooksAllowLoopback ?? false });
  mountWebhooks(app, store, webhooks, checks);
  mountModalCalls(app, { store, baseUrl, providers });
  mountFailedItems(app, { store, baseUrl, providers });
  mountModalPage(app, store, baseUrl);
  mountHostedLinks(app, { store, baseUrl, providers, checks, sessionKey });
  mountLoginWindow(app, { store, baseUrl, providers });
  const builtFiles = options.builtFiles ?? builtFilesFolder();
  mountOpenPage(app);
  mountSdk(app, builtFiles);
  mountDocs(app, builtFiles);
  const page = options.dashboard;
  if (page !== undefined) {
    void app.register(async (part) => {
      const { mountDashboard } = await import('./dashboard/mount-dashboard.ts');
      const refusedCalls = options.refusedCalls ?? createRefusedCalls(store);
      const { company, passwordHasher } = options;
      await mountDashboard(part, { store, webhooks, baseUrl, page, company, refusedCalls, passwordHasher });
    });
  }
  if (options.allowControl) {
    const engine = createEngine(store);
    const moveDue = (): Promise<void> => inBatches(() => engine.tick(true));
    mountControl(app, { store, checkKey, sessionKey, moveDue });
  }
  return app;
};

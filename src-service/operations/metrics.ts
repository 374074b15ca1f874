import {
  collectDefaultMetrics,
  Counter,
  Gauge,
  type GaugeConfiguration,
  Histogram,
  Registry,
} from '@prometheus-io/client';
import { callRoutes } from '#shared/dashboard-api/call-routes.ts';
import type { CopyWatch, EngineWatch, RequestWatch, SignInOutcome, StoreWatch, WebhookWatch } from './watches.ts';
import { serviceVersion } from './service-version.ts';
import type { Store } from '../store/store.ts';
import type { WebhookBacklog } from '../store/webhooks/webhook-store.ts';
import { requestName } from './request-name.ts';

/** Histogram buckets in seconds. A request takes milliseconds; waiting for the store times out after 10 s. */
const durations = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
/** Histogram buckets in seconds. A webhook attempt times out after 15 s. */
const webhookDurations = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15];

const dashboardSignIns = new Set(
  (['signIn', 'signInByPasskey', 'finishCompanySignIn', 'finishCompanyCode'] as const).map(
    (name) => `${callRoutes[name].method} /dashboard/api${callRoutes[name].path}`,
  ),
);

/** Undefined after the first of two sign-in steps, which sets no cookie. */
const dashboardOutcome = ({ statusCode, hasCookie }: { statusCode: number; hasCookie: boolean }) => {
  if (statusCode < 300) return hasCookie ? 'succeeded' : undefined;
  if (statusCode === 429) return 'limited';
  return statusCode < 500 ? 'refused' : 'failed';
};

const readFrom = async <Value>(
  store: Store | undefined,
  read: (opened: Store, now: number) => Promise<Value>,
): Promise<Value | undefined> => {
  try {
    return store && (await read(store, await store.clock.now()));
  } catch {
    return undefined;
  }
};

export const createMetrics = () => {
  const register = new Registry();
  const registers = [register];
  collectDefaultMetrics({ register });
  let store: Store | undefined;

  const counter = <Label extends string = never>(name: string, help: string, labelNames: readonly Label[] = []) =>
    new Counter({ name: `ferry_${name}`, help, labelNames: [...labelNames], registers });
  const histogram = <Label extends string>(
    name: string,
    help: string,
    labelNames: readonly Label[],
    buckets = durations,
  ) => new Histogram({ name: `ferry_${name}`, help, labelNames: [...labelNames], buckets, registers });
  const gauge = <Label extends string = never>({ name, ...options }: GaugeConfiguration<Label>) =>
    new Gauge({ name: `ferry_${name}`, ...options, registers });

  const version = gauge({
    name: 'build_info',
    help: 'Always 1; the label is the service version.',
    labelNames: ['version'],
  });
  version.set({ version: serviceVersion }, 1);
  const requests = histogram(
    'request_duration_seconds',
    'Request duration, from the request head to the end of the response, by operation and status.',
    ['operation', 'status'],
  );
  const steps = counter('engine_steps_total', 'Migration steps that this instance completed.');
  const failures = counter('engine_failures_total', 'Failed polls for due migration steps; the service polls again.');
  gauge({
    name: 'engine_lag_seconds',
    help: 'Age of the oldest due migration step across all instances; absent while the store is unavailable.',
    async collect() {
      this.remove();
      const lagMs = await readFrom(store, ({ health }, now) => health.lag(now));
      if (lagMs !== undefined) this.set(lagMs / 1_000);
    },
  });
  gauge({
    name: 'pool_connections',
    help: 'Database connections of this instance, and requests that wait for a connection.',
    labelNames: ['state'],
    collect() {
      const { total, idle, waiting } = store?.health.connections() ?? {};
      if (total === undefined || idle === undefined || waiting === undefined) return;
      this.set({ state: 'used' }, total - idle);
      this.set({ state: 'idle' }, idle);
      this.set({ state: 'waiting' }, waiting);
    },
  });

  const tries = counter('webhook_tries_total', 'Webhook delivery attempts of this instance, by result.', ['result']);
  const failedPolls = counter(
    'webhook_failures_total',
    'Failed polls for due webhook deliveries; the service polls again.',
  );
  let pendingBacklog: Promise<WebhookBacklog | undefined> | undefined;
  /** Both backlog metrics share one query per scrape. */
  const readBacklog = (): Promise<WebhookBacklog | undefined> =>
    (pendingBacklog ??= readFrom(store, ({ webhooks }, now) => webhooks.backlog(now)).finally(
      () => (pendingBacklog = undefined),
    ));
  gauge({
    name: 'webhook_backlog',
    help: 'Events that have no deliveries yet, and pending deliveries, across all instances.',
    labelNames: ['kind'],
    async collect() {
      this.reset();
      const backlogCounts = await readBacklog();
      if (backlogCounts === undefined) return;
      this.set({ kind: 'events' }, backlogCounts.events);
      this.set({ kind: 'deliveries' }, backlogCounts.deliveries);
    },
  });
  gauge({
    name: 'webhook_oldest_seconds',
    help: 'Age of the oldest pending delivery across all instances; 0 without one, absent while the store is unavailable.',
    async collect() {
      this.remove();
      const backlogAge = await readBacklog();
      if (backlogAge !== undefined) this.set(backlogAge.oldestMs / 1_000);
    },
  });
  const webhookTimes = histogram(
    'webhook_duration_seconds',
    'Duration of webhook delivery attempts of this instance, by result.',
    ['result'],
    webhookDurations,
  );
  const storeTimes = histogram(
    'store_duration_seconds',
    'Duration of store calls of this instance, including the wait for a connection, by topic.',
    ['topic'],
  );
  const runningCopies = gauge({
    name: 'copies_running',
    help: 'Copies between real sources and destinations that this instance is running.',
  });
  const signIns = counter(
    'sign_ins_total',
    'Sign-ins of administrators to the dashboard and of end users to sources, by outcome.',
    ['at', 'outcome'],
  );
  const countSignIn = (at: 'dashboard' | 'source', outcome: SignInOutcome | undefined): void => {
    if (outcome !== undefined) signIns.inc({ at, outcome });
  };

  const watch: CopyWatch & EngineWatch & RequestWatch & StoreWatch & WebhookWatch = {
    moved: (count) => steps.inc(count),
    failed: () => failures.inc(),
    tried: (result, durationMs) => {
      tries.inc({ result });
      webhookTimes.observe({ result }, durationMs / 1_000);
    },
    called: (topic, durationMs) => storeTimes.observe({ topic }, durationMs / 1_000),
    copying: (change) => runningCopies.inc(change),
    pollFailed: () => failedPolls.inc(),
    watchRequests: (app) => {
      app.addHook('onResponse', (request, reply, done) => {
        const labels = { operation: requestName(request), status: reply.statusCode };
        requests.observe(labels, reply.elapsedTime / 1_000);
        countSignIn('source', request.signIn);
        if (dashboardSignIns.has(labels.operation)) {
          const hasCookie = reply.hasHeader('set-cookie');
          countSignIn('dashboard', dashboardOutcome({ statusCode: labels.status, hasCookie }));
        }
        done();
      });
    },
  };
  return {
    ...watch,
    contentType: register.contentType,
    text: () => register.metrics(),
    watchStore: (opened: Store): void => {
      store = opened;
    },
  };
};

export type Metrics = ReturnType<typeof createMetrics>;

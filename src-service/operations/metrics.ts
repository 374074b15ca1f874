import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from '@prometheus-io/client';
import type { EngineWatch, RequestWatch, WebhookWatch } from './watches.ts';
import { serviceVersion } from './service-version.ts';
import type { Store } from '../store/store.ts';
import { requestName } from './request-name.ts';

/** Histogram buckets in seconds. A page takes milliseconds; waiting for the store ends at ten. */
const durations = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

export interface Metrics extends EngineWatch, RequestWatch, WebhookWatch {
  readonly contentType: string;
  text(): Promise<string>;
  watchStore(store: Store): void;
}

const lagOf = async ({ clock, health }: Store): Promise<number | undefined> => {
  try {
    return await health.lag(await clock.now());
  } catch {
    return undefined;
  }
};

export const createMetrics = (): Metrics => {
  const register = new Registry();
  const registers = [register];
  collectDefaultMetrics({ register });
  let store: Store | undefined;

  const version = new Gauge({
    name: 'ferry_build_info',
    help: 'Always 1; the label is the service version.',
    labelNames: ['version'],
    registers,
  });
  version.set({ version: serviceVersion }, 1);
  const requests = new Histogram({
    name: 'ferry_request_duration_seconds',
    help: 'Request duration, from the request head to the end of the response, by operation and status.',
    labelNames: ['operation', 'status'],
    buckets: durations,
    registers,
  });
  const steps = new Counter({
    name: 'ferry_engine_steps_total',
    help: 'Migration steps that this instance completed.',
    registers,
  });
  const failures = new Counter({
    name: 'ferry_engine_failures_total',
    help: 'Failed polls for due migration steps; the service polls again.',
    registers,
  });
  const lag = new Gauge({
    name: 'ferry_engine_lag_seconds',
    help: 'Age of the oldest due migration step across all instances; absent while the store is unavailable.',
    registers: [],
    async collect() {
      this.remove();
      const longest = store && (await lagOf(store));
      if (longest !== undefined) this.set(longest / 1_000);
    },
  });
  const connections = new Gauge({
    name: 'ferry_pool_connections',
    help: 'Database connections of this instance, and requests that wait for a connection.',
    labelNames: ['state'],
    registers: [],
    collect() {
      const { total, idle, waiting } = store?.health.connections() ?? {};
      if (total === undefined || idle === undefined || waiting === undefined) return;
      this.set({ state: 'used' }, total - idle);
      this.set({ state: 'idle' }, idle);
      this.set({ state: 'waiting' }, waiting);
    },
  });

  const tries = new Counter({
    name: 'ferry_webhook_tries_total',
    help: 'Webhook delivery attempts of this instance, by result.',
    labelNames: ['result'],
    registers,
  });
  const looks = new Counter({
    name: 'ferry_webhook_failures_total',
    help: 'Failed polls for due webhook deliveries; the service polls again.',
    registers,
  });
  const backlog = new Gauge({
    name: 'ferry_webhook_backlog',
    help: 'Events without a delivery and pending deliveries, across all instances.',
    labelNames: ['kind'],
    registers: [],
    async collect() {
      this.reset();
      const { events, deliveries } = (await store?.webhooks.backlog().catch(() => undefined)) ?? {};
      if (events === undefined || deliveries === undefined) return;
      this.set({ kind: 'events' }, events);
      this.set({ kind: 'deliveries' }, deliveries);
    },
  });

  register.registerMetric(lag);
  register.registerMetric(backlog);
  register.registerMetric(connections);

  return {
    contentType: register.contentType,
    text: () => register.metrics(),
    moved: (count) => steps.inc(count),
    failed: () => failures.inc(),
    tried: (result) => tries.inc({ result }),
    lookFailed: () => looks.inc(),
    watchRequests: (app) => {
      app.addHook('onResponse', (request, reply, done) => {
        const labels = { operation: requestName(request), status: reply.statusCode };
        requests.observe(labels, reply.elapsedTime / 1_000);
        done();
      });
    },
    watchStore: (opened) => {
      store = opened;
    },
  };
};

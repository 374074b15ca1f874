import type { FastifyBaseLogger } from 'fastify';
import { addressOf, listen } from '../http/listen.ts';
import { bindAddress, isLoopbackHost } from '../http/origins.ts';
import { UserError } from '#shared/user-error.ts';
import type { Store } from '../store/store.ts';

export interface OperationsOptions {
  /** 0 chooses a free port. */
  readonly opsPort?: number | undefined;
  readonly opsHost?: string | undefined;
  /** A service with `/control` is local and sends no traces. */
  readonly allowControl?: boolean | undefined;
  readonly logger: FastifyBaseLogger;
}

const collectorVariable = 'OTEL_EXPORTER_OTLP_ENDPOINT';

const startTracing = async (logger: FastifyBaseLogger, collector: string | undefined) =>
  collector ? (await import('./traces.ts')).startTraces(logger) : undefined;

const startServer = async ({ opsPort: port, opsHost = '127.0.0.1', logger }: OperationsOptions) => {
  if (port === undefined) return undefined;
  const host = await bindAddress(opsHost, '--ops-host');
  const [{ createMetrics }, { createOpsServer }] = await Promise.all([
    import('./metrics.ts'),
    import('./ops-server.ts'),
  ]);
  const metrics = createMetrics();
  const server = createOpsServer({ metrics, isLoopback: isLoopbackHost(host), logger });
  try {
    await listen(server.app, { port, host, flags: { port: '--ops-port', host: '--ops-host' } });
  } catch (error) {
    await server.app.close();
    throw error;
  }
  return { metrics, server };
};

/** Starts what the options enable. Call it before seeding, so that probes cover a long seeding. @throws {UserError} */
export const startOperations = async (options: OperationsOptions, collector = process.env[collectorVariable]) => {
  if (collector && !/^https?:/i.test(URL.canParse(collector) ? new URL(collector).protocol : '')) {
    throw new UserError(`${collectorVariable} must be an http or https URL. Change or remove it.`);
  }
  if (options.opsHost !== undefined && options.opsPort === undefined) {
    throw new UserError('--ops-host needs --ops-port. Add --ops-port, or remove --ops-host.');
  }
  const probes = await startServer(options);
  const traces = options.allowControl ? undefined : await startTracing(options.logger, collector);
  return {
    // Traces come first, so that a span starts before any other work on a request.
    requests: [...(traces ? [traces] : []), ...(probes ? [probes.metrics] : [])],
    watch: probes?.metrics,
    server: probes?.server,
    url: probes && addressOf(probes.server.app),
    started: (store: Store): void => {
      probes?.metrics.watchStore(store);
      probes?.server.started(store);
    },
    end: async (): Promise<void> => {
      await Promise.all([probes?.server.app.close(), traces?.end()]);
    },
  };
};

export type Operations = Awaited<ReturnType<typeof startOperations>>;

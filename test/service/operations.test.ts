import { mkdirSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { endsWithinMs } from '#test/fixtures/timing/prompt-end.ts';
import { eventually } from '#test/fixtures/timing/eventually.ts';
import { startTraceCollector } from '#service/testing/trace-collector.ts';
import { isPostgres, runSql } from '#service/testing/test-data.ts';
import { dataFolder } from './data-folder.ts';
import { callService, databaseOf, sourceRunOptions, type RunningProcess, runService, runToEnd } from './run-service.ts';

const statusOf = async (url: string): Promise<number> => (await fetch(url)).status;
const opsUrlOf = ({ line }: RunningProcess): string => line.opsUrl ?? '';

test(
  '--ops-port adds opsUrl to the ready line, and serves probes and metrics only there',
  { tags: '@X26' },
  async () => {
    const service = await runService(['--ops-port', '0', '--migrations', '3']);
    expect(Object.keys(service.line)).toEqual(['url', 'apiKey', 'organizationId', 'pid', 'opsUrl']);
    const opsUrl = opsUrlOf(service);
    expect(opsUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(await statusOf(`${opsUrl}/livez`)).toBe(200);
    expect(await statusOf(`${opsUrl}/readyz`)).toBe(200);
    for (const path of ['/livez', '/readyz', '/metrics'])
      expect((await callService(service.line, path)).status).toBe(404);
    expect((await callService(service.line, '/api/v1/migrations')).status).toBe(200);
    const metrics = await (await fetch(`${opsUrl}/metrics`)).text();
    expect(metrics).toMatch(
      /^ferry_request_duration_seconds_count\{operation="api\.v1\.migrations\.list",status="200"\} 1$/m,
    );
    expect(metrics).not.toContain(service.line.apiKey);
    await service.end('SIGKILL');
  },
);

test('an unavailable second port stops the start with one sentence', { tags: '@X26' }, async () => {
  const service = await runService(['--ops-port', '0', '--migrations', '3']);
  const { port } = new URL(opsUrlOf(service));
  const sentences = [
    [
      ['--ops-port', port],
      `Port ${port} on 127.0.0.1 is in use. Stop the program that uses it, or choose another port with --ops-port.`,
    ],
    [
      ['--ops-port', '0', '--port', port],
      `Port ${port} on 127.0.0.1 is in use. Stop the program that uses it, or choose another port with --port.`,
    ],
    [['--ops-host', '127.0.0.1'], '--ops-host needs --ops-port. Add --ops-port, or remove --ops-host.'],
    [
      ['--ops-port', '0', '--ops-host', 'no.such.host.invalid'],
      "The name no.such.host.invalid doesn't resolve to an address. Choose an address of this device with --ops-host.",
    ],
  ] as const;
  for (const [flags, sentence] of sentences) {
    const { code, stdout, stderr } = await runToEnd(['--log-level', 'silent', ...flags]);
    expect({ code, stdout, stderr }).toEqual({ code: 2, stdout: '', stderr: `${sentence}\n` });
  }
  await service.end('SIGKILL');
});

/** Polls as load balancers do: after two "not ready" replies, an instance gets no new requests. */
const watchReadiness = (opsUrl: string) => {
  let refusals = 0;
  const watching = (async () => {
    while (refusals < 2) {
      const status = await statusOf(`${opsUrl}/readyz`).catch(() => 0);
      refusals = status === 200 ? 0 : refusals + 1;
      await delay(1_000);
    }
  })();
  return { isReady: () => refusals < 2, end: () => watching };
};

test(
  'a stopping service tells the load balancer, cuts off no request, and exits with 0 within 10 s',
  { tags: ['@X26', '@F40'] },
  async () => {
    const service = await runService(['--ops-port', '0', '--allow-control', '--migrations', '30']);
    const opsUrl = opsUrlOf(service);
    const slow = { rules: [{ match: { path: '/api/v1/companies' }, effect: { latency_ms: 6_000 } }] };
    await callService(service.line, '/control/faults', { body: slow });
    const balancer = watchReadiness(opsUrl);
    const statuses: (number | string)[] = [];
    let sent = 0;
    const clients = Array.from({ length: 6 }, async () => {
      while (balancer.isReady()) {
        sent += 1;
        const reply = callService(service.line, '/api/v1/migrations');
        statuses.push(
          await reply.then(
            ({ status }) => status,
            (error: unknown) => String((error as Error).cause),
          ),
        );
      }
    });
    await eventually(() => expect(statuses.length).toBeGreaterThan(20));
    const limitMs = await endsWithinMs();
    const open = callService(service.line, '/api/v1/companies');
    const before = performance.now();
    const ended = service.end();
    await eventually(async () => expect(await statusOf(`${opsUrl}/readyz`)).toBe(503));
    expect(performance.now() - before).toBeLessThan(limitMs);
    const requestCount = statuses.length;
    await Promise.all(clients);
    // Requests were answered until the balancer stopped sending them.
    expect(statuses.length).toBeGreaterThan(requestCount);
    expect((await open).status).toBe(200);
    expect((await ended).code).toBe(0);
    expect(performance.now() - before).toBeLessThan(10_000);
    await balancer.end();
    expect(statuses.filter((status) => status !== 200)).toEqual([]);
    expect(statuses).toHaveLength(sent);
  },
);

/** Reads rows of a stopped service's data folder. */
const readRows = (folder: string, sql: string): Record<string, unknown>[] => {
  const database = new DatabaseSync(join(folder, 'ferry.db'), { readOnly: true });
  const rows = database.prepare(sql).all();
  database.close();
  return rows;
};

test(
  'a stopping service continues the steps of copies while a request is open',
  { tags: ['@X26', '@F40'] },
  async () => {
    const folder = dataFolder();
    const service = await runService(['--data', folder, '--ops-port', '0', '--migrations', '0', '--companies', '0']);
    const createResult = await callService(service.line, '/api/v1/link-token', { body: {} });
    const linkToken = String(createResult.body['link_token']);
    const exchangeResult = await callService(service.line, '/api/v1/access-token', {
      bearer: linkToken,
      body: { link_token: linkToken },
    });
    const bearer = String(exchangeResult.body['access_token']);
    // A modal of this user is abandoned five seconds after it opened.
    const openedReply = await callService(service.line, '/api/v1/migration-modal', {
      bearer,
      body: { user_id: 'abandons@x.example' },
    });
    expect(openedReply.status).toBe(200);
    // The service cuts off a request without its body at its time limit, which is after the step is due.
    const { hostname, port } = new URL(service.line.url);
    const open = connect({ host: hostname, port: Number(port) });
    open.on('error', () => {});
    open.write(
      `POST /api/v1/link-token HTTP/1.1\r\nHost: ${hostname}\r\nAuthorization: Bearer ${service.line.apiKey}\r\n` +
        'Content-Type: application/json\r\nContent-Length: 2\r\n\r\n{',
    );
    expect((await service.end()).code).toBe(0);
    open.destroy();
    const rows = isPostgres
      ? await runSql(await databaseOf(folder), 'SELECT status FROM migrations')
      : readRows(folder, 'SELECT status FROM migrations');
    expect(rows.map(({ status }) => status)).toEqual(['LOGIN_ABANDONED']);
  },
);

/** A loader that prints each loaded module of OpenTelemetry and of its plugin. */
const watchLoads = (): string => {
  const folder = dataFolder();
  mkdirSync(folder);
  const file = join(folder, 'watch-loads.mjs');
  writeFileSync(
    file,
    `import { registerHooks } from 'node:module';
     import { writeSync } from 'node:fs';
     registerHooks({
       load: (url, context, next) => {
         if (/node_modules\\/(?:@opentelemetry\\/(?!api)|@fastify\\/otel)/.test(url)) writeSync(2, 'LOADED ' + url + '\\n');
         return next(url, context);
       },
     });`,
  );
  return file;
};

test(
  'traces go to the configured collector, and without a collector or with control no OpenTelemetry code loads',
  { tags: '@X26' },
  async () => {
    const collector = await startTraceCollector();
    onTestFinished(() => collector.close());
    const hooks = { NODE_OPTIONS: `--import ${watchLoads()}` };
    const withoutRun = await runService(['--migrations', '3'], { ...sourceRunOptions, environment: hooks });
    await callService(withoutRun.line, '/healthz');
    expect((await withoutRun.end()).stderr).not.toContain('LOADED');
    const local = await runService(['--migrations', '3', '--allow-control'], {
      ...sourceRunOptions,
      environment: { ...hooks, OTEL_EXPORTER_OTLP_ENDPOINT: collector.url },
    });
    await callService(local.line, '/healthz');
    expect((await local.end()).stderr).not.toContain('LOADED');
    const service = await runService(['--migrations', '3', '--log-level', 'debug'], {
      ...sourceRunOptions,
      environment: { ...hooks, OTEL_EXPORTER_OTLP_ENDPOINT: collector.url },
    });
    const id = '01234567-89ab-4def-8123-456789abcdef';
    await callService(service.line, `/api/v1/migrations/${id}`);
    await callService(service.line, '/api/v1/migrations');
    // Pending traces are sent at exit.
    const { code, stderr } = await service.end();
    expect(code).toBe(0);
    expect(stderr).toContain('LOADED');
    const spans = collector.spans();
    expect(spans.map(({ name }) => name)).toEqual(['api.v1.migrations.get', 'api.v1.migrations.list']);
    expect(spans[0]?.attributes).toContainEqual({ key: 'http.response.status_code', value: { intValue: 404 } });
    expect(collector.text()).toContain('"ferry-service"');
    for (const secret of [id, service.line.apiKey]) expect(collector.text()).not.toContain(secret);
  },
);

test('the trace sampler and attributes from the environment apply', { tags: '@X26' }, async () => {
  const collector = await startTraceCollector();
  onTestFinished(() => collector.close());
  const send = async (more: Record<string, string>): Promise<string> => {
    const environment = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, ...more };
    const service = await runService(['--migrations', '3'], { environment });
    await callService(service.line, '/healthz');
    return (await service.end()).stderr;
  };
  for (const sampler of ['always_off', 'parentbased_always_off']) await send({ OTEL_TRACES_SAMPLER: sampler });
  await send({ OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: '0' });
  expect(collector.spans()).toEqual([]);
  await send({
    OTEL_TRACES_SAMPLER: 'traceidratio',
    OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=staging,service.name=other',
    OTEL_SERVICE_NAME: 'ferry-eu',
  });
  expect(collector.spans()).toHaveLength(1);
  for (const word of ['"deployment.environment.name"', '"staging"', '"ferry-eu"', '"service.version"']) {
    expect(collector.text()).toContain(word);
  }
  expect(collector.text()).not.toContain('"other"');
  const warnedReply = await send({ OTEL_TRACES_SAMPLER: 'sometimes' });
  expect(warnedReply).toContain('OTEL_TRACES_SAMPLER must be one of always_on, ');
  expect(collector.spans()).toHaveLength(2);
});

test('an unavailable collector costs no request and does not delay the exit', { tags: ['@X26', '@F40'] }, async () => {
  const environment = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' };
  const service = await runService(['--migrations', '3'], { environment });
  for (let call = 0; call < 5; call++) expect((await callService(service.line, '/healthz')).status).toBe(200);
  const limitMs = await endsWithinMs();
  const before = performance.now();
  expect((await service.end()).code).toBe(0);
  expect(performance.now() - before).toBeLessThan(limitMs);
  const wrongRun = await runToEnd([], { environment: { OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' } });
  expect(wrongRun.code).toBe(2);
  expect(wrongRun.stderr).toBe('OTEL_EXPORTER_OTLP_ENDPOINT must be an http or https URL. Change or remove it.\n');
});

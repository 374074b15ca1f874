import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DatabaseSync } from 'node:sqlite';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { projectRoot } from '#build/launch/base/project-root.ts';
import { freePort } from '#service/testing/free-port.ts';
import { callService, type RunningProcess, runService } from './run-service.ts';

const examples = join(projectRoot, 'docs/examples/monitoring');
const read = (name: string) => readFileSync(join(examples, name), 'utf8');
const has = (program: string) => spawnSync(program, ['--version']).status === 0;
const promtool = (...args: string[]) => execFileSync('promtool', args, { cwd: examples, encoding: 'utf8' });

test('each alert links to a runbook, and each panel has a query', { tags: '@X26' }, () => {
  const rules = read('ferry-rules.yml');
  const runbooks = [...rules.matchAll(/runbook_url: \S+\/docs\/(runbooks\/\S+)$/gm)].map(([, page = '']) => page);
  expect(runbooks).toHaveLength(rules.match(/- alert:/g)?.length ?? 0);
  for (const page of runbooks) expect(existsSync(join(projectRoot, 'docs', page)), page).toBe(true);
  const { panels } = JSON.parse(read('ferry-dashboard.json')) as { panels: { targets: { expr: string }[] }[] };
  for (const { targets } of panels) expect(targets.every(({ expr }) => expr !== '')).toBe(true);
});

// Debian's package prometheus has both programs.
describe.runIf(has('promtool') && has('prometheus'))('with Prometheus', () => {
  test('the alert rules are valid, and each rule fires for its fault and not without it', { tags: '@X26' }, () => {
    expect(promtool('check', 'config', 'prometheus.yml')).toContain('is valid prometheus config');
    expect(promtool('test', 'rules', 'ferry-rules.test.yml')).toContain('SUCCESS');
  });

  const folder = mkdtempSync(join(tmpdir(), 'ferry-prometheus-'));
  const data = join(folder, 'service');
  let service: RunningProcess;
  let prometheus: ChildProcess;
  let prometheusUrl: string;

  const query = async <Result>(path: string): Promise<Result> => {
    const reply = await fetch(`${prometheusUrl}/api/v1/${path}`);
    return ((await reply.json()) as { data: Result }).data;
  };
  const listFiringAlerts = async (): Promise<string[]> => {
    const { alerts } = await query<{ alerts: { state: string; labels: { alertname: string } }[] }>('alerts');
    return alerts.filter(({ state }) => state === 'firing').map(({ labels }) => labels.alertname);
  };
  const isFiring = (name: string) => async () => (await listFiringAlerts()).includes(name);
  const slow = { timeout: 90_000, interval: 500 };
  const control = (path: string, body: object) => callService(service.line, `/control/${path}`, { body });

  beforeAll(async () => {
    const flags = ['--migrations', '5', '--allow-control', '--dashboard', '--webhooks-allow-loopback'];
    service = await runService(['--data', data, '--ops-port', '0', ...flags]);
    // A minute of the rules becomes 3 s, so that alerts fire and clear within seconds.
    const faster = read('ferry-rules.yml').replaceAll(
      /\b(\d+)m\b/g,
      (_all, minutes: string) => `${Number(minutes) * 3}s`,
    );
    writeFileSync(join(folder, 'ferry-rules.yml'), faster);
    const target = new URL(service.line.opsUrl ?? '').host;
    const config = read('prometheus.yml')
      .replaceAll('15s', '500ms')
      .replace(/targets: .*/, `targets: ['${target}']`);
    writeFileSync(join(folder, 'prometheus.yml'), config);
    const address = `127.0.0.1:${await freePort()}`;
    prometheusUrl = `http://${address}`;
    prometheus = spawn(
      'prometheus',
      [
        `--config.file=${join(folder, 'prometheus.yml')}`,
        `--storage.tsdb.path=${folder}/data`,
        `--web.listen-address=${address}`,
      ],
      { stdio: 'ignore' },
    );
  });
  afterAll(async () => {
    const exit = once(prometheus, 'exit');
    prometheus.kill();
    await exit;
    await service.end();
    rmSync(folder, { recursive: true, force: true });
  });

  test('no alert fires while everything works', { tags: '@X26' }, async () => {
    expect((await callService(service.line, '/api/v1/migrations')).status).toBe(200);
    await expect
      .poll(async () => {
        const path = 'query?query=ferry_request_duration_seconds_count{operation="api.v1.migrations.list"}';
        return query<{ result: unknown[] }>(path).then(
          ({ result }) => result.length,
          () => 0,
        );
      })
      .toBe(1);
    expect(await listFiringAlerts()).toEqual([]);
  });

  test('each query of the dashboard is valid', { tags: '@X26' }, async () => {
    const { panels } = JSON.parse(read('ferry-dashboard.json')) as { panels: { targets: { expr: string }[] }[] };
    for (const { expr } of panels.flatMap(({ targets }) => targets)) {
      const url = `${prometheusUrl}/api/v1/query?query=${encodeURIComponent(expr.replaceAll('$__rate_interval', '1m'))}`;
      expect((await fetch(url)).status, expr).toBe(200);
    }
  });

  test('wrong keys fire FerryKeysRefused, and faults fire FerryErrors', { tags: '@X26' }, async () => {
    await control('faults', {
      rules: [{ match: { method: 'GET', path: '/api/v1/companies' }, effect: { status: 503 }, times: 1_000 }],
    });
    const stop = new AbortController();
    const asking = (async () => {
      while (!stop.signal.aborted) {
        await callService({ ...service.line, apiKey: 'ferry_test_wrong' }, '/api/v1/migrations');
        await callService(service.line, '/api/v1/companies');
      }
    })();
    await expect.poll(isFiring('FerryKeysRefused'), slow).toBe(true);
    await expect.poll(isFiring('FerryErrors'), slow).toBe(true);
    stop.abort();
    await asking;
    await expect.poll(isFiring('FerryKeysRefused'), slow).toBe(false);
    await expect.poll(isFiring('FerryErrors'), slow).toBe(false);
  });

  test('wrong passwords fire FerrySignInsRefused', { tags: '@X26' }, async () => {
    const url = `${service.line.url}/dashboard/api/sign-in`;
    const headers = { 'content-type': 'application/json', origin: service.line.url };
    const body = JSON.stringify({ email: 'ada@example.com', password: 'wrong-password-1' });
    const stop = new AbortController();
    const trying = (async () => {
      while (!stop.signal.aborted) await fetch(url, { method: 'POST', headers, body });
    })();
    await expect.poll(isFiring('FerrySignInsRefused'), slow).toBe(true);
    stop.abort();
    await trying;
    await expect.poll(isFiring('FerrySignInsRefused'), slow).toBe(false);
  });

  test('a failing endpoint fires FerryWebhooksLate', { tags: '@X26' }, async () => {
    const receiver = createServer((_request, response) => response.writeHead(500).end()).listen(0, '127.0.0.1');
    onTestFinished(() => void receiver.close());
    await once(receiver, 'listening');
    const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
    const { body: endpoint } = await callService(service.line, '/webhooks/v1/endpoints', { body: { url } });
    const id = String(endpoint['id']);
    await callService(service.line, `/webhooks/v1/endpoints/${id}/test`, { body: {} });
    await control('clock', { advance_seconds: 4_000 });
    await expect.poll(isFiring('FerryWebhooksLate'), slow).toBe(true);
    const authorization = `Bearer ${service.line.apiKey}`;
    await fetch(`${service.line.url}/webhooks/v1/endpoints/${id}`, { method: 'DELETE', headers: { authorization } });
    await expect.poll(isFiring('FerryWebhooksLate'), slow).toBe(false);
  });

  test(
    'a store that fails fires FerryStoreUnavailable and writes one log line',
    { tags: ['@X26', '@F40'] },
    async () => {
      const database = new DatabaseSync(join(data, 'ferry.db'), { timeout: 5_000 });
      onTestFinished(() => database.close());
      const before = service.output().stderr.length;
      database.exec('ALTER TABLE runs RENAME TO runs_elsewhere');
      await expect.poll(isFiring('FerryStoreUnavailable'), slow).toBe(true);
      database.exec('ALTER TABLE runs_elsewhere RENAME TO runs');
      await expect.poll(isFiring('FerryStoreUnavailable'), slow).toBe(false);
      const lines = service
        .output()
        .stderr.slice(before)
        .match(/"msg":"could not advance migrations"/g);
      expect(lines).toHaveLength(1);
    },
  );

  test('a stopped instance fires FerryInstanceDown', { tags: '@X26' }, async () => {
    await service.end('SIGKILL');
    await expect.poll(isFiring('FerryInstanceDown'), slow).toBe(true);
  });
});

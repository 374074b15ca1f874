import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import { endsWithinMs } from '#test/fixtures/timing/prompt-end.ts';
import { dataFolder } from './data-folder.ts';
import { callService, runService, runToEnd } from './run-service.ts';

const sentencePattern = /^[A-Z-].*[.]\n$/;

describe('start interface', { tags: '@X3' }, () => {
  test('the start prints one JSON line, logs to standard error, and exits with 0 within 3 s of either signal', async () => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) {
      const service = await runService(['--migrations', '5', '--companies', '2']);
      expect(Object.keys(service.line)).toEqual(['url', 'apiKey', 'organizationId', 'pid']);
      expect(service.line.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
      expect(service.line.pid).toBe(service.child.pid);
      expect((await callService(service.line, '/healthz')).status).toBe(200);
      const limitMs = await endsWithinMs();
      const before = performance.now();
      const { code, stdout, stderr } = await service.end(signal);
      expect(performance.now() - before).toBeLessThan(limitMs);
      expect({ code, lines: stdout.trim().split('\n').length }).toEqual({ code: 0, lines: 1 });
      for (const logLine of stderr.trim().split('\n')) expect(JSON.parse(logLine)).toHaveProperty('level');
    }
  });

  test('the service stops in time with open connections and a held response', async () => {
    const service = await runService(['--allow-control', '--migrations', '5']);
    const rules = [{ match: { path: '/healthz' }, effect: { stall: true } }];
    await callService(service.line, '/control/faults', { body: { rules } });
    const pending = callService(service.line, '/healthz').catch(() => 'cut');
    await new Promise((resolve) => setTimeout(resolve, 100));
    const limitMs = await endsWithinMs();
    const before = performance.now();
    expect((await service.end()).code).toBe(0);
    expect(performance.now() - before).toBeLessThan(limitMs);
    expect(await pending).toBe('cut');
  });

  test('a data folder keeps rows and keys, and only the start that created the key prints it', async () => {
    const folder = dataFolder();
    const first = await runService(['--data', folder, '--migrations', '7', '--companies', '3']);
    await first.end();
    const second = await runService(['--data', folder, '--migrations', '99']);
    expect(second.line.apiKey).toBeUndefined();
    expect(second.line.organizationId).toBe(first.line.organizationId);
    const { body } = await callService(second.line, '/api/v1/migrations', { bearer: first.line.apiKey });
    expect(body['page']).toEqual({ size: 10, total: 7 });
    await second.end();
  });

  test('the same flags give the same data and organization', async () => {
    const lists: unknown[] = [];
    for (const seed of ['7', '7', '8']) {
      const service = await runService(['--seed', seed, '--migrations', '20', '--seed-at', '2026-01-01']);
      const { body } = await callService(service.line, '/api/v1/migrations?page_size=20');
      lists.push({ ...body, organization: service.line.organizationId });
      await service.end();
    }
    expect(lists[0]).toEqual(lists[1]);
    expect(lists[0]).not.toEqual(lists[2]);
  });

  test('a session key ends with its process, and its tokens stay valid', { tags: '@X2' }, async () => {
    const folder = dataFolder();
    const first = await runService(['--data', folder, '--session-key', '--migrations', '1']);
    const createResult = await callService(first.line, '/api/v1/link-token', { body: {} });
    const linkToken = String(createResult.body['link_token']);
    await first.end();
    const second = await runService(['--data', folder, '--session-key']);
    expect(second.line.apiKey).not.toBe(first.line.apiKey);
    expect((await callService(second.line, '/healthz', { bearer: first.line.apiKey })).status).toBe(401);
    const body = { link_token: linkToken };
    expect((await callService(second.line, '/api/v1/access-token', { bearer: linkToken, body })).status).toBe(200);
    const keys = await runToEnd(['keys', 'list', '--data', folder]);
    expect(JSON.parse(keys.stdout)).toEqual([]);
    await second.end();
  });

  test('the start warns about a rate limit behind an unconfigured proxy', { tags: ['@X3', '@T22'] }, async () => {
    const folder = dataFolder();
    mkdirSync(folder);
    const providers = join(folder, 'providers.json');
    const server = { kind: 'dav', address: 'https://dav.harbour.example/' };
    const sources = [{ ...server, name: 'Harbour Mail' }];
    const destinations = [{ ...server, organization: 'Brightwater', user: 'ferry', password: 'secret' }];
    writeFileSync(providers, JSON.stringify({ sources, destinations }));
    const flags = ['--public-url', 'https://api.example.com', '--migrations', '0'];
    // With real copies, failed logins are limited too.
    for (const [more, isWarned] of [
      [[], false],
      [['--rate-limit', '600'], true],
      [['--rate-limit', '600', '--trust-proxy', '127.0.0.1'], false],
      [['--providers', providers], true],
      [['--dashboard'], true],
      [['--dashboard', '--trust-proxy', '127.0.0.1'], false],
    ] as const) {
      const service = await runService([...flags, ...more]);
      const { stderr } = await service.end();
      expect([more, stderr.includes('name the proxy with --trust-proxy')]).toEqual([more, isWarned]);
    }
  });

  test('a service can start without data', { tags: '@X3' }, async () => {
    const service = await runService(['--migrations', '0', '--companies', '0']);
    for (const list of ['migrations', 'companies']) {
      const { body } = await callService(service.line, `/api/v1/${list}`);
      expect(body).toEqual({ results: [], page: { size: 10, total: 0 } });
    }
    await service.end();
  });
});

describe('a rejected start: exit code 2, one sentence, nothing on standard output', { tags: '@X3' }, () => {
  test('an address of another device is rejected', async () => {
    expect(await runToEnd(['--host', '203.0.113.7', '--log-level', 'silent'])).toMatchObject({
      code: 2,
      stdout: '',
      stderr: "The service can't listen on 203.0.113.7, port 0 (EADDRNOTAVAIL). Choose another address with --host.\n",
    });
  });

  test('a port in use is rejected', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => other.once('listening', resolve));
    const port = String((other.address() as AddressInfo).port);
    const { code, stderr } = await runToEnd(['--port', port, '--log-level', 'silent']);
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: `Port ${port} on 127.0.0.1 is in use. Stop the program that uses it, or choose another port with --port.\n`,
    });
    other.close();
  });

  test('a data folder that is a file or below a file is rejected', async () => {
    const folder = dataFolder();
    mkdirSync(folder);
    writeFileSync(join(folder, 'file'), '');
    for (const data of [join(folder, 'file'), join(folder, 'file', 'below')]) {
      const { code, stderr } = await runToEnd(['--data', data]);
      expect(code).toBe(2);
      expect(stderr).toMatch(sentencePattern);
      expect(stderr).toContain(data);
    }
  });

  test('a newer database is rejected', async () => {
    const folder = dataFolder();
    mkdirSync(folder);
    const newer = new DatabaseSync(join(folder, 'ferry.db'));
    const tables = ['service_state', 'organizations', 'api_keys', 'migrations', 'later'];
    newer.exec(`PRAGMA user_version = 99; ${tables.map((name) => `CREATE TABLE ${name} (x);`).join('')}`);
    newer.close();
    const { code, stderr } = await runToEnd(['--data', folder]);
    expect(code).toBe(2);
    expect(stderr).toMatch(/has schema 99, but this version /);
    expect(stderr).toMatch(sentencePattern);
  });

  test('a second service on the same folder exits, and the first service continues', { tags: '@F10' }, async () => {
    const folder = dataFolder();
    const first = await runService(['--data', folder, '--migrations', '3']);
    const { code, stderr } = await runToEnd(['--data', folder]);
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: `Another Ferry Service is using the data in ${folder}. Stop it, or choose another folder with --data.\n`,
    });
    expect((await callService(first.line, '/healthz')).status).toBe(200);
    await first.end('SIGKILL');
    const next = await runService(['--data', folder]);
    await next.end();
  });
});

describe('keys on the command line, next to a running service', { tags: '@X6' }, () => {
  test('keys are created, listed and revoked, and a revoked key stops working immediately and permanently', async () => {
    const folder = dataFolder();
    const service = await runService(['--data', folder, '--migrations', '3']);
    const create = async (...more: string[]) => {
      const { code, stdout } = await runToEnd(['keys', 'create', '--data', folder, '--description', 'ops', ...more]);
      expect(code).toBe(0);
      return JSON.parse(stdout) as { id: string; apiKey: string; organizationId: string };
    };
    const own = await create();
    const other = await create('--organization', 'Harbourside', '--production');
    expect(own.organizationId).toBe(service.line.organizationId);
    expect(other.organizationId).not.toBe(own.organizationId);
    expect([own.apiKey.slice(0, 11), other.apiKey.slice(0, 11)]).toEqual(['ferry_test_', 'ferry_live_']);
    expect((await callService(service.line, '/api/v1/migrations', { bearer: own.apiKey })).body['page']).toMatchObject({
      total: 3,
    });
    expect(
      (await callService(service.line, '/api/v1/migrations', { bearer: other.apiKey })).body['page'],
    ).toMatchObject({ total: 0 });

    const { stdout } = await runToEnd(['keys', 'list', '--data', folder]);
    for (const { apiKey } of [own, other, service.line]) expect(stdout).not.toContain(apiKey.slice(11));
    const listed = JSON.parse(stdout) as { id: string; revoked: string | null; lastFour: string }[];
    expect(listed).toHaveLength(3);
    expect(listed.find(({ id }) => id === own.id)).toMatchObject({ revoked: null, lastFour: own.apiKey.slice(-4) });

    expect((await runToEnd(['keys', 'revoke', own.id, '--data', folder])).code).toBe(0);
    expect((await callService(service.line, '/healthz', { bearer: own.apiKey })).status).toBe(401);
    expect((await runToEnd(['keys', 'revoke', own.id, '--data', folder])).code).toBe(0);
    expect((await callService(service.line, '/healthz', { bearer: own.apiKey })).status).toBe(401);
    const unknown = await runToEnd(['keys', 'revoke', 'nobody', '--data', folder]);
    expect(unknown.code).toBe(2);
    expect(unknown.stderr).toMatch(/^No API key nobody in /);
    await service.end();
  });

  test('--help of each command describes the command and exits with 0', async () => {
    for (const args of [[], ['keys'], ['keys', 'create'], ['keys', 'list'], ['keys', 'revoke']]) {
      const { code, stdout } = await runToEnd([...args, '--help']);
      expect(code).toBe(0);
      expect(stdout).toMatch(/^Usage: service/);
    }
  });
});

test('a command without --data leaves no file behind', { tags: '@X3' }, async () => {
  const service = await runService(['--migrations', '1']);
  const listening = /"data":"([^"]+)"/.exec(service.output().stderr)?.[1] ?? '';
  expect(existsSync(listening)).toBe(true);
  await service.end();
  expect(existsSync(listening)).toBe(false);
});

test('the log contains no key, token, cookie or modal URL, even at debug level', { tags: ['@X1', '@T7'] }, async () => {
  const service = await runService(['--migrations', '1', '--log-level', 'debug', '--access-log']);
  const { body: created } = await callService(service.line, '/api/v1/link-token', { body: {} });
  const linkToken = String(created['link_token']);
  const exchange = { bearer: linkToken, body: { link_token: linkToken } };
  const accessToken = String((await callService(service.line, '/api/v1/access-token', exchange)).body['access_token']);
  const open = { bearer: accessToken, body: { user_id: 'a@b.example' } };
  const url = String((await callService(service.line, '/api/v1/migration-modal', open)).body['url']);
  expect((await callService(service.line, `${url}/state`)).status).toBe(200);
  await callService(service.line, '/healthz?key=canary', { bearer: 'canary' });
  const { stderr } = await service.end();
  expect(stderr).toContain('/modal/:address/state');
  for (const secret of [service.line.apiKey, linkToken, accessToken, url.split('/').at(-1) ?? '', 'canary']) {
    expect(stderr).not.toContain(secret);
  }
});

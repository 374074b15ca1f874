import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestService, type TestService } from '#service/testing/test-service.ts';
import { sendRaw } from './raw-request.ts';
import { runToEnd } from './run-service.ts';

let service: TestService;
let port: number;
beforeAll(async () => {
  service = await openTestService({ migrations: 1, companies: 1 }, { allowControl: true });
  await service.app.listen({ port: 0, host: '127.0.0.1' });
  ({ port } = service.app.server.address() as AddressInfo);
});
afterAll(async () => {
  service.app.server.closeAllConnections();
  await service.end();
});

interface SentRequest {
  readonly host?: string;
  readonly more?: readonly string[];
  readonly target?: string;
  readonly version?: string;
}

const ask = async ({
  host = `127.0.0.1:${port}`,
  more = [],
  target = '/control/clock',
  version = '1.1',
}: SentRequest) => {
  const body = '{"advance_seconds":1}';
  const lines = [
    `POST ${target} HTTP/${version}`,
    `Host: ${host}`,
    `Authorization: ${service.authorization}`,
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
    'Connection: close',
    ...more,
  ];
  const reply = await sendRaw(port, Buffer.from(`${lines.join('\r\n')}\r\n\r\n${body}`, 'latin1'));
  return { status: reply?.status, message: (JSON.parse(reply?.body ?? '{}') as { message?: string }).message };
};
const offset = () => service.store.clock.offset(1);

describe('control never answers a forwarded request', () => {
  test('control accepts a loopback name with its port', { tags: ['@X21', '@T23'] }, async () => {
    for (const host of [`127.0.0.1:${port}`, `localhost:${port}`, `LOCALHOST:${port}`]) {
      expect((await ask({ host })).status).toBe(200);
    }
  });

  test.each([
    'X-Forwarded-For: 127.0.0.1',
    'x-forwarded-host: 127.0.0.1',
    'X-FORWARDED-PROTO: http',
    'X-Forwarded: 1',
    'X-Forwarded-For:',
    'Forwarded: for=127.0.0.1;host=localhost',
    'Via: 1.1 vegur',
    'X-Real-IP: 127.0.0.1',
    'X-Client-IP: 127.0.0.1',
    'X-Cluster-Client-IP: 127.0.0.1',
    'True-Client-IP: 127.0.0.1',
    'CF-Connecting-IP: 127.0.0.1',
    'CF-Ray: 1',
    'CDN-Loop: cloudflare',
    'Fastly-Client-IP: 127.0.0.1',
    'X-Original-URL: /control/clock',
    'X-Rewrite-URL: /control/clock',
    'X-Envoy-External-Address: 127.0.0.1',
    'X-Amzn-Trace-Id: Root=1',
    'X-Azure-ClientIP: 127.0.0.1',
    'Proxy-Connection: keep-alive',
    'Max-Forwards: 3',
  ])('control rejects a request with "%s"', { tags: ['@X21', '@T23'] }, async (line) => {
    const before = await offset();
    const { status, message } = await ask({ more: [line] });
    expect({ status, message }).toEqual({
      status: 403,
      message: `/control doesn't work through a proxy. Call http://127.0.0.1:${port} directly.`,
    });
    expect(await offset()).toBe(before);
  });

  test(
    'control detects a proxy that adds no header by its HTTP version, target or Host port',
    { tags: ['@X21', '@T23'] },
    async () => {
      const before = await offset();
      const own = `127.0.0.1:${port}`;
      expect((await ask({ version: '1.0' })).status).toBe(403);
      expect((await ask({ target: `http://${own}/control/clock` })).status).toBe(403);
      for (const host of ['127.0.0.1', 'localhost', 'localhost:3000', '[::1]:80']) {
        expect((await ask({ host })).status).toBe(403);
      }
      expect((await ask({ host: 'api.example.com' })).status).toBe(421);
      expect(await offset()).toBe(before);
    },
  );

  test('control rejects proxied requests with other spellings of its paths', { tags: ['@X21', '@T23'] }, async () => {
    const before = await offset();
    for (const target of [
      '//control/clock',
      '/control//clock',
      '/Control/clock',
      '/%63ontrol/clock/',
      '/x/../control/clock',
    ]) {
      const { status } = await ask({ target, more: ['Via: 1.1 x'] });
      expect([403, 404]).toContain(status);
    }
    expect((await ask({ target: '/%63ontrol/clock', more: ['Via: 1.1 x'] })).status).toBe(403);
    expect(await offset()).toBe(before);
  });
});

test.each([
  [['--allow-control', '--public-url', 'https://api.example.com'], /^--allow-control .*--public-url/],
  [['--public-url', 'http://127.0.0.1:8600', '--allow-control'], /^--allow-control .*--public-url/],
  [['--allow-control', '--trust-proxy', '127.0.0.1'], /^--allow-control .*--trust-proxy/],
  [['--allow-control', '--host', '0.0.0.0'], /^--allow-control .*loopback/],
  [['--allow-control', '--host', '::'], /^--allow-control .*loopback/],
])('the flags %j are rejected with one sentence and exit code 2', { tags: ['@X3', '@T23'] }, async (args, sentence) => {
  const { code, stdout, stderr } = await runToEnd([...args, '--port', '0', '--migrations', '0', '--companies', '0']);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toMatch(sentence);
  expect(stderr.trim().split('\n')).toHaveLength(1);
});

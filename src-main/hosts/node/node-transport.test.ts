import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, test } from 'vitest';
import { createRedactor } from '../../console/log/redactor.ts';
import { createNodeTransport } from './node-transport.ts';
import { systemClock } from '../../console/clock/clock.ts';
import { requestLimits, type RequestLimits } from '../../console/api-client/limits.ts';
import { sendWithRetry } from '../../console/api-client/send-with-retry.ts';

const nodeTransport = createNodeTransport({ proxiesFor: () => ({}) });
let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

/** Starts a server with these responses, the last of which repeats. Returns its URL and the received requests. */
async function serve(...answers: ((request: IncomingMessage, reply: ServerResponse) => void)[]) {
  const observed: string[] = [];
  server = createServer((request, reply) => {
    const answer = answers[Math.min(observed.length, answers.length - 1)];
    observed.push(`${request.method} ${request.url}`);
    answer?.(request, reply);
  });
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/x`, observed };
}

const status =
  (code: number, headers: Record<string, string> = {}) =>
  (_request: IncomingMessage, reply: ServerResponse) =>
    void reply.writeHead(code, headers).end('{}');

const quick: RequestLimits = { firstByteMs: 200, idleMs: 200, totalMs: 600, bodyBytes: 1_000 };

const get = (
  url: string,
  limits = requestLimits,
  signal = new AbortController().signal,
  method: 'GET' | 'POST' = 'GET',
) =>
  sendWithRetry(
    nodeTransport,
    { method, url, headers: {} },
    { clock: systemClock, signal, sanitizer: createRedactor(), limits, random: () => 0.01 },
  );

describe('requests', { tags: '@C12' }, () => {
  test('a GET is sent three times while the service answers 503', { tags: ['@C12', '@F1'] }, async () => {
    const { url, observed } = await serve(status(503));
    expect(await get(url)).toMatchObject({ ok: true, reply: { status: 503 }, tries: 3 });
    expect(observed).toHaveLength(3);
  });

  test('the second attempt of a request can succeed', { tags: ['@C12', '@F1'] }, async () => {
    const { url, observed } = await serve(status(500), status(200));
    expect(await get(url)).toMatchObject({ ok: true, reply: { status: 200 }, tries: 2 });
    expect(observed).toHaveLength(2);
  });

  test('a POST is sent once', { tags: ['@C12', '@F2'] }, async () => {
    const { url, observed } = await serve(status(503));
    await get(url, requestLimits, undefined, 'POST');
    expect(observed).toEqual(['POST /x']);
  });

  test('a request that gets a 4xx is not retried', { tags: ['@C12', '@F1'] }, async () => {
    const { url, observed } = await serve(status(404));
    expect(await get(url)).toMatchObject({ tries: 1 });
    expect(observed).toHaveLength(1);
  });

  test('a reset connection is retried twice and then counts as offline', { tags: ['@C12', '@F1'] }, async () => {
    const { url, observed } = await serve((request) => request.socket.destroy());
    expect(await get(url)).toMatchObject({ ok: false, code: 'offline', tries: 3 });
    expect(observed).toHaveLength(3);
  });

  test(
    'a request fails with a timeout if no byte of the response arrives by the deadline',
    { tags: ['@C12', '@F3'] },
    async () => {
      const { url } = await serve(() => undefined);
      expect(await get(url, quick)).toMatchObject({ ok: false, code: 'timeout', detail: 'no response within 0.2 s' });
    },
  );

  test('a request fails with a timeout if its response body stalls', { tags: ['@C12', '@F3'] }, async () => {
    const { url } = await serve((_request, reply) => void reply.writeHead(200).write('{"a":'));
    expect(await get(url, quick)).toMatchObject({ ok: false, code: 'timeout', detail: 'no data for 0.2 s' });
  });

  test(
    'a request fails with a timeout if its response body drips past the total deadline',
    { tags: ['@C12', '@F3'] },
    async () => {
      const { url } = await serve((_request, reply) => {
        const dripTimer = setInterval(() => reply.write(' '), 50);
        reply.once('close', () => clearInterval(dripTimer));
      });
      expect(await get(url, quick, undefined, 'POST')).toMatchObject({ ok: false, code: 'timeout' });
    },
  );

  test('a response is cut off at the size limit, even if it is compressed', { tags: ['@C12', '@F4'] }, async () => {
    const bomb = gzipSync(Buffer.alloc(100_000));
    const { url } = await serve(
      (_request, reply) => void reply.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb),
    );
    expect(bomb.byteLength).toBeLessThan(1_000);
    expect(await get(url, quick)).toMatchObject({ ok: false, code: 'reply_too_large', tries: 1 });
  });

  test('the connection time is measured once, and a reused connection takes 0 ms', { tags: '@C30' }, async () => {
    const { url } = await serve(status(200));
    const first = await get(url);
    expect(first.timing.connectMs).toBeGreaterThan(0);
    expect(first.timing.connectMs).toBeLessThan(first.timing.firstByteMs ?? 0);
    expect((await get(url)).timing.connectMs).toBe(0);
  });

  test('the connection time is measured even without a response', { tags: '@C30' }, async () => {
    const { url } = await serve(() => undefined);
    const { timing } = await get(url, quick, undefined, 'POST');
    expect(timing).toMatchObject({ connectMs: expect.any(Number), firstByteMs: null });
  });

  test("a request whose connection isn't open by the deadline sends nothing", { tags: ['@C12', '@F3'] }, async () => {
    const silent = createTcpServer().listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const { port } = silent.address() as AddressInfo;
    const transport = createNodeTransport({ proxiesFor: () => ({}), connectWithinMs: 150 });
    const { signal } = new AbortController();
    const sendResult = await sendWithRetry(
      transport,
      { method: 'POST', url: `https://127.0.0.1:${port}/`, headers: {} },
      { clock: systemClock, signal, sanitizer: createRedactor() },
    );
    expect(sendResult).toMatchObject({ code: 'timeout', detail: 'no connection within 0.15 s', beforeSending: true });
    expect(sendResult.timing.connectMs).toBeNull();
    silent.close();
  });

  test('cancelling ends a request immediately', { tags: '@C12' }, async () => {
    const stop = new AbortController();
    const { url, observed } = await serve(() => stop.abort());
    const startedAt = performance.now();
    expect(await get(url, requestLimits, stop.signal)).toMatchObject({ ok: false, code: 'cancelled' });
    expect(performance.now() - startedAt).toBeLessThan(requestLimits.firstByteMs);
    expect(observed).toHaveLength(1);
  });

  test('a redirect is not followed, and its target receives nothing', { tags: ['@C12', '@T8'] }, async () => {
    const { url, observed } = await serve(status(302, { location: '/elsewhere' }));
    expect(await get(url)).toMatchObject({ ok: true, reply: { status: 302 } });
    expect(observed).toEqual(['GET /x']);
  });
});

import { once } from 'node:events';
import { Agent, type IncomingMessage, get as httpGet } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { openTestService, type TestReply, type TestService } from '../testing/test-service.ts';

let service: TestService;
beforeAll(async () => {
  service = await openTestService({ migrations: 5, companies: 2 });
});
afterAll(() => service.end());

const errorOf = ({ status, body }: TestReply) => ({ status, type: body['type'], message: body.message });

describe('paths and methods', { tags: '@X1' }, () => {
  test('an unknown path gets a 404 with the Error body, with and without a key', async () => {
    for (const bearer of [null, service.apiKey]) {
      const reply = await service.send({ method: 'POST', url: '/api/v1/nothing', bearer, body: '{' });
      expect(errorOf(reply)).toEqual({ status: 404, type: 'api_error', message: "This path doesn't exist." });
    }
  });

  test.each([
    ['PUT', '/api/v1/migrations', 'GET, HEAD'],
    ['DELETE', '/api/v1/migrations/42', 'GET, HEAD'],
    ['GET', '/api/v1/link-token', 'POST'],
    ['GET', '/api/v1/access-token', 'OPTIONS, POST'],
    ['PATCH', '/api/v1/migration-modal', 'GET, HEAD, OPTIONS, POST'],
    ['OPTIONS', '/api/v1/migrations', 'GET, HEAD'],
    ['OPTIONS', '/healthz', 'GET, HEAD'],
  ] as const)('%s %s gets a 405 with Allow: %s', async (method, url, allow) => {
    const reply = await service.send({ method, url });
    expect(reply.status).toBe(405);
    expect(reply.headers['allow']).toBe(allow);
    expect(errorOf(reply).type).toBe('api_error');
  });

  test('HEAD works like GET, without a body', async () => {
    const get = await service.send({ url: '/api/v1/companies' });
    const head = await service.send({ method: 'HEAD', url: '/api/v1/companies' });
    expect({ status: head.status, text: head.text }).toEqual({ status: 200, text: '' });
    expect(head.headers['content-length']).toBe(get.headers['content-length']);
    expect((await service.send({ method: 'HEAD', url: '/api/v1/companies', bearer: null })).status).toBe(401);
  });

  test("a path that can't be decoded gets a 400 with the Error body", async () => {
    expect(errorOf(await service.send({ url: '/api/v1/migrations/%E0%A4%A' }))).toEqual({
      status: 400,
      type: 'api_error',
      message: "The request path isn't valid.",
    });
  });
});

describe('bodies', { tags: '@X1' }, () => {
  const post = (body: string, type = 'application/json') =>
    service.send({ method: 'POST', url: '/api/v1/link-token', body, headers: { 'content-type': type } });

  test.each([
    ['not JSON', '{"a":', "The body isn't valid JSON."],
    ['empty', '', 'The body is empty. Send a JSON object.'],
    ['not an object', '[]', "The body isn't valid: expected record, received array."],
    ['null', 'null', "The body isn't valid: expected record, received null."],
  ])('a body that is %s gets a 400', async (_what, body, message) => {
    const reply = await post(body);
    expect(reply.status).toBe(400);
    expect(reply.body.message).toBe(message.replace('record', 'object'));
  });

  test.each(['{"__proto__":{"a":1}}', '{"constructor":{"prototype":{"a":1}}}', '{"a":{"__proto__":{"link":1}}}'])(
    'the body %s is accepted, and its unknown property is ignored',
    { tags: '@T16' },
    async (body) => {
      expect((await post(body)).status).toBe(200);
      const modal = { method: 'POST', url: '/api/v1/access-token', body: `{"__proto__":{"link_token":"x"}}` } as const;
      const refusedReply = await service.send({ ...modal, headers: { 'content-type': 'application/json' } });
      expect([refusedReply.status, refusedReply.body.message]).toEqual([400, 'link_token must be a string.']);
      expect(({} as Record<string, unknown>)['a']).toBeUndefined();
    },
  );

  test('a missing body gets a 400', async () => {
    expect((await service.send({ method: 'POST', url: '/api/v1/link-token' })).status).toBe(400);
  });

  test('a body of 64 KiB is accepted, and one more byte gets a 413', { tags: ['@X30', '@A20'] }, async () => {
    const filled = (length: number): string => `{"a":"${'x'.repeat(length - 8)}"}`;
    expect((await post(filled(65_536))).status).toBe(200);
    expect(errorOf(await post(filled(65_537)))).toEqual({
      status: 413,
      type: 'api_error',
      message: 'The body is larger than 64 KiB.',
    });
  });

  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data',
    'nonsense',
    'application/jsonp',
  ])('the content type %s gets a 415', async (type) => {
    const reply = await post('{}', type);
    expect(reply.status).toBe(415);
    expect(reply.body['type']).toBe('api_error');
  });

  test('JSON with a charset and deeply nested JSON are accepted', async () => {
    expect((await post('{}', 'application/json; charset=utf-8')).status).toBe(200);
    expect((await post(`{"a":${'['.repeat(20_000)}${']'.repeat(20_000)}}`)).status).toBe(200);
  });
});

describe('security', () => {
  test.each(['evil.example', 'evil.example:80', '127.0.0.1.evil.example', 'localhost.evil.example', '10.0.0.7'])(
    'the Host %s is refused on loopback (DNS rebinding)',
    { tags: ['@X1', '@T16'] },
    async (host) => {
      const reply = await service.send({ url: '/healthz', headers: { host } });
      expect(reply.status).toBe(421);
      expect(reply.body['type']).toBe('api_error');
    },
  );

  test.each(['localhost', 'LOCALHOST:1', '127.0.0.1:8080', '127.9.9.9', '[::1]:99'])(
    'the Host %s counts as loopback',
    { tags: ['@X1', '@T16'] },
    async (host) => {
      expect((await service.send({ url: '/healthz', headers: { host } })).status).toBe(200);
    },
  );

  test.each(['a b', 'user@127.0.0.1', '127.0.0.1/x', '127.0.0.1:999999'])(
    'the malformed Host "%s" gets a 400',
    { tags: ['@X1', '@T16'] },
    async (host) => {
      expect((await service.send({ url: '/healthz', headers: { host } })).status).toBe(400);
    },
  );

  test('no response can be cached, sniffed, framed or sent as referrer', { tags: ['@X1', '@T12'] }, async () => {
    for (const url of ['/healthz', '/nothing', '/api/v1/migrations?page=0']) {
      const { headers } = await service.send({ url });
      expect(headers).toMatchObject({
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      });
    }
  });

  test(
    "a client that doesn't read its response is disconnected, and the response is freed",
    { tags: ['@X1', '@T41', '@A9'] },
    async () => {
      const { app, end } = await openTestService({ migrations: 1 });
      onTestFinished(end);
      // More bytes than the system's socket buffers hold.
      const bytes = 32 * 1_048_576;
      app.get('/large', (_request, reply) => reply.send(Buffer.alloc(bytes)));
      await app.listen({ port: 0, host: '127.0.0.1' });
      const { port } = app.server.address() as AddressInfo;
      const open = async (): Promise<Socket> => {
        const acceptedEvent = once(app.server, 'connection');
        const client = connect({ port, host: '127.0.0.1' }).on('error', () => {});
        onTestFinished(() => void client.destroy());
        client.write('GET /large HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n');
        await acceptedEvent;
        return client;
      };
      expect(app.server.timeout).toBe(30_000);
      const reader = (await open()).resume();
      await expect.poll(() => reader.bytesRead, { timeout: 10_000 }).toBeGreaterThan(bytes);
      app.server.timeout = 300;
      const silent = (await open()).pause();
      const count = () => new Promise((resolve) => app.server.getConnections((_error, sum) => resolve(sum)));
      await expect.poll(count, { timeout: 10_000 }).toBe(1);
      const closedEvent = once(silent, 'close');
      silent.resume();
      await closedEvent;
      expect(silent.bytesRead).toBeLessThan(bytes);
      expect(reader.destroyed).toBe(false);
    },
  );

  const pipelined = async (requests: number): Promise<string> => {
    const socket = connect((service.app.server.address() as AddressInfo).port, '127.0.0.1').setEncoding('latin1');
    onTestFinished(() => void socket.destroy());
    let replies = '';
    socket.on('data', (text: string) => (replies += text)).on('error', () => {});
    const last = 'GET /openapi.json HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n';
    socket.write('GET /openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(requests - 1) + last);
    // The socket may close with ECONNRESET, which `once` of events would throw.
    await new Promise((resolve) => socket.once('close', resolve));
    return replies;
  };

  test('16 requests that a connection sends together are answered', { tags: '@X30' }, async () => {
    if (!service.app.server.listening) await service.app.listen({ port: 0, host: '127.0.0.1' });
    for (let connections = 0; connections < 3; connections++) {
      expect((await pipelined(16)).match(/HTTP\/1\.1 200 /g)).toHaveLength(16);
    }
  });

  test('any number of requests that a connection sends one after another is answered', { tags: '@X30' }, async () => {
    if (!service.app.server.listening) await service.app.listen({ port: 0, host: '127.0.0.1' });
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    onTestFinished(() => agent.destroy());
    const { port } = service.app.server.address() as AddressInfo;
    const sockets = new Set<Socket>();
    for (let requests = 0; requests < 40; requests++) {
      const [reply] = (await once(httpGet({ agent, port, host: '127.0.0.1', path: '/openapi.json' }), 'response')) as [
        IncomingMessage,
      ];
      sockets.add(reply.socket);
      expect(reply.statusCode).toBe(200);
      await once(reply.resume(), 'end');
    }
    expect(sockets.size).toBe(1);
  });

  test('a connection with more than 16 unanswered requests is closed', { tags: ['@X30', '@T41', '@A18'] }, async () => {
    if (!service.app.server.listening) await service.app.listen({ port: 0, host: '127.0.0.1' });
    expect((await pipelined(17)).length).toBe(0);
    const all = await Promise.all(Array.from({ length: 8 }, () => pipelined(4_000)));
    expect(all.join('')).toBe('');
    expect((await pipelined(16)).match(/HTTP\/1\.1 200 /g)).toHaveLength(16);
  });

  test('a failing store gives a 500 with the Error body and without details', { tags: ['@X1', '@T41'] }, async () => {
    const brokenService = await openTestService({ migrations: 1 });
    await brokenService.store.close();
    const reply = await brokenService.send({ url: '/api/v1/migrations' });
    expect(errorOf(reply)).toEqual({
      status: 500,
      type: 'api_error',
      message: 'The service failed. Try again later.',
    });
    await brokenService.app.close();
    await brokenService.data.remove();
  });
});

describe('nested error shape', { tags: '@X1' }, () => {
  test.each([
    ['/api/v1/migrations?page=0', {}, 400, 'invalid_parameter'],
    ['/api/v1/migrations', { bearer: null }, 401, 'unauthorized'],
    ['/nothing', {}, 404, 'not_found'],
    ['/healthz', { method: 'POST', body: {} }, 405, 'method_not_allowed'],
    ['/api/v1/link-token', { method: 'POST', body: '{' }, 400, 'invalid_body'],
    ['/api/v1/link-token', { method: 'POST', body: `"${'x'.repeat(70_000)}"` }, 413, 'payload_too_large'],
    [
      '/api/v1/link-token',
      { method: 'POST', body: 'x', headers: { 'content-type': 'text/css' } },
      415,
      'unsupported_media_type',
    ],
  ] as const)('%s %j gets a %i with the code %s', async (url, request, status, code) => {
    const nestedService = await openTestService({ migrations: 1, companies: 0 }, { errorShape: 'nested' });
    const reply = await nestedService.send({ url, ...request });
    expect(reply.status).toBe(status);
    expect(reply.body).toEqual({ error: { code, message: expect.any(String) } });
    await nestedService.end();
  });
});

import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import type { Resolve } from './resolve-name.ts';
import { createSender, type Sender } from './send-request.ts';

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});

const receiver = async (listener: RequestListener): Promise<{ url: string; port: number; server: Server }> => {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  ends.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/hook`, port, server };
};

/** Sends raw bytes after a request's headers. Never closes the connection. */
const rawReceiver = async (answer: (socket: Socket) => void): Promise<string> => {
  const sockets = new Set<Socket>();
  const server = createTcpServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {}).once('data', () => answer(socket));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  ends.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
};

const sender = (options: Partial<Parameters<typeof createSender>[0]> = {}): Sender => {
  const created = createSender({ allowLoopback: true, ...options });
  ends.push(() => created.close());
  return created;
};

const message = { headers: { 'webhook-id': 'evt_1' }, body: '{"é":1}' };
const leadsTo =
  (...addresses: string[]): Resolve =>
  async () =>
    addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));

describe('an attempt', { tags: '@X23' }, () => {
  test('an attempt posts the body unchanged, and a 2xx response is success', async () => {
    const observed: unknown[] = [];
    const { url } = await receiver((request, response) => {
      const parts: Buffer[] = [];
      request.on('data', (part: Buffer) => parts.push(part));
      request.on('end', () => {
        observed.push([request.method, request.url, request.headers, Buffer.concat(parts).toString()]);
        response.writeHead(204).end();
      });
    });
    expect(await sender().send({ url: `${url}?a=1`, ...message })).toMatchObject({
      status: 204,
      reply: '',
      error: null,
    });
    expect(observed).toEqual([
      [
        'POST',
        '/hook?a=1',
        expect.objectContaining({ 'webhook-id': 'evt_1', 'content-type': 'application/json', 'content-length': '8' }),
        message.body,
      ],
    ]);
  });

  test('a redirect is not followed', async () => {
    let requestCount = 0;
    const { url } = await receiver((_request, response) => {
      requestCount += 1;
      response.writeHead(307, { location: '/elsewhere' }).end();
    });
    const result = await sender().send({ url, ...message });
    expect(result).toMatchObject({
      status: 307,
      error: "The response was a redirect (307). Ferry doesn't follow redirects.",
    });
    expect(requestCount).toBe(1);
  });

  test('an attempt reads the first KiB of an endless response and disconnects', async () => {
    const responseClosed = Promise.withResolvers<void>();
    const { url } = await receiver((_request, response) => {
      response.writeHead(200);
      const more = (): void => {
        while (!response.destroyed && response.write('x'.repeat(4_096)));
      };
      response.on('drain', more).on('close', () => responseClosed.resolve());
      more();
    });
    expect(await sender().send({ url, ...message })).toMatchObject({
      status: 200,
      reply: 'x'.repeat(1_024),
      error: null,
    });
    await responseClosed.promise;
  });

  test('a receiver that sends nothing times out, and a receiver that stops mid-response has responded', async () => {
    const silent = await receiver(() => {});
    const sendResult = await sender({ takesMs: 200 }).send({ url: silent.url, ...message });
    expect(sendResult).toMatchObject({ status: null, reply: null, error: 'No response within 0.2 s.' });
    const stops = await receiver((_request, response) => void response.writeHead(200).write('beg'));
    const patient = sender({ takesMs: 3_000 });
    // A busy machine may take longer.
    await expect
      .poll(() => patient.send({ url: stops.url, ...message }))
      .toMatchObject({ status: 200, reply: 'beg', error: null });
  });

  test("an attempt's error is one sentence without the address", async () => {
    const nobody = await receiver(() => {});
    nobody.server.close();
    await once(nobody.server, 'close');
    const refusedReply = await sender().send({ url: nobody.url, ...message });
    expect(refusedReply).toMatchObject({ status: null, error: 'The connection was refused.' });
    const garbage = createTcpServer((socket) => socket.on('error', () => {}).end('SSH-2.0-OpenSSH_9\r\n')).listen(
      0,
      '127.0.0.1',
    );
    await once(garbage, 'listening');
    ends.push(() => garbage.close());
    const { port } = garbage.address() as AddressInfo;
    expect((await sender().send({ url: `http://127.0.0.1:${port}/`, ...message })).error).toMatch(
      /^The response wasn't HTTP/,
    );
    const secure = await sender().send({ url: nobody.url.replace('http:', 'https:'), ...message });
    expect(secure.error).toBe('The connection was refused.');
  });

  const upgrade = 'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n';

  test('a protocol switch is a failure and closes the connection', async () => {
    const socketClosed = Promise.withResolvers<void>();
    const url = await rawReceiver((socket) => {
      socket.on('close', () => socketClosed.resolve()).resume();
      socket.write(upgrade);
    });
    const created = sender();
    expect(await created.send({ url, ...message })).toMatchObject({
      status: null,
      error: "The endpoint tried to switch protocols (101), which isn't supported.",
    });
    await socketClosed.promise;
  });

  test('a shutdown ends a running attempt', async () => {
    for (const start of ['', upgrade, 'HTTP/1.1 200 OK\r\nX-A: 1\r\n']) {
      const end = new AbortController();
      const url = await rawReceiver((socket) => {
        socket.write(start || 'H', () => end.abort());
      });
      expect(await sender().send({ url, ...message }, end.signal)).toMatchObject({ status: null, reply: null });
    }
  });

  test('endless headers time out, and a closed connection is an error', async () => {
    const endlessReceiver = await rawReceiver((socket) => {
      const more = setInterval(() => socket.write('X-More: 1\r\n'), 20);
      socket.on('close', () => clearInterval(more)).write('HTTP/1.1 200 OK\r\n');
    });
    const sendResult = await sender({ takesMs: 200 }).send({ url: endlessReceiver, ...message });
    expect(sendResult).toMatchObject({ status: null, reply: null, error: 'No response within 0.2 s.' });
    const leaving = await rawReceiver((socket) => socket.end());
    const cutReply = await sender().send({ url: leaving, ...message });
    expect(cutReply).toMatchObject({ status: null, reply: null, error: 'The connection was lost.' });
  });

  test('an attempt returns the Retry-After of the response', async () => {
    const { url } = await receiver((_request, response) =>
      response.writeHead(503, { 'retry-after': '30' }).end('busy'),
    );
    expect(await sender().send({ url, ...message })).toMatchObject({
      status: 503,
      reply: 'busy',
      error: 'The response was 503.',
      retryAfter: 30_000,
    });
  });

  test('an attempt uses a new connection if the receiver closed the reused connection', async () => {
    let requestCount = 0;
    const { url, server } = await receiver((request, response) => {
      requestCount += 1;
      request.resume().on('end', () => response.end());
    });
    // Closes every connection when its second request starts to arrive, before reading it.
    const created = sender();
    expect((await created.send({ url, ...message })).error).toBeNull();
    server.prependOnceListener('request', (request) => request.socket.resetAndDestroy());
    expect((await created.send({ url, ...message })).error).toBeNull();
    expect(requestCount).toBeGreaterThanOrEqual(2);
  });
});

describe('a name with a private address', { tags: ['@X23', '@T70'] }, () => {
  test('an attempt opens no connection if any address of the name is blocked', async () => {
    let connections = 0;
    const { port, server } = await receiver((_request, response) => response.end());
    server.on('connection', () => (connections += 1));
    for (const addresses of [
      ['127.0.0.1'],
      ['93.184.215.14', '127.0.0.1'],
      ['::ffff:127.0.0.1'],
      ['10.0.0.1'],
      ['::1'],
    ]) {
      for (const allowLoopback of [false, true]) {
        const created = sender({ allowLoopback, resolve: leadsTo(...addresses) });
        const result = await created.send({ url: `https://hooks.example.com:${port}/`, ...message });
        expect(result.error).toBe('The name resolves to a blocked address.');
      }
    }
    expect(connections).toBe(0);
  });

  test('a name is resolved once per connection, which goes to the resolved address', async () => {
    let lookups = 0;
    const resolveToOther: Resolve = (name, signal) => {
      lookups += 1;
      // The first lookup returns a public address, the second returns loopback.
      return leadsTo(lookups === 1 ? '192.0.2.1' : '127.0.0.1')(name, signal);
    };
    let connections = 0;
    const { port, server } = await receiver((_request, response) => response.end());
    server.on('connection', () => (connections += 1));
    const created = sender({ allowLoopback: false, resolve: resolveToOther });
    for (let attempt = 0; attempt < 3; attempt++) {
      expect((await created.send({ url: `https://hooks.example.com:${port}/`, ...message })).status).toBeNull();
    }
    expect({ lookups, connections }).toEqual({ lookups: 3, connections: 0 });
  });

  test('the address of a stored endpoint is checked at each attempt', async () => {
    let connections = 0;
    const { url, server } = await receiver((_request, response) => response.end());
    server.on('connection', () => (connections += 1));
    const result = await sender({ allowLoopback: false }).send({ url, ...message });
    expect(result).toMatchObject({ status: null, error: "The endpoint's address is blocked." });
    expect(connections).toBe(0);
  });
});

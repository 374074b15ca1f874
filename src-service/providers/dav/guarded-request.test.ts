import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { withLargeContent } from '../../content-worker/large-content.ts';
import { createGuardedRequest } from './guarded-request.ts';

const observed: string[] = [];
let named: Server;
let other: Server;
const open = async (handle: Parameters<typeof createServer>[1]): Promise<Server> => {
  const server = createServer(handle);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return server;
};
const urlOf = (server: Server): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
beforeAll(async () => {
  other = await open((_request, reply) => {
    observed.push('other');
    reply.end();
  });
  named = await open((request, reply) => {
    if (request.url === '/away') reply.writeHead(307, { location: urlOf(other) }).end();
    else reply.end('here');
  });
});
afterAll(() => {
  named.close();
  other.close();
});

const { signal } = new AbortController();
const ask = (server: string, path: string, options: Partial<Parameters<typeof createGuardedRequest>[1]> = {}) =>
  withLargeContent('ada', () => createGuardedRequest(server, { allowLoopback: true, ...options })(path, { signal }));

test(
  'a copy calls only the configured servers, with no redirect, other name or other port',
  { tags: ['@X29', '@T91'] },
  async () => {
    const server = urlOf(named);
    expect(String((await ask(server, '/')).body[0])).toBe('here');
    expect((await ask(server, '/away')).status).toBe(307);
    const { host, port } = new URL(urlOf(other));
    for (const path of [`@${host}/`, `:${port}/`, `.nip.example/`, '', urlOf(other)])
      await expect(ask(server, path)).rejects.toThrow("The address isn't on the server in the providers file.");
    for (const path of [`//${host}/`, `/@${host}/`, `/\\${host}/`]) expect((await ask(server, path)).status).toBe(200);
    expect(observed).toEqual([]);
  },
);

test(
  'a configured name that resolves to loopback or a private network is not called',
  { tags: ['@X29', '@T91'] },
  async () => {
    for (const address of ['127.0.0.1', '10.0.0.1', '169.254.169.254', '::1']) {
      const resolve = async () => [{ address, family: address.includes(':') ? 6 : 4 }];
      const call = ask('https://dav.harbour.example/', '/', { allowLoopback: false, resolve });
      await expect(call).rejects.toThrow('FERRY_FORBIDDEN_ADDRESS');
    }
  },
);

test('a request is sent once more if the server had closed the reused connection', { tags: '@X31' }, async () => {
  const connections = new Set<unknown>();
  let requests = 0;
  // SOGo closes each connection after a response without announcing it.
  const closing = await open((request, reply) => {
    requests++;
    if (connections.has(request.socket)) return void request.socket.destroy();
    connections.add(request.socket);
    reply.end(request.method);
  });
  onTestFinished(() => void closing.close());
  const send = createGuardedRequest(urlOf(closing), { allowLoopback: true });
  for (const method of ['PUT', 'GET', 'PUT'])
    expect(String((await withLargeContent('ada', () => send('/', { method, signal }))).body[0])).toBe(method);
  expect([requests, connections.size]).toEqual([4, 3]);
});

import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createGuardedFetch } from './guarded-fetch.ts';

const seen: string[] = [];
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
    seen.push('other');
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

test('X29 [security] (T91) a copy calls the servers of the file and no other: no redirect, no other name or port', async () => {
  const rules = { allowLoopback: true };
  const call = createGuardedFetch(urlOf(named), rules);
  expect(await (await call(urlOf(named))).text()).toBe('here');
  const redirect = await call(`${urlOf(named)}away`, { redirect: 'follow' });
  expect(redirect.status).toBe(307);
  const { port } = new URL(urlOf(named));
  for (const address of [
    urlOf(other),
    `http://localhost:${port}/`,
    `http://127.0.0.1.nip.example:${port}/`,
    'file:///etc/passwd',
  ])
    await expect(call(address)).rejects.toThrow('Only the server of the file is called.');
  expect(seen).toEqual([]);
});

test('X29 [security] (T91) a name of the file that leads to this computer or a private network is not called', async () => {
  for (const address of ['127.0.0.1', '10.0.0.1', '169.254.169.254', '::1']) {
    const resolve = async () => [{ address, family: address.includes(':') ? 6 : 4 }];
    const call = createGuardedFetch('https://dav.harbour.example/', { allowLoopback: false, resolve });
    await expect(call('https://dav.harbour.example/')).rejects.toThrow('FERRY_FORBIDDEN_ADDRESS');
  }
});

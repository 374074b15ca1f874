import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { createContentWorker } from '../../content-worker/content-worker.ts';
import { ItemFailed } from '../copy-ports.ts';
import { davEntry, davList } from '../../testing/dav-xml.ts';
import { davDestination } from './dav-destination.ts';

const place = '/people/a.vcf';
const { signal } = new AbortController();

/** A server that stores the first `stores` writes, and closes the connection before it responds to any. */
const openDestination = async (stores: number) => {
  const state = { stored: '', writes: 0 };
  const server = createServer((request, reply) => {
    // A write on a reused connection would be sent once more.
    reply.setHeader('connection', 'close');
    if (request.method === 'PROPFIND') {
      const book = '<d:resourcetype><d:collection/><c:addressbook/></d:resourcetype>';
      reply.writeHead(207, { 'content-type': 'text/xml' }).end(davList(davEntry('/people/', book)));
    } else if (request.method === 'PUT') {
      let body = '';
      request.on('data', (part) => (body += String(part)));
      request.on('end', () => {
        if (state.writes++ < stores) state.stored = body;
        request.socket.destroy();
      });
    } else reply.writeHead(state.stored === '' ? 404 : 200, { etag: `"${state.stored}"` }).end(state.stored);
  });
  const worker = createContentWorker();
  onTestFinished(() => {
    worker.stop();
    server.closeAllConnections();
    server.close();
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const account = { address, user: 'ferry', password: 'secret', isShared: true };
  return { state, destination: davDestination(account, { rules: { allowLoopback: true }, content: worker }) };
};

test('an item that arrived without a response is not written again', { tags: '@X31' }, async () => {
  const { state, destination } = await openDestination(2);
  // The copy compares an occupied place with the item that it was about to write.
  expect(await destination.write(place, Buffer.from('one'), { signal })).toBe('occupied');
  expect(await destination.write(place, Buffer.from('two'), { signal, replaces: '"one"' })).toBe('written');
  expect(state).toEqual({ stored: 'two', writes: 2 });
});

test('an item that did not arrive fails after three tries', { tags: '@X31' }, async () => {
  const { state, destination } = await openDestination(0);
  await expect(destination.write(place, Buffer.from('one'), { signal })).rejects.toThrow(
    new ItemFailed('server_error'),
  );
  expect(state).toEqual({ stored: '', writes: 3 });
});

import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { createContentWorker } from '../../content-worker/content-worker.ts';
import { ItemFailed } from '../copy-ports.ts';
import { davEntry, davList } from '../../testing/scripted-dav-server.ts';
import { davDestination } from './dav-destination.ts';

const place = '/people/a.vcf';
const { signal } = new AbortController();

/** A write that gets no response because the server closes the connection. The server may have stored the item. */
type LostWrite = 'stored' | 'ignored';

interface LossOptions {
  /** What happens to the first writes. Later ones get a response. */
  readonly lost: readonly LostWrite[];
  readonly stored?: string;
  /** A connection stays open until a response is lost. */
  readonly keepsOpen?: boolean;
}

const openDestination = async ({ lost, stored = '', keepsOpen = false }: LossOptions) => {
  const state = { stored, writes: 0 };
  const refuses = ({ 'if-match': revision, 'if-none-match': none }: IncomingHttpHeaders): boolean =>
    none === '*' ? state.stored !== '' : revision !== `"${state.stored}"`;
  const server = createServer((request, reply) => {
    if (!keepsOpen) reply.setHeader('connection', 'close');
    if (request.method === 'PROPFIND') {
      const addressBookXml = '<d:resourcetype><d:collection/><c:addressbook/></d:resourcetype>';
      reply.writeHead(207, { 'content-type': 'text/xml' }).end(davList(davEntry('/people/', addressBookXml)));
    } else if (request.method === 'PUT') {
      let body = '';
      request.on('data', (part) => (body += String(part)));
      request.on('end', () => {
        const loss = lost[state.writes++];
        const isRefused = refuses(request.headers);
        if (!isRefused && loss !== 'ignored') state.stored = body;
        if (loss === undefined) reply.writeHead(isRefused ? 412 : 204).end();
        else request.socket.destroy();
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

test('an item that arrived without a response is not written a second time', { tags: '@X31' }, async () => {
  const { state, destination } = await openDestination({ lost: ['stored', 'stored'] });
  // The copy compares an occupied place with the item that it was about to write.
  expect(await destination.write(place, Buffer.from('one'), { signal })).toBe('occupied');
  expect(await destination.write(place, Buffer.from('two'), { signal, replaces: '"one"' })).toBe('written');
  expect(state).toEqual({ stored: 'two', writes: 2 });
});

test('an item that did not arrive fails after three tries', { tags: '@X31' }, async () => {
  const { state, destination } = await openDestination({ lost: ['ignored', 'ignored', 'ignored'] });
  await expect(destination.write(place, Buffer.from('one'), { signal })).rejects.toThrow(
    new ItemFailed('server_error'),
  );
  expect(state).toEqual({ stored: '', writes: 3 });
});

test.each(['stored', 'ignored'] as const)(
  'an update is written even if the connection closes after the server has %s its first attempt',
  { tags: '@X31' },
  async (loss) => {
    const { state, destination } = await openDestination({ lost: [loss], stored: 'one', keepsOpen: true });
    await destination.read(place, signal);
    expect(await destination.write(place, Buffer.from('two'), { signal, replaces: '"one"' })).toBe('written');
    expect(state).toEqual({ stored: 'two', writes: 2 });
  },
);

test("an update that would overwrite another program's change is not written", { tags: '@X31' }, async () => {
  const { state, destination } = await openDestination({ lost: [], stored: 'other', keepsOpen: true });
  await destination.read(place, signal);
  expect(await destination.write(place, Buffer.from('two'), { signal, replaces: '"one"' })).toBe('occupied');
  expect(state).toEqual({ stored: 'other', writes: 1 });
});

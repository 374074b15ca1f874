import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { eventually } from '#test/fixtures/timing/eventually.ts';
import { downloadElectron, fetchElectron } from '#build/launch/electron/download-electron.ts';
import { temporaryFolder, type TemporaryFolder } from './temporary-folder.ts';

let cache: TemporaryFolder;
let server: Server | undefined;
let unpacked = 0;
beforeEach(() => {
  cache = temporaryFolder();
  unpacked = 0;
  vi.stubEnv('electron_config_cache', cache.path);
});
afterEach(() => {
  vi.unstubAllEnvs();
  server?.closeAllConnections();
  server?.close();
  cache[Symbol.dispose]();
});

/** Downloads from a server of this computer in the place of Electron's own, with Electron's own downloader. */
async function downloadFrom(answer: RequestListener, idleMs: number): Promise<string | null> {
  server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  vi.stubEnv('ELECTRON_MIRROR', `http://127.0.0.1:${port}/`);
  const install = async () => {
    unpacked += 1;
  };
  return downloadElectron(fetchElectron, install, idleMs);
}

test(
  'Electron download: a server that never answers is given up, and its connection closed',
  { tags: '@F24' },
  async () => {
    let closed = false;
    // Long enough that the request is under way, also on a busy machine: its downloader is loaded within this time.
    const reason = await downloadFrom((request) => request.once('close', () => (closed = true)), 4_000);
    expect(reason).toBe('its download brought no byte for 4 seconds');
    await eventually(() => expect(closed).toBe(true));
  },
);

test('Electron download: one that stalls half-way is given up', { tags: '@F24' }, async () => {
  const reason = await downloadFrom((_request, response) => {
    response.writeHead(200, { 'content-length': '1000' });
    response.write('half');
  }, 400);
  expect(reason).toBe('its download brought no byte for 0.4 seconds');
});

test('Electron download: a file with another hash is refused, and not unpacked', { tags: '@T39' }, async () => {
  const reason = await downloadFrom((_request, response) => response.end('not Electron'), 5_000);
  expect(reason).toMatch(/^its download failed: .*checksum/i);
  expect(unpacked).toBe(0);
});

test('Electron download: a server that has none is a reason', { tags: '@F24' }, async () => {
  const reason = await downloadFrom((_request, response) => response.writeHead(404).end(), 5_000);
  expect(reason).toMatch(/^its download failed: Response code 404/);
  expect(unpacked).toBe(0);
});

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

/** Runs Electron's own downloader against a local server. */
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
  'an Electron download gives up on a server that never answers, and closes the connection',
  { tags: '@F24' },
  async () => {
    let closed = false;
    // Long enough for the downloader to load and send the request, even on a busy machine.
    const reason = await downloadFrom((request) => request.once('close', () => (closed = true)), 4_000);
    expect(reason).toBe('the download received no data for 4 seconds');
    await eventually(() => expect(closed).toBe(true));
  },
);

test('an Electron download gives up if it stalls half-way', { tags: '@F24' }, async () => {
  const reason = await downloadFrom((_request, response) => {
    response.writeHead(200, { 'content-length': '1000' });
    response.write('half');
  }, 400);
  expect(reason).toBe('the download received no data for 0.4 seconds');
});

test('an Electron download with the wrong hash is rejected without being unpacked', { tags: '@T39' }, async () => {
  const reason = await downloadFrom((_request, response) => response.end('not Electron'), 5_000);
  expect(reason).toMatch(/^the download failed: .*checksum/i);
  expect(unpacked).toBe(0);
});

test('an Electron download reports a reason if the server has no file', { tags: '@F24' }, async () => {
  const reason = await downloadFrom((_request, response) => response.writeHead(404).end(), 5_000);
  expect(reason).toMatch(/^the download failed: Response code 404/);
  expect(unpacked).toBe(0);
});

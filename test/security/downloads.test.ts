import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import {
  closeSync,
  existsSync,
  linkSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { succeed } from '#shared/app-error.ts';
import { systemClock } from '#main/console/clock/clock.ts';
import { type ConsoleServer, startConsoleServer } from '#main/hosts/browser/console-server.ts';
import { createDownloads, type Downloads } from '#main/hosts/browser/downloads.ts';
import { sendRaw } from '#test/fixtures/network/raw-request.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'ferry-downloads-'));
let downloads: Downloads;
let server: ConsoleServer;
let port: number;
let cookie: string;
beforeAll(async () => {
  writeFileSync(path.join(folder, 'index.html'), '<!doctype html><title>Console</title>');
  downloads = createDownloads(folder);
  const theConsole = { dispatch: async () => succeed({}), listen: () => () => undefined };
  const none = () => undefined;
  const options = { pages: folder, port: 0, clock: systemClock, downloads, onStreams: none, onSecondUse: none };
  server = await startConsoleServer(theConsole, options);
  port = Number(new URL(server.origin).port);
  const headers = { Host: `127.0.0.1:${port}`, 'Content-Type': 'application/json' };
  const body = JSON.stringify({ token: server.newLink().split('#start=')[1] });
  const openedReply = await sendRaw(port, { method: 'POST', path: '/session', headers, body });
  cookie = String(openedReply.headers['set-cookie']).split(';')[0] ?? '';
});
afterAll(async () => {
  await server.close();
  downloads.close();
  rmSync(folder, { recursive: true, force: true });
});

const rows = 'id\r\n1\r\n';
async function offer(content: string | Buffer = rows): Promise<{ file: string; address: string }> {
  const target = await downloads.choose({ fileName: 'rows.csv', format: 'csv' });
  if (!target) throw new Error('no place for the file');
  writeFileSync(target.file, content);
  return { file: target.file, address: target.written().download ?? '' };
}
const fetchFile = (address: string, more: Record<string, string> = { Cookie: cookie }, method = 'GET') =>
  sendRaw(port, { method, path: address, headers: { Host: `127.0.0.1:${port}`, ...more } });

test(
  'an exported file can be downloaded once, by the session that has its URL',
  { tags: ['@C15', '@T18'] },
  async () => {
    const { file, address } = await offer();
    expect(address).toMatch(/^\/downloads\/[\w-]{32}$/);
    expect((await fetchFile(address, {})).status).toBe(401);
    expect((await fetchFile(address, { Cookie: cookie.replace(/=.*/, '=guessed') })).status).toBe(401);
    expect((await fetchFile(`${address.slice(0, -1)}!`)).status).toBe(404);
    expect((await fetchFile(address, { Cookie: cookie, Origin: 'https://elsewhere.example' })).status).toBe(403);
    expect((await fetchFile(address, { Cookie: cookie, 'Sec-Fetch-Site': 'cross-site' })).status).toBe(403);
    expect(readFileSync(file, 'utf8')).toBe('id\r\n1\r\n');
    const fetchedFile = await fetchFile(address);
    expect([
      fetchedFile.status,
      fetchedFile.text,
      fetchedFile.headers['content-disposition'],
      fetchedFile.headers['cache-control'],
    ]).toEqual([200, 'id\r\n1\r\n', 'attachment; filename="rows.csv"', 'no-store']);
    await expect.poll(() => existsSync(file)).toBe(false);
    expect((await fetchFile(address)).status).toBe(404);
  },
);

type Probe = readonly [string, { method?: string; more?: Record<string, string> }, number];
test.each<Probe>([
  ['HEAD', { method: 'HEAD' }, 200],
  ['OPTIONS', { method: 'OPTIONS' }, 405],
  ['POST', { method: 'POST' }, 405],
  ['DELETE', { method: 'DELETE' }, 405],
  ['a browser that prefetches links', { more: { 'Sec-Purpose': 'prefetch;prerender' } }, 503],
  ['a browser that prefetches links, with the older header', { more: { Purpose: 'prefetch' } }, 503],
  ['Firefox, which prefetches links', { more: { 'X-Moz': 'prefetch' } }, 503],
  ['a link preview without a cookie', { more: { Cookie: '' } }, 401],
  ['a page of another origin', { more: { Origin: 'https://elsewhere.example' } }, 403],
])(
  '%s doesn’t count as the download of an exported file',
  { tags: ['@C15', '@T36'] },
  async (_who, { method = 'GET', more = {} }, status) => {
    const { file, address } = await offer();
    const probe = () => fetchFile(address, { Cookie: cookie, ...more }, method);
    expect((await probe()).status).toBe(status);
    expect((await probe()).status).toBe(status);
    expect(readFileSync(file, 'utf8')).toBe(rows);
    expect(await fetchFile(address)).toMatchObject({ status: 200, text: rows });
    await expect.poll(async () => (await fetchFile(address, { Cookie: cookie }, 'HEAD')).status).toBe(404);
  },
);

test('HEAD returns GET’s headers, without the file', { tags: ['@C15', '@T36'] }, async () => {
  const { address } = await offer();
  const head = await fetchFile(address, { Cookie: cookie }, 'HEAD');
  const fetchedFile = await fetchFile(address);
  const named = ['content-type', 'content-length', 'content-disposition', 'accept-ranges', 'cache-control'];
  expect(head.text).toBe('');
  for (const name of named) expect([name, head.headers[name]]).toEqual([name, fetchedFile.headers[name]]);
  expect(head.headers['content-length']).toBe(String(rows.length));
});

test('a range request gets the complete file, once', { tags: ['@C15', '@T36'] }, async () => {
  const { address } = await offer();
  const fetchedFile = await fetchFile(address, { Cookie: cookie, Range: 'bytes=1-2' });
  expect([fetchedFile.status, fetchedFile.text, fetchedFile.headers['accept-ranges']]).toEqual([200, rows, 'none']);
  await expect.poll(async () => (await fetchFile(address, { Cookie: cookie, Range: 'bytes=3-' })).status).toBe(404);
});

test(
  'an interrupted download can be repeated, and only one download runs at a time',
  { tags: ['@C15', '@T36'] },
  async () => {
    const large = Buffer.alloc(64 * 1024 * 1024, 'x');
    const { file, address } = await offer(large);
    const cut = request({ port, host: '127.0.0.1', path: address, headers: { Cookie: cookie } }).end();
    cut.on('error', () => undefined);
    const [reply] = (await once(cut, 'response')) as [IncomingMessage];
    expect(reply.statusCode).toBe(200);
    expect((await fetchFile(address)).status).toBe(409);
    cut.destroy();
    expect(existsSync(file)).toBe(true);
    await expect.poll(async () => (await fetchFile(address, { Cookie: cookie }, 'HEAD')).status).toBe(200);
    const whole = await fetchFile(address);
    expect([whole.status, whole.text.length]).toEqual([200, large.length]);
    await expect.poll(() => existsSync(file)).toBe(false);
  },
);

test.skipIf(process.platform === 'win32')(
  'a download interrupted while its file is being opened can be repeated',
  { tags: ['@C15', '@T36'] },
  async () => {
    const { file, address } = await offer();
    // A pipe simulates a very slow disk: opening it waits for a writer.
    const pipe = path.join(folder, 'pipe');
    execFileSync('mkfifo', [pipe]);
    rmSync(file);
    linkSync(pipe, file);
    const cut = request({ port, host: '127.0.0.1', path: address, headers: { Cookie: cookie } }).end();
    cut.on('error', () => undefined);
    await once(cut, 'finish');
    await expect.poll(async () => (await fetchFile(address)).status).toBe(409);
    cut.destroy();
    // The server notices the closed connection before the next request.
    for (let requestCount = 0; requestCount < 2; requestCount += 1)
      expect((await fetchFile('/downloads/none')).status).toBe(404);
    rmSync(file);
    writeFileSync(file, rows);
    closeSync(openSync(pipe, 'r+'));
    await expect.poll(() => fetchFile(address)).toMatchObject({ status: 200, text: rows });
    await expect.poll(() => existsSync(file)).toBe(false);
  },
);

test('files that weren’t downloaded are deleted when the console exits', { tags: ['@C15', '@T18'] }, async () => {
  const own = mkdtempSync(path.join(tmpdir(), 'ferry-downloads-'));
  const ending = createDownloads(own);
  const target = await ending.choose({ fileName: 'rows.csv', format: 'csv' });
  writeFileSync(target?.file ?? '', rows);
  ending.close();
  expect(readdirSync(own)).toEqual([]);
  rmSync(own, { recursive: true });
});

test('the next start deletes the files of a killed console, and nothing else', { tags: ['@C15', '@T20'] }, async () => {
  const own = mkdtempSync(path.join(tmpdir(), 'ferry-downloads-'));
  const killed = createDownloads(own);
  const target = await killed.choose({ fileName: 'rows.csv', format: 'csv' });
  const file = target?.file ?? '';
  writeFileSync(file, rows);
  // The export of another file was interrupted midway.
  const other = (await killed.choose({ fileName: 'more.csv', format: 'csv' }))?.file ?? '';
  const part = path.join(path.dirname(other), `.${path.basename(other)}.0123456789ab.part`);
  writeFileSync(part, rows);
  const mine = path.join(path.dirname(file), 'mine.csv');
  writeFileSync(mine, 'a user’s own');
  const earlier = mkdtempSync(path.join(own, 'downloads-'));
  writeFileSync(path.join(earlier, '.made-by-ferry-console'), '');
  createDownloads(own).close();
  expect([file, part, earlier].filter((each) => existsSync(each))).toEqual([]);
  expect(readFileSync(mine, 'utf8')).toBe('a user’s own');
  rmSync(own, { recursive: true });
});

test('a data folder that can’t be listed doesn’t stop the console', { tags: ['@C15', '@T18'] }, () => {
  expect(() => createDownloads(path.join(folder, 'index.html')).close()).not.toThrow();
});

test('other users can’t read exported files before the download', { tags: ['@C15', '@T30'] }, async () => {
  const { file } = await offer();
  expect(statSync(path.dirname(file)).mode & 0o777).toBe(0o700);
});

import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { succeed } from '#shared/app-error.ts';
import { type ConsoleServer, startConsoleServer } from '#main/hosts/browser/console-server.ts';
import { createDownloads, type Downloads } from '#main/hosts/browser/downloads.ts';
import { sendRaw } from '#test/fixtures/raw-request.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'ferry-downloads-'));
let downloads: Downloads;
let server: ConsoleServer;
let port: number;
let cookie: string;
beforeAll(async () => {
  writeFileSync(path.join(folder, 'index.html'), '<!doctype html><title>Console</title>');
  downloads = createDownloads(folder);
  const theConsole = { dispatch: async () => succeed({}), listen: () => () => undefined };
  server = await startConsoleServer(theConsole, { pages: folder, port: 0, downloads, onStreams: () => undefined });
  port = Number(new URL(server.origin).port);
  const headers = { Host: `127.0.0.1:${port}`, 'Content-Type': 'application/json' };
  const body = JSON.stringify({ token: server.newLink().split('#start=')[1] });
  const opened = await sendRaw(port, { method: 'POST', path: '/session', headers, body });
  cookie = String(opened.headers['set-cookie']).split(';')[0] ?? '';
});
afterAll(async () => {
  await server.close();
  downloads.close();
  rmSync(folder, { recursive: true, force: true });
});

async function offer(): Promise<{ file: string; address: string }> {
  const target = await downloads.choose({ fileName: 'rows.csv', format: 'csv' });
  if (!target) throw new Error('no place for the file');
  writeFileSync(target.file, 'id\r\n1\r\n');
  return { file: target.file, address: target.written().download ?? '' };
}
const fetchFile = (address: string, more: Record<string, string> = { Cookie: cookie }) =>
  sendRaw(port, { method: 'GET', path: address, headers: { Host: `127.0.0.1:${port}`, ...more } });

test('C15 [security] (T18) an exported file is fetched once, by the session that has its address', async () => {
  const { file, address } = await offer();
  expect(address).toMatch(/^\/downloads\/[\w-]{32}$/);
  expect((await fetchFile(address, {})).status).toBe(401);
  expect((await fetchFile(address, { Cookie: cookie.replace(/=.*/, '=guessed') })).status).toBe(401);
  expect((await fetchFile(`${address.slice(0, -1)}!`)).status).toBe(404);
  expect((await fetchFile(address, { Cookie: cookie, Origin: 'https://elsewhere.example' })).status).toBe(403);
  expect((await fetchFile(address, { Cookie: cookie, 'Sec-Fetch-Site': 'cross-site' })).status).toBe(403);
  expect(readFileSync(file, 'utf8')).toBe('id\r\n1\r\n');
  const got = await fetchFile(address);
  expect([got.status, got.text, got.headers['content-disposition'], got.headers['cache-control']]).toEqual([
    200,
    'id\r\n1\r\n',
    'attachment; filename="rows.csv"',
    'no-store',
  ]);
  expect((await fetchFile(address)).status).toBe(404);
  await expect.poll(() => existsSync(file), { timeout: 5_000 }).toBe(false);
});

test('C15 [security] (T18) what was not fetched goes when the console ends, and what an earlier run has left', async () => {
  const { file } = await offer();
  createDownloads(folder);
  expect(existsSync(file)).toBe(false);
});

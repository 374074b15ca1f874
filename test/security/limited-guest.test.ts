import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { openElectronOn } from '#test/fixtures/console/console-handle.ts';
import { canLayerEtc } from '#test/fixtures/console/electron-host.ts';
import { eventually } from '#test/fixtures/timing/eventually.ts';

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of cleanups.splice(0).toReversed()) await close();
});

/** A server that replies with an empty page and counts connections and requests. */
async function serve() {
  const observed: string[] = [];
  const server = createServer((request, reply) => {
    observed.push(`${request.method} ${request.url}`);
    reply.writeHead(200, { 'Content-Type': 'text/html' }).end('<!doctype html><title>page</title>');
  });
  server.on('upgrade', (request, socket) => {
    observed.push(`upgrade ${request.url}`);
    socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  cleanups.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return { requests: observed, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

/** Everything with which a service's page in the lab's guest could reach another server. */
async function reachFromGuest(networkLimited: boolean): Promise<readonly string[]> {
  const [service, elsewhere] = [await serve(), await serve()];
  const etc = mkdtempSync(path.join(tmpdir(), 'ferry-etc-'));
  chmodSync(etc, 0o755);
  mkdirSync(path.join(etc, 'ferry-console'), { mode: 0o755 });
  const profile = { id: 'acme', name: 'Acme', environment: 'test', baseURL: service.url };
  const managed = JSON.stringify({ version: 1, networkLimited, profiles: [profile] });
  writeFileSync(path.join(etc, 'ferry-console', 'managed.json'), managed);
  const consoleHandle = await openElectronOn(etc);
  cleanups.push(() => rmSync(etc, { recursive: true, force: true }), consoleHandle.close);
  const { electron, page } = consoleHandle;
  if (!electron || !page) throw new Error('no Electron');
  await consoleHandle.call('profiles', 'switch', { id: 'managed-acme' });
  await page.getByRole('link', { name: 'Modal lab' }).click();
  const guestOf = () => electron.windows().find((each) => each.url().includes('/lab/'));
  await expect.poll(() => guestOf() !== undefined).toBe(true);
  const guest = guestOf();
  await guest?.goto(`${service.url}/page-of-the-service`);
  await guest?.evaluate(async (to) => {
    const hasEnded = (element: HTMLElement) =>
      new Promise((resolve) => {
        for (const name of ['load', 'error']) element.addEventListener(name, resolve);
        document.body.append(element);
        setTimeout(resolve, 1_000);
      });
    const socket = new WebSocket(`${to.replace('http', 'ws')}/socket`);
    navigator.sendBeacon(`${to}/beacon`, 'x');
    await Promise.all([
      fetch(`${to}/fetch`, { mode: 'no-cors' }).catch(() => undefined),
      hasEnded(Object.assign(new Image(), { src: `${to}/image` })),
      hasEnded(Object.assign(document.createElement('script'), { src: `${to}/script` })),
      hasEnded(Object.assign(document.createElement('link'), { rel: 'stylesheet', href: `${to}/style` })),
      hasEnded(Object.assign(document.createElement('video'), { src: `${to}/video` })),
      new Promise((resolve) => socket.addEventListener('close', resolve)),
    ]);
  }, elsewhere.url);
  expect(service.requests).toContain('GET /page-of-the-service');
  return elsewhere.requests;
}

test.runIf(canLayerEtc)(
  'on a limited network, a page in the lab’s guest in Electron reaches no other server',
  { tags: ['@C41', '@T27'] },
  async () => {
    expect(await reachFromGuest(true)).toEqual([]);
  },
);

test.runIf(canLayerEtc)(
  'without a network limit, a service’s page in Electron loads what it needs',
  { tags: '@C41' },
  async () => {
    const observed = await reachFromGuest(false);
    // The browser decides when to send a beacon, and a busy machine may load later than the page waits.
    await eventually(() =>
      expect(observed).toEqual(
        expect.arrayContaining([
          'GET /fetch',
          'GET /image',
          'GET /script',
          'GET /style',
          'POST /beacon',
          'upgrade /socket',
        ]),
      ),
    );
  },
);

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { succeed } from '#shared/app-error.ts';
import { calls } from '#shared/console-contract/calls.ts';
import { type ConsoleServer, startConsoleServer } from '#main/hosts/browser/console-server.ts';
import { type RawReply, type RawRequest, sendRaw } from '#test/fixtures/raw-request.ts';

const runs = process.env['FERRY_SOAK'] === '1' ? 10_000 : 200;
const callPaths = Object.entries(calls).flatMap(([topic, verbs]) =>
  Object.keys(verbs).map((verb) => `/calls/${topic}/${verb}`),
);

const pages = mkdtempSync(path.join(tmpdir(), 'ferry-pages-'));
let server: ConsoleServer;
let port = 0;
let dispatched: string[] = [];
let good: Readonly<Record<string, string>>;

const send = (request: Partial<RawRequest>): Promise<RawReply> =>
  sendRaw(port, { method: 'POST', path: '/calls/console/state', headers: good, body: '{}', ...request });

beforeAll(async () => {
  writeFileSync(path.join(pages, 'index.html'), '<!doctype html><title>Console</title>');
  server = await startConsoleServer(
    {
      dispatch: async (topic, verb) => {
        dispatched.push(`${topic}:${verb}`);
        return succeed({});
      },
      listen: () => () => undefined,
    },
    { pages, port: 0, downloads: { find: () => null, begin: () => null }, onStreams: () => undefined },
  );
  port = Number(new URL(server.origin).port);
  const host = { Host: `127.0.0.1:${port}`, 'Content-Type': 'application/json' };
  const token = server.newLink().split('#start=')[1];
  const opened = await sendRaw(port, {
    method: 'POST',
    path: '/session',
    headers: host,
    body: JSON.stringify({ token }),
  });
  const cookie = String(opened.headers['set-cookie']).split(';')[0] ?? '';
  const { secret } = JSON.parse(opened.text) as { secret: string };
  good = { ...host, Cookie: cookie, 'X-Ferry-Session': secret };
});
beforeEach(() => (dispatched = []));
afterAll(async () => {
  await server.close();
  rmSync(pages, { recursive: true, force: true });
});

const without = (name: string) => Object.fromEntries(Object.entries(good).filter(([key]) => key !== name));

describe('browser host', () => {
  test('the page of an open session is served: what follows refuses for its own reason', async () => {
    expect((await send({})).status).toBe(200);
    expect((await send({ headers: { ...good, Origin: server.origin, 'Sec-Fetch-Site': 'same-origin' } })).status).toBe(
      200,
    );
    expect(dispatched).toHaveLength(2);
  });

  test.each(callPaths)('[security] (T4) wrong sender, browser host: %s is refused from each', async (callPath) => {
    const wrong: readonly Partial<RawRequest>[] = [
      { headers: without('Cookie') },
      { headers: without('X-Ferry-Session') },
      { headers: { ...good, 'X-Ferry-Session': 'x'.repeat(43) } },
      { headers: { ...good, Cookie: `ferry-session-${port}=forged` } },
      // A cookie of this computer's other ports carries another name, even with the right value.
      { headers: { ...good, Cookie: (good['Cookie'] ?? '').replace(`-${port}=`, `-${port + 1}=`) } },
      { headers: { ...good, Host: `attacker.example:${port}` } },
      { headers: { ...good, Host: `localhost:${port}` } },
      { headers: without('Host') },
      { headers: { ...good, Origin: 'https://attacker.example' } },
      { headers: { ...good, Origin: `http://127.0.0.1:${port + 1}` } },
      { headers: { ...good, Origin: `http://localhost:${port}` } },
      { headers: { ...good, Origin: 'null' } },
      { headers: { ...good, 'Sec-Fetch-Site': 'cross-site' } },
      { headers: { ...good, 'Sec-Fetch-Site': 'same-site' } },
      // What a form on another page can send: no header of its own, a body that is no JSON.
      { headers: { ...without('X-Ferry-Session'), 'Content-Type': 'application/x-www-form-urlencoded' }, body: 'a=b' },
      { headers: { ...good, 'Content-Type': 'text/plain' } },
      ...['GET', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS'].map((method) => ({ method, body: '' })),
    ];
    for (const request of wrong) {
      const { status, headers } = await send({ ...request, path: callPath });
      expect({ request, refused: status >= 400 }).toEqual({ request, refused: true });
      expect(headers['access-control-allow-origin']).toBeUndefined();
    }
    expect(dispatched).toEqual([]);
  });

  test('[security] (T4) wrong sender, browser host: generated Host, Origin, cookie and secret never get in', async () => {
    const near = (right: string) =>
      fc.oneof(
        fc.string({ unit: fc.constantFrom(...'abcdef0123456789.:/-_[]@%'), maxLength: 60 }),
        fc.nat(Math.max(0, right.length - 1)).map((at) => right.slice(0, at) + right.slice(at + 1)),
        fc.constantFrom(
          `${right}.`,
          `${right}x`,
          right.toUpperCase(),
          ` ${right}x`,
          right.split('').toReversed().join(''),
        ),
      );
    const names = ['Host', 'Origin', 'Cookie', 'X-Ferry-Session'] as const;
    const rightOf = (name: string) => (name === 'Origin' ? server.origin : (good[name] ?? ''));
    const forged = fc.constantFrom(...names).chain((name) => near(rightOf(name)).map((value) => ({ name, value })));
    let refused = 0;
    await fc.assert(
      fc.asyncProperty(forged, async ({ name, value }) => {
        fc.pre(value.trim() !== rightOf(name));
        const { status } = await send({ headers: { ...good, [name]: value } });
        expect(status).toBeGreaterThanOrEqual(400);
        refused += 1;
      }),
      { numRuns: runs },
    );
    expect(refused).toBeGreaterThan(runs / 2);
    expect(dispatched).toEqual([]);
  });

  test('[security] (T4) events need the session, too', async () => {
    for (const headers of [
      without('Cookie'),
      without('X-Ferry-Session'),
      { ...good, Origin: 'https://attacker.example' },
    ]) {
      expect((await send({ method: 'GET', path: '/events', headers, body: '' })).status).toBeGreaterThanOrEqual(400);
    }
  });

  test('[security] (T4) a start token opens one session; guesses and a second use do not', async () => {
    const link = server.newLink();
    const token = link.split('#start=')[1] ?? '';
    const host = { Host: good['Host'] ?? '', 'Content-Type': 'application/json' };
    const open = (body: unknown) => send({ path: '/session', headers: host, body: JSON.stringify(body) });
    for (const body of [
      { token: `${token}x` },
      { token: token.slice(1) },
      { token: '' },
      {},
      null,
      { token, more: 1 },
    ]) {
      expect((await open(body)).status).toBeGreaterThanOrEqual(400);
    }
    expect((await open({ token })).status).toBe(200);
    expect((await open({ token })).status).toBe(401);
  });

  test('[security] (T4) the cookie is HttpOnly and SameSite=Strict, its name carries the port', async () => {
    const token = server.newLink().split('#start=')[1];
    const host = { Host: good['Host'] ?? '', 'Content-Type': 'application/json' };
    const { headers } = await send({ path: '/session', headers: host, body: JSON.stringify({ token }) });
    expect(String(headers['set-cookie'])).toMatch(
      new RegExp(`^ferry-session-${port}=[\\w-]{43}; Path=/; HttpOnly; SameSite=Strict$`),
    );
  });

  test('[security] (T12) every answer carries the strict policy; no file outside the pages is served', async () => {
    const page = await send({ method: 'GET', path: '/', headers: { Host: good['Host'] ?? '' }, body: '' });
    expect(page.status).toBe(200);
    expect(page.headers['content-security-policy']).toContain("default-src 'none'");
    expect(page.headers['content-security-policy']).toContain("require-trusted-types-for 'script'");
    for (const way of ['/../package.json', '/%2e%2e/package.json', '/..%2fpackage.json', '/%5c..%5cpackage.json']) {
      const { status } = await send({ method: 'GET', path: way, headers: { Host: good['Host'] ?? '' }, body: '' });
      expect(status).toBeGreaterThanOrEqual(400);
    }
  });

  test('[security] (T4) a body beyond 1 MiB is refused before it is read as a call', async () => {
    const { status } = await send({ body: JSON.stringify({ text: 'x'.repeat(1_100_000) }) });
    expect(status).toBe(413);
    expect(dispatched).toEqual([]);
  });
});

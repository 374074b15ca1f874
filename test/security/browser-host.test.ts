import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { succeed } from '#shared/app-error.ts';
import { calls } from '#shared/console-contract/calls.ts';
import { type ConsoleServer, startConsoleServer } from '#main/hosts/browser/console-server.ts';
import { type RawReply, type RawRequest, sendRaw } from '#test/fixtures/network/raw-request.ts';
import { isSoak } from '#test/fixtures/values/samples.ts';

const runs = isSoak ? 10_000 : 200;
const callPaths = Object.entries(calls).flatMap(([topic, verbs]) =>
  Object.keys(verbs).map((verb) => `/calls/${topic}/${verb}`),
);

const pages = mkdtempSync(path.join(tmpdir(), 'ferry-pages-'));
let server: ConsoleServer;
let port = 0;
let dispatched: string[] = [];
let now = 0;
let secondUseCount = 0;
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
    {
      pages,
      port: 0,
      clock: { monotonic: () => now },
      downloads: { find: () => null, start: () => null },
      onStreams: () => undefined,
      onSecondUse: () => (secondUseCount += 1),
    },
  );
  port = Number(new URL(server.origin).port);
  const host = { Host: `127.0.0.1:${port}`, 'Content-Type': 'application/json' };
  const token = server.newLink().split('#start=')[1];
  const openedReply = await sendRaw(port, {
    method: 'POST',
    path: '/session',
    headers: host,
    body: JSON.stringify({ token }),
  });
  const cookie = String(openedReply.headers['set-cookie']).split(';')[0] ?? '';
  const { secret } = JSON.parse(openedReply.text) as { secret: string };
  good = { ...host, Cookie: cookie, 'X-Ferry-Session': secret };
});
beforeEach(() => (dispatched = []));
afterAll(async () => {
  await server.close();
  rmSync(pages, { recursive: true, force: true });
});

const without = (name: string) => Object.fromEntries(Object.entries(good).filter(([key]) => key !== name));

describe('browser host', () => {
  test('accepts a valid request with an open session', async () => {
    expect((await send({})).status).toBe(200);
    expect((await send({ headers: { ...good, Origin: server.origin, 'Sec-Fetch-Site': 'same-origin' } })).status).toBe(
      200,
    );
    expect(dispatched).toHaveLength(2);
  });

  test.each(callPaths)(
    '%s is rejected from any wrong sender in the browser host',
    { tags: '@T4' },
    async (callPath) => {
      const wrong: readonly Partial<RawRequest>[] = [
        { headers: without('Cookie') },
        { headers: without('X-Ferry-Session') },
        { headers: { ...good, 'X-Ferry-Session': 'x'.repeat(43) } },
        { headers: { ...good, Cookie: `ferry-session-${port}=forged` } },
        // The cookie's name contains the port, so another port's cookie is ignored even with the right value.
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
        // A form on another page can't send custom headers or a JSON body.
        {
          headers: { ...without('X-Ferry-Session'), 'Content-Type': 'application/x-www-form-urlencoded' },
          body: 'a=b',
        },
        { headers: { ...good, 'Content-Type': 'text/plain' } },
        ...['GET', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS'].map((method) => ({ method, body: '' })),
      ];
      for (const request of wrong) {
        const { status, headers } = await send({ ...request, path: callPath });
        expect({ request, refused: status >= 400 }).toEqual({ request, refused: true });
        expect(headers['access-control-allow-origin']).toBeUndefined();
      }
      expect(dispatched).toEqual([]);
    },
  );

  test(
    'generated values of Host, Origin, cookie and secret give no access to the browser host',
    { tags: '@T4' },
    async () => {
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
      const forgedArbitrary = fc
        .constantFrom(...names)
        .chain((name) => near(rightOf(name)).map((value) => ({ name, value })));
      let refused = 0;
      await fc.assert(
        fc.asyncProperty(forgedArbitrary, async ({ name, value }) => {
          fc.pre(value.trim() !== rightOf(name));
          const { status } = await send({ headers: { ...good, [name]: value } });
          expect(status).toBeGreaterThanOrEqual(400);
          refused += 1;
        }),
        { numRuns: runs },
      );
      expect(refused).toBeGreaterThan(runs / 2);
      expect(dispatched).toEqual([]);
    },
  );

  test('the event stream needs the session, too', { tags: '@T4' }, async () => {
    for (const headers of [
      without('Cookie'),
      without('X-Ferry-Session'),
      { ...good, Origin: 'https://attacker.example' },
    ]) {
      expect((await send({ method: 'GET', path: '/events', headers, body: '' })).status).toBeGreaterThanOrEqual(400);
    }
  });

  test('a start token opens one session, but guesses and a second use don’t', { tags: '@T4' }, async () => {
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
    const secondReply = await open({ token });
    expect([secondReply.status, JSON.parse(secondReply.text)]).toMatchObject([401, { ok: false, reason: 'link_used' }]);
  });

  test(
    'a start token that is 60 seconds old is rejected, and the response says what to do',
    { tags: '@T21' },
    async () => {
      const token = server.newLink().split('#start=')[1];
      now += 60_000;
      const host = { Host: good['Host'] ?? '', 'Content-Type': 'application/json' };
      const { status, text } = await send({ path: '/session', headers: host, body: JSON.stringify({ token }) });
      expect([status, JSON.parse(text)]).toMatchObject([401, { ok: false, reason: 'link_expired' }]);
      expect(text).toContain('Press Enter in the terminal for a new link.');
    },
  );

  test(
    'a second use of the start token ends the session and its pending requests, including its event stream',
    { tags: '@T21' },
    async () => {
      const token = server.newLink().split('#start=')[1];
      const host = { Host: good['Host'] ?? '', 'Content-Type': 'application/json' };
      const open = () => send({ path: '/session', headers: host, body: JSON.stringify({ token }) });
      const opened = await open();
      const { secret } = JSON.parse(opened.text) as { secret: string };
      const mine = {
        ...host,
        Cookie: String(opened.headers['set-cookie']).split(';')[0] ?? '',
        'X-Ferry-Session': secret,
      };
      const events = send({ method: 'GET', path: '/events', headers: mine, body: '' });
      const cut = events.then(
        () => 'ended',
        (error: Error) => error.message,
      );
      expect((await send({ headers: mine })).status).toBe(200);
      const before = secondUseCount;
      await open();
      expect(await cut).toBe('aborted');
      expect(secondUseCount).toBe(before + 1);
      const after = await send({ headers: mine });
      expect([after.status, JSON.parse(after.text)]).toMatchObject([401, { ok: false, reason: 'ended' }]);
      expect((await send({})).status).toBe(200);
    },
  );

  test('the start file opens the first page, and nothing else', { tags: ['@T4', '@T21'] }, async () => {
    const navigationHeaders = {
      Host: good['Host'] ?? '',
      'Sec-Fetch-Site': 'cross-site',
      'Sec-Fetch-Mode': 'navigate',
      'Sec-Fetch-Dest': 'document',
    };
    const get = (way: string, headers: Record<string, string> = navigationHeaders, method = 'GET') =>
      send({ method, path: way, headers, body: '' });
    const page = await get('/');
    expect([page.status, page.headers['cross-origin-opener-policy']]).toEqual([200, 'same-origin']);
    for (const address of [
      '/events',
      '/index.html',
      '/?x=1',
      '//',
      '/calls/console/state',
      '/downloads/x',
      '/session',
    ]) {
      expect([address, (await get(address)).status]).toEqual([address, 403]);
    }
    for (const dest of ['iframe', 'frame', 'embed', 'object', 'empty', 'script', 'image']) {
      expect([dest, (await get('/', { ...navigationHeaders, 'Sec-Fetch-Dest': dest })).status]).toEqual([dest, 403]);
    }
    expect((await get('/', { ...navigationHeaders, 'Sec-Fetch-Mode': 'no-cors' })).status).toBe(403);
    expect((await get('/', { ...navigationHeaders, Origin: 'null' })).status).toBe(403);
    expect((await get('/', navigationHeaders, 'POST')).status).toBe(403);
  });

  test.each<[string, Partial<RawRequest>, number, RegExp]>([
    ['another Host', { headers: { Host: 'x.example' } }, 403, /Host .*Open http:\/\/127\.0\.0\.1:\d+ directly/],
    ['another Origin', { headers: { Origin: 'https://x.example' } }, 403, /Origin .*Only pages from http:\/\/127/],
    ['another page', { headers: { 'Sec-Fetch-Site': 'cross-site' } }, 403, /Sec-Fetch-Site .*Only pages from http/],
    ['no secret', { headers: { 'X-Ferry-Session': '' } }, 401, /No session\. Open the link shown in the terminal/],
    ['an unknown call', { path: '/calls/no/such' }, 404, /Unknown call/],
    ['an unknown page', { method: 'GET', path: '/no-such', body: '' }, 404, /Page not found\. Open http/],
    ['another method', { method: 'PUT' }, 404, /Unknown call PUT/],
    ["a body that isn't JSON", { body: '{' }, 400, /body .*JSON/],
    ["a start token that isn't JSON", { path: '/session', body: '{' }, 400, /body .*JSON/],
    ['a start token of the wrong type', { path: '/session', body: '[]' }, 401, /Open the link shown in the terminal/],
    ['no body', { body: '' }, 400, /body .*JSON/],
    ['another content type', { headers: { 'Content-Type': 'text/plain' } }, 415, /Content-Type.*application\/json/],
    ['a body that is too large', { body: 'x'.repeat(1_100_000) }, 413, /body .*1 MiB/],
  ])('a request with %s gets one sentence that says what to send instead', async (_what, request, status, sentence) => {
    const reply = await send({ ...request, headers: { ...good, ...request.headers } });
    expect(reply.status).toBe(status);
    expect(reply.text).toMatch(sentence);
    expect(reply.text).not.toMatch(/undefined|FST_|SyntaxError|at position/);
  });

  test('the cookie is HttpOnly and SameSite=Strict, and its name contains the port', { tags: '@T4' }, async () => {
    const token = server.newLink().split('#start=')[1];
    const host = { Host: good['Host'] ?? '', 'Content-Type': 'application/json' };
    const { headers } = await send({ path: '/session', headers: host, body: JSON.stringify({ token }) });
    expect(String(headers['set-cookie'])).toMatch(
      new RegExp(`^ferry-session-${port}=[\\w-]{43}; Path=/; HttpOnly; SameSite=Strict$`),
    );
  });

  test('every response has the strict policy, and no file outside the pages is served', { tags: '@T12' }, async () => {
    const page = await send({ method: 'GET', path: '/', headers: { Host: good['Host'] ?? '' }, body: '' });
    expect(page.status).toBe(200);
    expect(page.headers['content-security-policy']).toContain("default-src 'none'");
    expect(page.headers['content-security-policy']).toContain("require-trusted-types-for 'script'");
    for (const address of ['/../package.json', '/%2e%2e/package.json', '/..%2fpackage.json', '/%5c..%5cpackage.json']) {
      const { status } = await send({ method: 'GET', path: address, headers: { Host: good['Host'] ?? '' }, body: '' });
      expect(status).toBeGreaterThanOrEqual(400);
    }
  });

  test('a body over 1 MiB is rejected before it is parsed', { tags: '@T4' }, async () => {
    const { status } = await send({ body: JSON.stringify({ text: 'x'.repeat(1_100_000) }) });
    expect(status).toBe(413);
    expect(dispatched).toEqual([]);
  });

  test(
    'calls with many rows or a file accept larger bodies, but only with a session',
    { tags: ['@C47', '@T4'] },
    async () => {
      const body = JSON.stringify({ text: 'x'.repeat(5_000_000) });
      const large = ['exports/start', 'triage/import', 'profiles/import', 'modalLab/readRecording'];
      for (const call of large) {
        const request = { path: `/calls/${call}`, body };
        dispatched = [];
        expect((await send({ ...request, headers: without('X-Ferry-Session') })).status).toBe(401);
        expect(dispatched).toEqual([]);
        expect((await send(request)).status).not.toBe(413);
        expect(dispatched).toEqual([call.replace('/', ':')]);
      }
    },
  );
});

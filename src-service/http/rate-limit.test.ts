import { once } from 'node:events';
import { connect, type AddressInfo } from 'node:net';
import { afterEach, describe, expect, onTestFinished, test } from 'vitest';
import type { Clock } from '../store/clock.ts';
import { type AppOptions, createApp } from '../create-app.ts';
import { getAccessToken, openModal } from '../testing/modal-flow.ts';
import { openTestService, type TestRequest, type TestService } from '../testing/test-service.ts';
import { randomSecret } from '../store/secrets.ts';

let service: TestService;
/** Offset of the system clock. Limits use it, not the organization's clock. */
let ahead: number;
const open = async (options: Partial<AppOptions> = {}): Promise<TestService> => {
  ahead = 0;
  const clock: Clock = { now: async () => Date.now() + ahead };
  service = await openTestService({ migrations: 3 }, { rateLimit: 5, clock, ...options });
  return service;
};
afterEach(() => service.end());

/** Sends a request several times. Returns the number of responses by status. */
const flood = async (request: TestRequest, times = 6): Promise<Record<number, number>> => {
  const statuses: Record<number, number> = {};
  for (let index = 0; index < times; index++) {
    const { status } = await service.send(request);
    statuses[status] = (statuses[status] ?? 0) + 1;
  }
  return statuses;
};
const statusOf = async (request: TestRequest): Promise<number> => (await service.send(request)).status;

describe('rate limit', { tags: '@X1' }, () => {
  test('returns 429 with Retry-After beyond the limit, until the minute is over', async () => {
    await open();
    const get = () => service.send({ url: '/api/v1/migrations' });
    for (let index = 0; index < 5; index++) expect((await get()).status).toBe(200);
    const refusedReply = await get();
    expect(refusedReply.status).toBe(429);
    expect(Number(refusedReply.headers['retry-after'])).toBeGreaterThan(50);
    expect(refusedReply.body).toEqual({
      type: 'api_error',
      message: expect.stringMatching(/^The limit is 5 requests per minute. Wait \d\d s\.$/),
    });
    ahead = 61_000;
    expect((await get()).status).toBe(200);
  });

  test('counts credentials separately, and across instances', async () => {
    await open();
    const other = createApp({ store: service.store, rateLimit: 5 });
    onTestFinished(() => other.close());
    const headers = { authorization: service.authorization };
    for (let index = 0; index < 5; index++) {
      const app = index % 2 === 0 ? other : service.app;
      expect((await app.inject({ url: '/healthz', headers })).statusCode).toBe(200);
    }
    for (const app of [other, service.app]) {
      expect((await app.inject({ url: '/healthz', headers })).statusCode).toBe(429);
      expect((await app.inject({ url: '/healthz' })).statusCode).toBe(401);
    }
  });

  test('is off by default', async () => {
    await open({ rateLimit: undefined });
    expect(await flood({ url: '/healthz' }, 40)).toEqual({ 200: 40 });
    expect(await flood({ url: '/healthz', bearer: null }, 40)).toEqual({ 401: 40 });
  });

  test('never limits control calls with a valid key', async () => {
    await open({ allowControl: true });
    expect(await flood({ url: '/control/state' }, 20)).toEqual({ 200: 20 });
    expect(await flood({ url: '/control/state', bearer: null })).toEqual({ 401: 5, 429: 1 });
  });

  test('if the system clock is set back to before a rate-limit window began, that window ends', async () => {
    await open();
    ahead = 86_400_000;
    expect(await flood({ url: '/healthz' })).toEqual({ 200: 5, 429: 1 });
    ahead = 0;
    expect(await statusOf({ url: '/healthz' })).toBe(200);
  });
});

const guesses: readonly (readonly [string, () => TestRequest])[] = [
  ['missing keys', () => ({ url: '/healthz', bearer: null })],
  ['wrong keys', () => ({ url: '/api/v1/migrations', bearer: `ferry_test_${randomSecret()}` })],
  ['random bearers', () => ({ url: '/api/v1/migration-modal', bearer: randomSecret() })],
  [
    'random link tokens',
    () => ({ method: 'POST', url: '/api/v1/access-token', bearer: randomSecret(), body: { link_token: 'x' } }),
  ],
  ['malformed credentials', () => ({ url: '/healthz', bearer: null, headers: { authorization: 'Basic eDp5' } })],
  ['unknown modals', () => ({ url: `/modal/${randomSecret()}`, bearer: null })],
  ['HEAD requests for unknown modals', () => ({ method: 'HEAD', url: `/modal/${randomSecret()}`, bearer: null })],
  ['the state of unknown modals', () => ({ url: `/modal/${randomSecret()}/state`, bearer: null })],
  [
    'calls of unknown modals',
    () => ({ method: 'POST', url: `/modal/${randomSecret()}/login`, bearer: null, body: { no: 'schema' } }),
  ],
  ['unknown paths', () => ({ url: `/${randomSecret()}` })],
  ['paths with two slashes', () => ({ url: '//healthz' })],
  ['keys in the query', () => ({ url: '/healthz?api_key=ferry_test_x', bearer: null })],
  ['unknown methods', () => ({ method: 'OPTIONS', url: '/api/v1/migrations' })],
  ['foreign hosts', () => ({ url: '/healthz', headers: { host: 'elsewhere.example' } })],
];

describe('rate limit: requests without a valid credential count by client address', { tags: '@X1' }, () => {
  test.each(guesses)(
    '%s count together with all others of the same address',
    { tags: '@T22' },
    async (_what, guess) => {
      await open();
      const statuses: number[] = [];
      for (let index = 0; index < 5; index++) statuses.push(await statusOf({ ...guess(), from: '192.0.2.1' }));
      expect(statuses).not.toContain(429);
      for (const [, other] of guesses) {
        const { status, headers } = await service.send({ ...other(), from: '192.0.2.1' });
        expect(status).toBe(429);
        expect(Number(headers['retry-after'])).toBeGreaterThan(50);
        expect(headers).not.toHaveProperty('www-authenticate');
      }
      expect(await statusOf({ ...guess(), from: '192.0.2.2' })).toBe(statuses[0]);
    },
  );

  test('static files and CORS preflights have a separate budget', { tags: '@T22' }, async () => {
    await open();
    const preflight = { method: 'OPTIONS', url: '/api/v1/migration-modal', bearer: null } as const;
    expect(await flood({ url: '/openapi-webhooks.json', bearer: null })).toEqual({ 200: 5, 429: 1 });
    expect(await statusOf({ url: '/openapi.json', bearer: null })).toBe(429);
    expect(await statusOf({ ...preflight, headers: { origin: 'https://shop.example' } })).toBe(429);
    expect(await statusOf({ url: '/openapi.json', bearer: null, from: '192.0.2.2' })).toBe(200);
  });

  test(
    "guessed keys don't use up the budget of valid keys at the same address",
    { tags: ['@T22', '@A8'] },
    async () => {
      await open({ rateLimit: 20 });
      const { accessToken, path } = await openModal(service, 'slow@x.example');
      const origin = { origin: 'https://shop.example' };
      for (const [, guess] of guesses) await flood(guess(), 5);
      expect(await statusOf({ url: '/healthz', bearer: null })).toBe(429);
      expect(await statusOf({ url: '/healthz' })).toBe(200);
      const preflight = { method: 'OPTIONS', url: '/api/v1/migration-modal', bearer: null, headers: origin } as const;
      expect(await statusOf(preflight)).toBe(204);
      expect(await statusOf({ url: '/api/v1/migration-modal', bearer: accessToken, headers: origin })).toBe(200);
      expect(await statusOf({ url: path, bearer: null })).toBe(200);
      expect(await statusOf({ url: `${path}/state`, bearer: null })).toBe(200);
      expect(await getAccessToken(service)).not.toBe('');
    },
  );

  test('a modal, its calls and its access token share one budget', { tags: '@T22' }, async () => {
    await open({ rateLimit: 8 });
    const { accessToken, path } = await openModal(service, 'slow@x.example');
    expect(await flood({ url: `${path}/state`, bearer: null, from: '192.0.2.1' }, 4)).toEqual({ 200: 4 });
    expect(await flood({ url: path, bearer: null, from: '192.0.2.2' }, 4)).toEqual({ 200: 3, 429: 1 });
    expect(await statusOf({ url: '/api/v1/migration-modal', bearer: accessToken })).toBe(429);
    expect(await statusOf({ url: '/healthz' })).toBe(200);
  });

  test('requests with unknown credentials share the row of their client address', { tags: '@T22' }, async () => {
    await open({ rateLimit: 1_000 });
    await statusOf({ url: '/healthz', bearer: null });
    const before = await service.data.countRows();
    for (let round = 0; round < 20; round++) for (const [, guess] of guesses) await service.send(guess());
    expect(await service.data.countRows()).toEqual(before);
    expect(before['rate_limits']).toBe(1);
  });
});

describe('rate limit: client address', { tags: '@X1' }, () => {
  const addresses: readonly (readonly [string, string, string, boolean])[] = [
    ['two addresses of one IPv6 network', '2001:db8:1:2::1', '2001:db8:1:2:ffff:ffff:ffff:ffff', true],
    ['two spellings of one IPv6 address', '2001:DB8:1:2::1', '2001:db8:1:2:0:0:0:1', true],
    ['two IPv6 networks', '2001:db8:1:2::1', '2001:db8:1:3::1', false],
    ['an IPv4 address and its IPv6 form', '192.0.2.1', '::ffff:192.0.2.1', true],
    ['an IPv4 address and its IPv6 form in hexadecimal', '192.0.2.1', '::ffff:c000:201', true],
    ['two IPv4 addresses in IPv6 form', '::ffff:192.0.2.1', '::ffff:192.0.2.2', false],
    ['an interface address with and without its interface name', 'fe80::1%eth0', 'fe80::2', true],
    ['an interface address whose interface name has a hyphen or a dot', 'fe80::1%br-lan', 'fe80::2%eth0.100', true],
  ];
  const reach = (from: string, viaProxy: boolean): TestRequest =>
    viaProxy
      ? { url: '/healthz', bearer: null, headers: { 'x-forwarded-for': from } }
      : { url: '/healthz', bearer: null, from };

  for (const viaProxy of [false, true]) {
    const how = viaProxy ? 'behind a proxy' : 'directly';
    test.each(addresses)(
      `a client that connects ${how} is counted by its network: %s`,
      { tags: '@T22' },
      async (_what, one, other, areSame) => {
        await open({ trustProxy: ['127.0.0.1'] });
        expect(await flood(reach(one, viaProxy))).toEqual({ 401: 5, 429: 1 });
        expect(await statusOf(reach(other, viaProxy))).toBe(areSame ? 429 : 401);
      },
    );
  }

  const forgedHeaders: readonly string[] = [
    'x-forwarded-for',
    'x-real-ip',
    'true-client-ip',
    'cf-connecting-ip',
    'client-ip',
  ];
  test.each([undefined, ['192.0.2.9'], ['10.0.0.0/8', '2001:db8::/32']])(
    'no header changes the client unless --trust-proxy %j lists its sender',
    { tags: '@T22' },
    async (trustProxy) => {
      await open({ trustProxy });
      const statuses: number[] = [];
      for (const name of ['forwarded', ...forgedHeaders]) {
        const value = name === 'forwarded' ? 'for=198.51.100.7' : '198.51.100.7';
        statuses.push(await statusOf({ url: '/healthz', bearer: null, headers: { [name]: value }, from: '192.0.2.1' }));
      }
      expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
    },
  );

  test.each([
    ['an earlier entry from the client', (index: number) => `198.51.100.${index}, 192.0.2.1`],
    [
      'an earlier entry from the client, behind two trusted proxies',
      (index: number) => `198.51.100.${index}, 192.0.2.1, 10.1.1.1`,
    ],
    ['spaces and empty entries', (index: number) => `${' '.repeat(index)}, ,198.51.100.${index} ,  192.0.2.1`],
    ['the port of the connection', (index: number) => `192.0.2.1:${40_000 + index}`],
    ['the port of the connection, and brackets', (index: number) => `[2001:db8::${index}]:${40_000 + index}`],
    ['no address at all', (index: number) => `192.0.2.1, unknown-${index}`],
    ['a number that some parsers read as an address', (index: number) => `192.0.2.1, ${index}`],
  ])("only the trusted proxy's entry counts: %s", { tags: '@T22' }, async (_what, header) => {
    await open({ trustProxy: ['127.0.0.1', '10.0.0.0/8'] });
    const statuses: number[] = [];
    for (let index = 1; index <= 6; index++) {
      statuses.push(await statusOf({ url: '/healthz', bearer: null, headers: { 'x-forwarded-for': header(index) } }));
    }
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
    expect(await statusOf({ url: '/healthz', bearer: null, headers: { 'x-forwarded-for': '192.0.2.77' } })).toBe(401);
  });

  test('a client that disconnects early adds at most one request to its count', { tags: '@T22' }, async () => {
    // With a limit this low, each request is counted in the store immediately.
    await open({ rateLimit: 39 });
    await service.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = service.app.server.address() as AddressInfo;
    for (let index = 0; index < 50; index++) {
      const socket = connect(port, '127.0.0.1');
      await once(socket, 'connect');
      // Some clients wait until the service has accepted the connection, others disconnect earlier.
      if (index % 2 === 0) await new Promise((resolve) => setTimeout(resolve, 2));
      socket.write(`GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${randomSecret()}\r\n\r\n`);
      await new Promise<void>((resolve) => {
        setImmediate(() => {
          socket.resetAndDestroy();
          resolve();
        });
      });
    }
    const counted = async () =>
      (await service.store.rateLimits.count('refused 127.0.0.1', 1, 60_000, Date.now())).count;
    await expect.poll(counted).toBeGreaterThan(20);
    const { count } = await service.store.rateLimits.count('refused unknown', 1, 60_000, Date.now());
    expect(count).toBe(1);
  });

  test('a trusted proxy is recognized by the IPv6 form of its address', { tags: '@T22' }, async () => {
    await open({ trustProxy: ['127.0.0.1'] });
    for (const client of ['192.0.2.1', '192.0.2.2']) {
      const request = { url: '/healthz', bearer: null, headers: { 'x-forwarded-for': client } };
      expect(await flood({ ...request, from: '::ffff:127.0.0.1' })).toEqual({ 401: 5, 429: 1 });
    }
  });
});

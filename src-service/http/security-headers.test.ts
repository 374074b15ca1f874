import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestService, type TestService } from '../testing/test-service.ts';

let service: TestService;
beforeAll(async () => {
  service = await openTestService({ migrations: 1, companies: 1 });
});
afterAll(() => service.end());

const browserPaths = ['/api/v1/access-token', '/api/v1/migration-modal'];
const allowed = [
  'https://shop.example',
  'https://shop.example:8443',
  'http://127.0.0.1:5173',
  'http://localhost:1',
  'http://[::1]:8',
];
const notAllowed = [
  'http://shop.example',
  'null',
  'https://shop.example/path',
  'file://',
  'ftp://127.0.0.1',
  'nonsense',
];
const preflight = {
  'access-control-request-method': 'POST',
  'access-control-request-headers': 'authorization,content-type',
};

test.each(allowed)('CORS: %s can call the two browser endpoints, with credentials', { tags: '@X1' }, async (origin) => {
  for (const url of browserPaths) {
    const { status, headers } = await service.send({
      method: 'OPTIONS',
      url,
      bearer: null,
      headers: { origin, ...preflight },
    });
    expect(status).toBe(204);
    expect(headers).toMatchObject({
      'access-control-allow-origin': origin,
      'access-control-allow-credentials': 'true',
      'access-control-allow-headers': 'authorization, content-type',
      'access-control-max-age': '7200',
      vary: 'Origin',
    });
    const refusedReply = await service.send({ method: 'POST', url, bearer: 'nope', body: {}, headers: { origin } });
    expect(refusedReply.status).toBe(401);
    expect(refusedReply.headers['access-control-allow-origin']).toBe(origin);
  }
});

test.each(notAllowed)('CORS: the origin %s gets no CORS header', { tags: ['@X1', '@T16'] }, async (origin) => {
  for (const url of browserPaths) {
    for (const method of ['OPTIONS', 'POST'] as const) {
      const { headers } = await service.send({
        method,
        url,
        bearer: null,
        body: {},
        headers: { origin, ...preflight },
      });
      expect(headers['access-control-allow-origin']).toBeUndefined();
      expect(headers['vary']).toBe('Origin');
    }
  }
});

test(
  'CORS: a page can call the service at the same private address and any port, but at no other address or name',
  { tags: ['@C54', '@T55'] },
  async () => {
    const network = await openTestService({ migrations: 1, companies: 1 }, { isLoopback: false });
    const corsOf = async (origin: string, host: string) => {
      const headers = { origin, host, ...preflight };
      const reply = await network.send({ method: 'OPTIONS', url: browserPaths[0] ?? '', bearer: null, headers });
      return reply.headers['access-control-allow-origin'];
    };
    try {
      for (const address of ['192.168.1.5', '10.0.0.7', '172.16.3.4', '169.254.1.1', '[fd00::5]']) {
        expect(await corsOf(`http://${address}:3000`, `${address}:4600`)).toBe(`http://${address}:3000`);
      }
      expect(await corsOf('http://192.168.1.6:3000', '192.168.1.5:4600')).toBeUndefined();
      expect(await corsOf('http://203.0.113.5:3000', '203.0.113.5:4600')).toBeUndefined();
      expect(await corsOf('http://evil.example:4600', 'evil.example:4600')).toBeUndefined();
      expect(await corsOf('http://192.168.1.5:3000', 'not a host')).toBeUndefined();
    } finally {
      await network.end();
    }
  },
);

test(
  "CORS: endpoints for keys send no CORS header, so a page can't use a leaked key",
  { tags: ['@X1', '@T16'] },
  async () => {
    const headers = { origin: 'https://shop.example', ...preflight };
    for (const url of ['/healthz', '/api/v1/migrations', '/api/v1/companies', '/api/v1/link-token', '/nothing']) {
      for (const method of ['GET', 'POST', 'OPTIONS'] as const) {
        const reply = await service.send({ method, url, headers, ...(method === 'POST' && { body: {} }) });
        expect(Object.keys(reply.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
      }
    }
  },
);

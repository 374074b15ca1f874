import type { AddressInfo } from 'node:net';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestService, type TestService } from '#service/testing/test-service.ts';
import { isSoak, sampleSeed } from '#test/fixtures/values/samples.ts';
import { sendRaw } from './raw-request.ts';
import { runService } from './run-service.ts';

interface Listening {
  readonly service: TestService;
  readonly port: number;
  /** Sends these lines after the request line and returns the reply's status. */
  ask(lines: readonly string[], target?: string): Promise<number | undefined>;
}

const listen = async (options: Parameters<typeof openTestService>[1]): Promise<Listening> => {
  const service = await openTestService({ migrations: 1, companies: 1 }, options);
  await service.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = service.app.server.address() as AddressInfo;
  const ask = async (lines: readonly string[], target = '/healthz') => {
    const head = [`GET ${target} HTTP/1.1`, ...lines, `Authorization: ${service.authorization}`, 'Connection: close'];
    return (await sendRaw(port, Buffer.from(`${head.join('\r\n')}\r\n\r\n`, 'latin1')))?.status;
  };
  return { service, port, ask };
};

let published: Listening;
let withPort: Listening;
let networkListener: Listening;
let local: Listening;
beforeAll(async () => {
  published = await listen({ publicUrl: 'https://API.example.com/' });
  withPort = await listen({ publicUrl: 'https://api.example.com:8443' });
  networkListener = await listen({ publicUrl: 'https://api.example.com', isLoopback: false });
  local = await listen({});
});
afterAll(async () => {
  for (const { service } of [published, withPort, networkListener, local]) {
    service.app.server.closeAllConnections();
    await service.end();
  }
});

const foreign = [
  'evil.example',
  'evil.example:443',
  'api.example.com.',
  'api.example.com.:443',
  'api.example.com:80',
  'api.example.com:8600',
  'api.example.com:0443',
  'api.example.com.evil.example',
  'evil.example.api.example.com',
  'xapi.example.com',
  'api.example.co',
  'api-example.com',
  'xn--pi-7ia.example.com',
  '10.0.0.7',
  '[2001:db8::1]',
  '[::ffff:127.0.0.1]',
  '[0:0:0:0:0:0:0:1]',
  '2130706433',
  '0x7f.1',
  '127.1',
  'localhost.',
  'localhost.evil.example',
];
const malformed = [
  'user@api.example.com',
  'api.example.com@evil.example',
  'api.example.com/',
  'api.example.com#x',
  'api.example.com, evil.example',
  'api.example.com evil.example',
  'äpi.example.com',
  'api.example.com:',
  'api.example.com:x',
  '[::1',
  '*',
  '',
];

describe('a service with a public address', () => {
  test.each(['api.example.com', 'API.EXAMPLE.COM', 'Api.Example.com:443'])(
    'the Host %s is the public host',
    { tags: ['@X1', '@T28'] },
    async (host) => {
      expect(await published.ask([`Host: ${host}`])).toBe(200);
      expect(await networkListener.ask([`Host: ${host}`])).toBe(200);
    },
  );

  test.each(foreign)('the Host %s is not the public host', { tags: ['@X1', '@T28'] }, async (host) => {
    for (const one of [published, networkListener]) expect(await one.ask([`Host: ${host}`])).toBe(421);
  });

  test.each(malformed)('the malformed Host "%s" is rejected', { tags: ['@X1', '@T28'] }, async (host) => {
    for (const one of [published, networkListener, local]) expect(await one.ask([`Host: ${host}`])).toBe(400);
  });

  test(
    'the port of the public URL is checked in the Host, and proxies can omit it',
    { tags: ['@X1', '@T28'] },
    async () => {
      expect(await withPort.ask(['Host: api.example.com:8443'])).toBe(200);
      expect(await withPort.ask(['Host: api.example.com'])).toBe(200);
      expect(await withPort.ask(['Host: api.example.com:443'])).toBe(421);
    },
  );

  test(
    'loopback names in the Host serve a probe on a loopback socket, unless a proxy passed the request on',
    { tags: ['@X1', '@T28'] },
    async () => {
      for (const host of ['127.0.0.1', 'localhost', `127.0.0.1:${published.port}`, '[::1]:80']) {
        expect(await published.ask([`Host: ${host}`])).toBe(200);
        expect(await networkListener.ask([`Host: ${host}`])).toBe(421);
        for (const sign of ['X-Forwarded-For: 203.0.113.7', 'Forwarded: for=203.0.113.7', 'Via: 1.1 proxy']) {
          expect(await published.ask([`Host: ${host}`, sign])).toBe(421);
        }
      }
    },
  );

  test(
    'two Host headers, no Host and a different host in the request line are rejected',
    { tags: ['@X1', '@T28'] },
    async () => {
      for (const one of [published, networkListener, local]) {
        const own = one === local ? '127.0.0.1' : 'api.example.com';
        expect(await one.ask([`Host: ${own}`, `Host: ${own}`])).toBe(400);
        expect(await one.ask([`Host: ${own}`, 'Host: evil.example'])).toBe(400);
        expect(await one.ask([`hOST: ${own}`, 'HOST: evil.example'])).toBe(400);
        expect(await one.ask([])).toBe(400);
        for (const target of [
          'http://evil.example/healthz',
          'https://evil.example:443/healthz',
          'http://a@b/healthz',
        ]) {
          expect(await one.ask([`Host: ${own}`], target)).toBe(400);
        }
        expect(await one.ask([`Host: ${own}`], `http://${own}/healthz`)).toBe(200);
      }
    },
  );

  test('only the public host is accepted among generated Host values', { tags: ['@X1', '@T28'] }, async () => {
    const part = fc.constantFrom(
      'api',
      'example',
      'com',
      'API',
      'evil',
      '.',
      '..',
      ':',
      '443',
      '-',
      '@',
      '/',
      '[::1]',
      'é',
    );
    const hosts = fc.array(part, { minLength: 1, maxLength: 8 }).map((parts) => parts.join(''));
    const isPublic = (host: string): boolean => /^api\.example\.com(?::443)?$/i.test(host);
    const holds = async (host: string): Promise<void> => {
      const status = await networkListener.ask([`Host: ${host}`]);
      expect(isPublic(host) ? [200] : [400, 421]).toContain(status);
    };
    await fc.assert(fc.asyncProperty(hosts, holds), { numRuns: isSoak ? 5_000 : 200, seed: sampleSeed });
  });
});

test('every rejection of a Host names the correct host', { tags: '@X1' }, async () => {
  const refusalOf = async ({ service }: Listening, host: string) =>
    (await service.send({ url: '/healthz', headers: { host } })).body.message;
  expect(await refusalOf(published, 'evil.example')).toBe(
    'This service accepts requests for api.example.com only. Call https://api.example.com.',
  );
  expect(await refusalOf(local, 'evil.example')).toBe(
    'This service accepts only local requests. Use 127.0.0.1 or localhost.',
  );
  expect(await refusalOf(local, 'a b')).toBe(
    "The Host header is missing or malformed. Send this service's host and port, such as Host: 127.0.0.1:8600.",
  );
});

test(
  'a service off loopback without a public URL warns that it accepts any Host',
  { tags: ['@X1', '@T28'] },
  async () => {
    const warning =
      'the service accepts any Host header and uses it in modal URLs; set the right URL with --public-url';
    const small = ['--migrations', '1', '--companies', '1', '--log-level', 'warn'];
    const publicUrl = ['--public-url', 'https://api.example.com'];
    for (const flags of [['--host', '0.0.0.0'], ['--host', '0.0.0.0', ...publicUrl], publicUrl, []]) {
      const service = await runService([...flags, ...small]);
      const { stderr } = await service.end();
      const messages = stderr.split('\n').filter((line) => line.includes(warning));
      expect([flags, messages.length]).toEqual([flags, flags.length === 2 && flags[0] === '--host' ? 1 : 0]);
    }
  },
);

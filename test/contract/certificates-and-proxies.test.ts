import { readFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createHostInspector } from '#main/hosts/browser/inspect-host.ts';
import { createNodeTransport } from '#main/hosts/node/node-transport.ts';
import { createAuthority, type ServerCertificate, type TestAuthority } from '#test/fixtures/network/certificates.ts';
import { errorOf, openTestConsole, valueOf } from '#test/fixtures/console/console-in-process.ts';
import { startRecordingProxy } from '#test/fixtures/network/recording-proxy.ts';
import { hitsIn } from '#test/fixtures/secrets/secret-search.ts';
import { startTestApi, takes } from '#test/fixtures/service/test-api.ts';

const key = 'ferry_test_0123456789abcdef';
const here = ['IP:127.0.0.1', 'DNS:api.ferry.test'];
let authority: TestAuthority;
let good: ServerCertificate;
const cleanups: (() => unknown)[] = [];
beforeAll(() => {
  authority = createAuthority();
  good = authority.issue(here);
});
afterEach(async () => {
  for (const close of cleanups.splice(0).toReversed()) await close();
});
afterAll(() => {
  authority.remove();
  delete process.env['NODE_TLS_REJECT_UNAUTHORIZED'];
});

async function serveWith(certificate: ServerCertificate) {
  const api = await startTestApi(takes(key), certificate);
  cleanups.push(api.close);
  return api;
}

/** Resolves with the outcome of entering a key for a profile with this base URL. */
async function enterKey(baseURL: string, caFile: string | null) {
  const theConsole = openTestConsole();
  cleanups.push(theConsole.close);
  const addedReply = await theConsole.call('profiles', 'add', {
    name: 'Brightwater',
    environment: 'test',
    baseURL,
    caFile,
  });
  const { id } = valueOf(addedReply);
  return theConsole.call('apiKey', 'set', { profileId: id, key, storage: 'session' });
}

test(
  'a profile with its own CA file reaches a service whose certificate only that CA signed',
  { tags: '@C13' },
  async () => {
    const api = await serveWith(good);
    expect(valueOf(await enterKey(api.url, authority.caFile)).serviceVersion).toBe('1.2.3');
  },
);

test('without the CA file nothing is sent, and the error names the reason', { tags: ['@C13', '@T19'] }, async () => {
  const api = await serveWith(good);
  expect(errorOf(await enterKey(api.url, null)).code).toBe('certificate');
  const another = createAuthority();
  cleanups.push(another.remove);
  expect(errorOf(await enterKey(api.url, another.caFile)).code).toBe('certificate');
  expect(api.requests).toEqual([]);
});

test.each([
  ['that has expired', here, { from: '20240101000000Z', to: '20240201000000Z' }, 'certificate_expired'],
  ['that is not valid yet', here, { from: '20480101000000Z', to: '20490101000000Z' }, 'certificate_expired'],
  ['for another name', ['DNS:other.example'], undefined, 'certificate_name'],
] as const)(
  'a certificate %s has its own error, and the key is not sent',
  { tags: ['@C13', '@T19'] },
  async (_name, names, validity, code) => {
    const api = await serveWith(authority.issue(names, validity));
    expect(errorOf(await enterKey(api.url, authority.caFile)).code).toBe(code);
    expect(api.requests).toEqual([]);
  },
);

test(
  'a server without TLS gives a different error than a server with a wrong certificate',
  { tags: '@C13' },
  async () => {
    const api = await startTestApi(takes(key));
    cleanups.push(api.close);
    expect(errorOf(await enterKey(api.url.replace('http:', 'https:'), null)).code).toBe('tls_failed');
  },
);

test('the environment variable that disables Node’s TLS checks has no effect', { tags: ['@C13', '@T19'] }, async () => {
  process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0';
  const api = await serveWith(good);
  expect(errorOf(await enterKey(api.url, null)).code).toBe('certificate');
  expect(api.requests).toEqual([]);
});

test(
  'the browser host’s self-check says that NODE_TLS_REJECT_UNAUTHORIZED has no effect',
  { tags: ['@W8', '@T19'] },
  async () => {
    const inspect = createHostInspector('memory');
    const checks = async () => (await inspect(null)).items.find(({ name }) => name === 'Certificate checks');
    delete process.env['NODE_TLS_REJECT_UNAUTHORIZED'];
    expect(await checks()).toMatchObject({ state: 'good', found: 'On, for every request' });
    process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0';
    const found = 'On, for every request. NODE_TLS_REJECT_UNAUTHORIZED is set but has no effect';
    expect(await checks()).toMatchObject({ state: 'good', found });
  },
);

async function startProxy(port: string) {
  const proxy = await startRecordingProxy(Number(port));
  cleanups.push(proxy.close);
  return proxy;
}

const get = (
  transport: ReturnType<typeof createNodeTransport>,
  url: string,
  onConnected: (ms: number) => void = () => undefined,
) => {
  const headers = { Authorization: `Bearer ${key}` };
  return transport({ method: 'GET', url, headers, signal: new AbortController().signal, onConnected });
};

test('a proxy and a custom CA work together, and the proxy never gets the key', { tags: '@C13' }, async () => {
  const api = await serveWith(good);
  const proxy = await startProxy(new URL(api.url).port);
  const certificates = [readFileSync(authority.caFile, 'utf8')];
  const variables = { HTTPS_PROXY: proxy.url, HTTP_PROXY: proxy.url, NO_PROXY: 'direct.ferry.test' };
  const transport = createNodeTransport({ proxiesFor: () => variables, certificates });
  const connectionCounts: number[] = [];
  const reply = await get(transport, 'https://api.ferry.test/healthz', (ms) => connectionCounts.push(ms));
  expect(reply).toMatchObject({ status: 200 });
  expect(connectionCounts).toEqual([expect.any(Number)]);
  expect(connectionCounts[0]).toBeGreaterThan(0);
  expect(proxy.requests).toEqual(['CONNECT api.ferry.test:443']);
  expect(proxy.bytes().byteLength).toBeGreaterThan(500);
  expect(hitsIn(proxy.bytes(), [key])).toBe(0);
  await expect(get(transport, 'https://direct.ferry.test/healthz')).rejects.toMatchObject({
    code: 'offline',
    beforeSending: true,
  });
  expect(proxy.requests).toHaveLength(1);
});

test('calls to loopback never use a proxy', { tags: '@C13' }, async () => {
  const api = await startTestApi(takes(key));
  cleanups.push(api.close);
  const proxy = await startProxy('1');
  const transport = createNodeTransport({ proxiesFor: () => ({ HTTP_PROXY: proxy.url, HTTPS_PROXY: proxy.url }) });
  expect(await get(transport, `${api.url}/healthz`)).toMatchObject({ status: 200 });
  expect(proxy.requests).toEqual([]);
});

test('a missing CA file stops requests of the profile with a reason', { tags: '@C13' }, async () => {
  const api = await serveWith(good);
  const theConsole = openTestConsole();
  const own = createAuthority();
  cleanups.push(own.remove, theConsole.close);
  const addedReply = await theConsole.call('profiles', 'add', {
    name: 'B',
    environment: 'test',
    baseURL: api.url,
    caFile: own.caFile,
  });
  const { rmSync, writeFileSync } = await import('node:fs');
  rmSync(own.caFile);
  const set = () => theConsole.call('apiKey', 'set', { profileId: valueOf(addedReply).id, key, storage: 'session' });
  expect(errorOf(await set())).toMatchObject({ code: 'ca_file_unusable' });
  // The console reads a changed CA file without a restart.
  writeFileSync(own.caFile, readFileSync(authority.caFile));
  expect(valueOf(await set()).serviceVersion).toBe('1.2.3');
});

test(
  'the console connects to the checked IP address, sends the original host name and checks its certificate',
  { tags: ['@C17', '@T27'] },
  async () => {
    const hosts: (string | undefined)[] = [];
    const api = await startTestApi((request, reply) => {
      hosts.push(request.headers.host);
      reply.end('here');
    }, good);
    cleanups.push(api.close);
    const certificates = [readFileSync(authority.caFile, 'utf8')];
    const transport = createNodeTransport({ proxiesFor: () => ({}), certificates });
    const { port } = new URL(api.url);
    const look = (host: string) =>
      transport({
        method: 'GET',
        url: `https://${host}:${port}/m`,
        headers: { Accept: 'text/html' },
        signal: new AbortController().signal,
        connectTo: '127.0.0.1',
      });
    await expect(look('api.ferry.test')).resolves.toMatchObject({ status: 200 });
    await expect(look('other.ferry.test')).rejects.toMatchObject({ code: 'certificate_name' });
    expect(hosts).toEqual([`api.ferry.test:${port}`]);
  },
);

test('a proxy gets the checked IP address, not the host name', { tags: ['@C17', '@T27'] }, async () => {
  const api = await serveWith(good);
  const proxy = await startProxy(new URL(api.url).port);
  const transport = createNodeTransport({
    proxiesFor: () => ({ HTTPS_PROXY: proxy.url }),
    certificates: [readFileSync(authority.caFile, 'utf8')],
  });
  const { signal } = new AbortController();
  const request = { method: 'GET', url: 'https://api.ferry.test/healthz', headers: {}, signal } as const;
  await expect(transport({ ...request, connectTo: '93.184.216.34' })).resolves.toMatchObject({ status: 401 });
  expect(proxy.requests).toEqual(['CONNECT 93.184.216.34:443']);
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { HttpRequest } from '../api-client/http-transport.ts';
import { createNetworkGate } from './network-gate.ts';

const elsewhere = 'https://api.brightwater.example';

interface Opened {
  readonly isLimited?: boolean;
  readonly origins?: readonly string[];
  readonly names?: Readonly<Record<string, readonly string[]>>;
}

/** A gate before transports that only remember what reached them. */
function openGate({ isLimited = false, origins = [elsewhere], names = {} }: Opened = {}) {
  const sent: HttpRequest[] = [];
  const looked: string[] = [];
  const transport = async (request: HttpRequest) => {
    sent.push(request);
    return { status: 200, headers: new Headers(), body: null };
  };
  const resolveHost = async (name: string) => {
    looked.push(name);
    return names[name] ?? [];
  };
  const gate = createNetworkGate(
    { transport, transportWithCa: () => transport, resolveHost },
    { isLimited, origins: () => origins },
  );
  const { signal } = new AbortController();
  const call = (url: string, through = gate.transport) =>
    through({ method: 'GET', url, headers: { Authorization: 'Bearer k' }, signal });
  return { gate, sent, looked, call, look: (url: string, service = elsewhere) => gate.getNamed(url, service, signal) };
}

test.each([
  'https://other.example/x',
  'http://api.brightwater.example/x',
  'https://api.brightwater.example:8443/x',
  'https://api.brightwater.example./x',
  'https://api.brightwater.example.evil.example/x',
  'https://user@api.brightwater.example/x',
  'https://127.0.0.1/x',
  'file:///etc/passwd',
])('C5 [security] (T27) a transport of the console calls the origins of profiles only, and not %s', async (url) => {
  const { gate, sent, call } = openGate();
  await expect(call(url)).rejects.toMatchObject({ code: 'address_refused', beforeSending: true });
  await expect(call(url, gate.transportWithCa([]))).rejects.toMatchObject({ code: 'address_refused' });
  await call(`${elsewhere}/x`);
  expect(sent.map((request) => request.url)).toEqual([`${elsewhere}/x`]);
});

test('C41 [security] (T27) where the network is limited, the error says whose decision that is', async () => {
  const { call } = openGate({ isLimited: true, origins: [] });
  await expect(call(`${elsewhere}/x`)).rejects.toMatchObject({
    code: 'managed',
    message: `${elsewhere} is none of the addresses that your administrators allow: it was not called.`,
  });
});

test.each([
  ['https://127.0.0.1/', 'is on this computer'],
  ['https://2130706433/', 'is on this computer'],
  ['https://localhost:8443/', 'is on this computer'],
  ['https://x.localhost./', 'is on this computer'],
  ['https://[::1]/', 'is on this computer'],
  ['https://[::ffff:7f00:1]/', 'is on this computer'],
  ['https://192.168.1.1/', 'is in a private network'],
  ['https://[fd00::1]/', 'is in a private network'],
  ['https://[64:ff9b::a00:1]/', 'is in a private network'],
  ['https://169.254.169.254/latest/meta-data', 'is an address that no service has'],
  ['https://0/', 'is an address that no service has'],
  ['https://[fe80::1]/', 'is an address that no service has'],
  ['http://modal.example/', 'does not begin with https'],
  ['file:///etc/passwd', 'does not begin with https'],
  ['javascript:alert(1)', 'does not begin with https'],
  ['ws://modal.example/', 'does not begin with https'],
  ['https://modal.example:22/', 'named port 22'],
  ['https://me@modal.example/', 'with a user name'],
  ['nothing', 'no URL'],
])('C17 [security] (T27) a service that is elsewhere cannot have %s looked at', async (url, why) => {
  const { look, sent, looked } = openGate({ names: { 'modal.example': ['8.8.8.8'] } });
  await expect(look(url)).rejects.toMatchObject({ code: 'address_refused', message: expect.stringContaining(why) });
  expect([sent, looked]).toEqual([[], []]);
});

test('C17 [security] (T27) a public name is looked up once, and called at the address that was judged', async () => {
  const { look, sent, looked } = openGate({ names: { 'modal.example': ['93.184.216.34', '2606:4700::1'] } });
  await look('https://modal.example/m/1');
  expect(looked).toEqual(['modal.example']);
  expect(sent).toMatchObject([{ method: 'GET', url: 'https://modal.example/m/1', connectTo: '93.184.216.34' }]);
  expect(Object.keys(sent[0]?.headers ?? {})).toEqual(['Accept']);
});

test('C17 [security] (T27) no address of a name may be of this computer, a private network or reserved', async () => {
  const bad = fc.oneof(
    fc.integer({ min: 0, max: 0xffffff }).map((n) => `127.${n >> 16}.${(n >> 8) & 255}.${n & 255}`),
    fc.integer({ min: 0, max: 0xffffff }).map((n) => `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`),
    fc.integer({ min: 0, max: 0xffff }).map((n) => `192.168.${n >> 8}.${n & 255}`),
    fc.integer({ min: 0, max: 0xffff }).map((n) => `169.254.${n >> 8}.${n & 255}`),
    fc.integer({ min: 0, max: 0xffff }).map((n) => `::ffff:10.0.${n >> 8}.${n & 255}`),
    fc.integer({ min: 0, max: 0xffff }).map((n) => `fd00::${n.toString(16)}`),
    fc.integer({ min: 0, max: 0xffff }).map((n) => `64:ff9b::7f00:${n.toString(16)}`),
    fc.constantFrom('0.0.0.0', '::', '::1', 'fe80::1', 'ff02::1', '255.255.255.255', '100.64.0.1', '2002:7f00:1::'),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(fc.ipV4(), { maxLength: 2 }), bad, fc.boolean(), async (good, one, first) => {
      const { look, sent } = openGate({ names: { 'modal.example': first ? [one, ...good] : [...good, one] } });
      await expect(look('https://modal.example/')).rejects.toMatchObject({ code: 'address_refused' });
      expect(sent).toEqual([]);
    }),
    { numRuns: 500 },
  );
});

test('C17 [security] (T27) a service may name its own origin, and places in the network that it is in itself', async () => {
  const { look, sent } = openGate({ origins: [elsewhere, 'http://127.0.0.1:4100', 'https://10.0.0.5'] });
  await look(`${elsewhere}/m`);
  await look('http://127.0.0.1:4200/m', 'http://127.0.0.1:4100');
  await look('https://10.0.0.6/m', 'https://10.0.0.5');
  await expect(look('https://127.0.0.1/m', 'https://10.0.0.5')).rejects.toMatchObject({ code: 'address_refused' });
  await expect(look('https://10.0.0.5/m', 'http://127.0.0.1:4100')).rejects.toMatchObject({ code: 'address_refused' });
  await expect(look('http://10.0.0.6/m', 'https://10.0.0.5')).rejects.toMatchObject({ code: 'address_refused' });
  expect(sent.map(({ url, connectTo }) => [url, connectTo])).toEqual([
    [`${elsewhere}/m`, undefined],
    ['http://127.0.0.1:4200/m', '127.0.0.1'],
    ['https://10.0.0.6/m', '10.0.0.6'],
  ]);
});

test('C41 [security] (T27) a limited network is not left by what a service names', async () => {
  const names = { 'modal.example': ['8.8.8.8'], 'api.brightwater.example': ['8.8.8.8'] };
  const { look, sent, looked, gate } = openGate({ isLimited: true, names });
  await expect(look('https://modal.example/m')).rejects.toMatchObject({ code: 'managed' });
  await look(`${elsewhere}/m`, 'https://own.example');
  expect([sent.length, looked, gate.limitedTo()]).toEqual([1, ['api.brightwater.example'], [elsewhere]]);
});

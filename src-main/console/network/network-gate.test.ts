import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { HttpRequest } from '../ports/http-transport.ts';
import { type AddressClass, classifyAddress, classifyHost, createNetworkGate } from './network-gate.ts';

test.each([
  ['0.0.0.0', 'reserved'],
  ['0.255.255.255', 'reserved'],
  ['10.0.0.0', 'private'],
  ['10.255.255.255', 'private'],
  ['100.64.0.0', 'private'],
  ['100.127.255.255', 'private'],
  ['127.0.0.0', 'loopback'],
  ['127.255.255.255', 'loopback'],
  ['169.254.169.254', 'reserved'],
  ['172.16.0.0', 'private'],
  ['172.31.255.255', 'private'],
  ['192.0.0.8', 'reserved'],
  ['192.168.0.1', 'private'],
  ['198.18.0.1', 'reserved'],
  ['203.0.113.1', 'reserved'],
  ['224.0.0.1', 'reserved'],
  ['239.255.255.255', 'reserved'],
  ['240.0.0.1', 'reserved'],
  ['255.255.255.255', 'reserved'],
  ['9.255.255.255', 'public'],
  ['11.0.0.0', 'public'],
  ['100.63.255.255', 'public'],
  ['100.128.0.0', 'public'],
  ['128.0.0.0', 'public'],
  ['172.15.255.255', 'public'],
  ['172.32.0.0', 'public'],
  ['::', 'reserved'],
  ['::1', 'loopback'],
  ['::2', 'reserved'],
  ['::127.0.0.1', 'reserved'],
  ['fc00::1', 'private'],
  ['fdff::1', 'private'],
  ['fe80::1', 'reserved'],
  ['fe80::1%eth0', 'reserved'],
  ['fec0::1', 'reserved'],
  ['ff02::1', 'reserved'],
  ['2001::1', 'reserved'],
  ['2001:db8::1', 'reserved'],
  ['2002:7f00:1::', 'reserved'],
  ['2002:808:808::', 'reserved'],
  ['64:ff9b:1::7f00:1', 'reserved'],
  ['4000::1', 'reserved'],
  ['2606:4700::1', 'public'],
  ['not an address', 'reserved'],
  ['', 'reserved'],
] as const)('the address %s counts as %s', { tags: ['@C5', '@T27'] }, (address, expected) => {
  expect(classifyAddress(address)).toBe(expected);
});

const octet = fc.integer({ min: 0, max: 255 });
const ipv4 = fc.tuple(octet, octet, octet, octet);
const special = fc.constantFrom<readonly [number, number, number, number]>(
  [127, 0, 0, 1],
  [127, 1, 2, 3],
  [10, 1, 2, 3],
  [172, 20, 0, 1],
  [192, 168, 1, 1],
  [169, 254, 169, 254],
  [100, 100, 0, 1],
  [0, 0, 0, 0],
  [224, 0, 0, 251],
  [255, 255, 255, 255],
);

/** Returns every URL spelling of an IPv4 address that a parser accepts. */
const spellings = ([a, b, c, d]: readonly [number, number, number, number]): readonly string[] => {
  const whole = ((a * 256 + b) * 256 + c) * 256 + d;
  const hex = (part: number) => `0x${part.toString(16)}`;
  const octal = (part: number) => `0${part.toString(8)}`;
  return [
    `${a}.${b}.${c}.${d}`,
    `${a}.${b}.${c}.${d}.`,
    String(whole),
    hex(whole),
    octal(whole),
    `${a}.${b * 65_536 + c * 256 + d}`,
    `${a}.${b}.${c * 256 + d}`,
    [a, b, c, d].map(hex).join('.'),
    [a, b, c, d].map(octal).join('.'),
    [hex(a), octal(b), String(c), hex(d)].join('.'),
    `${a}.${b}.${c}.${d}`.replace(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit))),
    `${a}%2e${b}%2E${c}.${d}`,
    `${a}。${b}.${c}.${d}`,
  ];
};
/** Returns every IPv6 address that leads to an IPv4 address, in several spellings. */
const carrierAddresses = ([a, b, c, d]: readonly [number, number, number, number]): readonly string[] => {
  const tail = `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`;
  return [
    `[::ffff:${a}.${b}.${c}.${d}]`,
    `[::FFFF:${tail}]`,
    `[0:0:0:0:0:ffff:${tail}]`,
    `[64:ff9b::${tail}]`,
    `[0064:ff9b:0:0::${a}.${b}.${c}.${d}]`,
  ];
};

test('an IPv4 address has the same class in every URL spelling and every IPv6 form', { tags: ['@C5', '@T27'] }, () => {
  fc.assert(
    fc.property(fc.oneof(ipv4, special), (address) => {
      const expected: AddressClass = classifyAddress(address.join('.'));
      for (const spelled of [...spellings(address), ...carrierAddresses(address)]) {
        expect([spelled, classifyHost(new URL(`https://${spelled}/`).hostname)]).toEqual([spelled, expected]);
      }
    }),
    { numRuns: 1_000 },
  );
});

test.each([
  ['localhost', 'loopback'],
  ['localhost.', 'loopback'],
  ['LOCALHOST', 'loopback'],
  ['a.b.localhost', 'loopback'],
  ['a.localhost.', 'loopback'],
  ['localhost.example', 'name'],
  ['notlocalhost', 'name'],
  ['127.0.0.1.example', 'name'],
  ['metadata.internal', 'name'],
])('the host %s counts as %s', { tags: ['@C5', '@T27'] }, (host, expected) => {
  expect(classifyHost(new URL(`https://${host}/`).hostname)).toBe(expected);
});

const otherOrigin = 'https://api.brightwater.example';

interface Opened {
  readonly isLimited?: boolean;
  readonly origins?: readonly string[];
  readonly names?: Readonly<Record<string, readonly string[]>>;
}

/** Creates a gate with transports that only record the requests they get. */
function openGate({ isLimited = false, origins = [otherOrigin], names = {} }: Opened = {}) {
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
  return {
    gate,
    sent,
    looked,
    call,
    look: (url: string, service = otherOrigin) => gate.getNamed(url, service, signal),
  };
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
])('the console calls only the origins of profiles, not %s', { tags: ['@C5', '@T27'] }, async (url) => {
  const { gate, sent, call } = openGate();
  await expect(call(url)).rejects.toMatchObject({ code: 'address_refused', beforeSending: true });
  await expect(call(url, gate.transportWithCa([]))).rejects.toMatchObject({ code: 'address_refused' });
  await call(`${otherOrigin}/x`);
  expect(sent.map((request) => request.url)).toEqual([`${otherOrigin}/x`]);
});

test("in a limited network, the error names the administrator's decision", { tags: ['@C41', '@T27'] }, async () => {
  const { call } = openGate({ isLimited: true, origins: [] });
  await expect(call(`${otherOrigin}/x`)).rejects.toMatchObject({
    code: 'managed',
    message: `Your administrator doesn't allow ${otherOrigin}. Nothing was sent.`,
  });
});

test.each([
  ['https://127.0.0.1/', 'is on this device'],
  ['https://2130706433/', 'is on this device'],
  ['https://localhost:8443/', 'is on this device'],
  ['https://x.localhost./', 'is on this device'],
  ['https://[::1]/', 'is on this device'],
  ['https://[::ffff:7f00:1]/', 'is on this device'],
  ['https://192.168.1.1/', 'is on a private network'],
  ['https://[fd00::1]/', 'is on a private network'],
  ['https://[64:ff9b::a00:1]/', 'is on a private network'],
  ['https://169.254.169.254/latest/meta-data', "isn't a valid address for a service"],
  ['https://0/', "isn't a valid address for a service"],
  ['https://[fe80::1]/', "isn't a valid address for a service"],
  ['http://modal.example/', 'without https'],
  ['file:///etc/passwd', 'without https'],
  ['javascript:alert(1)', 'without https'],
  ['ws://modal.example/', 'without https'],
  ['https://modal.example:22/', 'with port 22'],
  ['https://me@modal.example/', 'with a user name'],
  ['nothing', 'invalid URL'],
])(
  'the URL %s of a remote service is rejected before its name is resolved',
  { tags: ['@C17', '@T27'] },
  async (url, why) => {
    const { look, sent, looked } = openGate({ names: { 'modal.example': ['8.8.8.8'] } });
    await expect(look(url)).rejects.toMatchObject({ code: 'address_refused', message: expect.stringContaining(why) });
    expect([sent, looked]).toEqual([[], []]);
  },
);

test('a public host name is resolved once and called at the checked address', { tags: ['@C17', '@T27'] }, async () => {
  const { look, sent, looked } = openGate({ names: { 'modal.example': ['93.184.216.34', '2606:4700::1'] } });
  await look('https://modal.example/m/1');
  expect(looked).toEqual(['modal.example']);
  expect(sent).toMatchObject([{ method: 'GET', url: 'https://modal.example/m/1', connectTo: '93.184.216.34' }]);
  expect(Object.keys(sent[0]?.headers ?? {})).toEqual(['Accept']);
});

test('a host name cannot resolve to a loopback, private or reserved address', { tags: ['@C17', '@T27'] }, async () => {
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

test('a service can name its own origin and addresses in its own network', { tags: ['@C17', '@T27'] }, async () => {
  const { look, sent } = openGate({ origins: [otherOrigin, 'http://127.0.0.1:4100', 'https://10.0.0.5'] });
  await look(`${otherOrigin}/m`);
  await look('http://127.0.0.1:4200/m', 'http://127.0.0.1:4100');
  await look('https://10.0.0.6/m', 'https://10.0.0.5');
  await expect(look('https://127.0.0.1/m', 'https://10.0.0.5')).rejects.toMatchObject({ code: 'address_refused' });
  await expect(look('https://10.0.0.5/m', 'http://127.0.0.1:4100')).rejects.toMatchObject({
    code: 'address_refused',
  });
  await expect(look('http://10.0.0.6/m', 'https://10.0.0.5')).rejects.toMatchObject({ code: 'address_refused' });
  expect(sent.map(({ url, connectTo }) => [url, connectTo])).toEqual([
    [`${otherOrigin}/m`, undefined],
    ['http://127.0.0.1:4200/m', '127.0.0.1'],
    ['https://10.0.0.6/m', '10.0.0.6'],
  ]);
});

test("a URL named by a service can't lead out of a limited network", { tags: ['@C41', '@T27'] }, async () => {
  const names = { 'modal.example': ['8.8.8.8'], 'api.brightwater.example': ['8.8.8.8'] };
  const { look, sent, looked, gate } = openGate({ isLimited: true, names });
  await expect(look('https://modal.example/m')).rejects.toMatchObject({ code: 'managed' });
  await look(`${otherOrigin}/m`, 'https://own.example');
  expect([sent.length, looked, gate.limitedTo()]).toEqual([1, ['api.brightwater.example'], [otherOrigin]]);
});

test('forwarding goes only to loopback IP addresses, never to a host name', { tags: ['@W10', '@T90'] }, async () => {
  const { gate, sent, looked } = openGate({ names: { 'evil.example': ['127.0.0.1'] } });
  const { signal } = new AbortController();
  const post = (address: string) => gate.postHere(address, { headers: { a: 'b' }, body: '{}' }, signal);
  for (const address of [
    'http://evil.example/',
    'http://10.0.0.1/',
    'http://0.0.0.0/',
    'http://a.localhost/',
    otherOrigin,
  ]) {
    await expect(post(address)).rejects.toMatchObject({ code: 'address_refused', beforeSending: true });
  }
  expect([sent, looked]).toEqual([[], []]);
  await post('http://localhost:3000/hook');
  await post('http://[::1]:3000/hook');
  await post('http://2130706433:3000/');
  expect(sent.map(({ method, url, connectTo, body }) => [method, url, connectTo, body])).toEqual([
    ['POST', 'http://localhost:3000/hook', '127.0.0.1', '{}'],
    ['POST', 'http://[::1]:3000/hook', '::1', '{}'],
    ['POST', 'http://127.0.0.1:3000/', '127.0.0.1', '{}'],
  ]);
  expect(looked).toEqual([]);
  const limited = openGate({ isLimited: true, origins: [otherOrigin] });
  await expect(
    limited.gate.postHere('http://localhost:3000/', { headers: {}, body: '' }, signal),
  ).rejects.toMatchObject({ code: 'managed' });
});

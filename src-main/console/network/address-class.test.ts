import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type AddressClass, classifyAddress, classifyHost } from './address-class.ts';

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
] as const)('C5 [security] (T27) the address %s is %s', (address, expected) => {
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

/** Every way to write an IPv4 address in a URL that a parser takes. */
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
/** Every IPv6 address that leads to an IPv4 one, in more than one spelling. */
const carriers = ([a, b, c, d]: readonly [number, number, number, number]): readonly string[] => {
  const tail = `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`;
  return [
    `[::ffff:${a}.${b}.${c}.${d}]`,
    `[::FFFF:${tail}]`,
    `[0:0:0:0:0:ffff:${tail}]`,
    `[64:ff9b::${tail}]`,
    `[0064:ff9b:0:0::${a}.${b}.${c}.${d}]`,
  ];
};

test('C5 [security] (T27) an IPv4 address has one class, however a URL spells it and whatever IPv6 address carries it', () => {
  fc.assert(
    fc.property(fc.oneof(ipv4, special), (address) => {
      const expected: AddressClass = classifyAddress(address.join('.'));
      for (const spelled of [...spellings(address), ...carriers(address)]) {
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
])('C5 [security] (T27) the host %s is %s', (host, expected) => {
  expect(classifyHost(new URL(`https://${host}/`).hostname)).toBe(expected);
});

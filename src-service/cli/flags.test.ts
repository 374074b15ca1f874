import fc from 'fast-check';
import { fastify } from 'fastify';
import { expect, test } from 'vitest';
import { httpAddress, isoInstant, proxyAddresses, scopes, wholeNumber } from './flags.ts';

test.each(['', 'x', '-1', '1.5', '1e2', ' 1', '70000'])('flags: rejects port "%s"', { tags: '@X3' }, (text) => {
  expect(() => wholeNumber(0, 65_535)(text)).toThrow('It must be a whole number from 0 to 65535.');
});

test.each(['', 'yesterday', '2026-13-01', '2026-11-20 14:32', '1700000000000'])(
  'flags: rejects instant "%s"',
  { tags: '@X3' },
  (text) => {
    expect(() => isoInstant(text)).toThrow('It must be an ISO 8601 date or time');
  },
);

test('flags: accepts instants with any offset', { tags: '@X3' }, () => {
  expect(isoInstant('2026-11-20T15:32:00+01:00')).toBe(Date.parse('2026-11-20T14:32:00Z'));
  expect(isoInstant('2026-11-20')).toBe(Date.parse('2026-11-20T00:00:00Z'));
});

test.each(['ftp://x.example', 'x.example', 'https://x.example/?a=1', 'https://user@x.example'])(
  'flags: rejects public URL "%s"',
  { tags: '@X3' },
  (text) => expect(() => httpAddress(text)).toThrow('It must be an http or https URL'),
);

test('flags: accepts scopes in any order and rejects unknown and repeated scopes', { tags: '@X25' }, () => {
  expect(scopes('link, read')).toEqual(['read', 'link']);
  expect(scopes('read')).toEqual(['read']);
  for (const text of ['', 'read,read', 'read,', 'write', 'READ', 'read link', 'read,write']) {
    expect(() => scopes(text)).toThrow(
      'It must be one or more of read, link, webhooks, reports, activity, erase, separated by commas.',
    );
  }
});

test('flags: accepts proxy addresses and ranges in one or several flags', { tags: '@X3' }, () => {
  expect(proxyAddresses('127.0.0.1')).toEqual(['127.0.0.1']);
  expect(proxyAddresses(' ::1 ,10.0.0.0/8', ['127.0.0.1'])).toEqual(['127.0.0.1', '::1', '10.0.0.0/8']);
});

test.each([
  ['', `"" isn't an IP address`],
  ['127.0.0.1,', `"" isn't an IP address`],
  ['loopback', `"loopback" isn't an IP address`],
  ['proxy.example', `"proxy.example" isn't an IP address`],
  ['true', `"true" isn't an IP address`],
  ['1', `"1" isn't an IP address`],
  ['127.1', `"127.1" isn't an IP address`],
  ['0x7f000001', `"0x7f000001" isn't an IP address`],
  ['010.0.0.1', `"010.0.0.1" isn't an IP address`],
  ['127.0.0.1:8600', `"127.0.0.1:8600" isn't an IP address`],
  ['[::1]', `"[::1]" isn't an IP address`],
  ['127.0.0.1 10.0.0.1', `"127.0.0.1 10.0.0.1" isn't an IP address`],
  ['10.0.0.0/33', `"10.0.0.0/33" isn't a CIDR range`],
  ['10.0.0.0/', `"10.0.0.0/" isn't a CIDR range`],
  ['10.0.0.0/08', `"10.0.0.0/08" isn't a CIDR range`],
  ['10.0.0.0/255.0.0.0', `"10.0.0.0/255.0.0.0" isn't a CIDR range`],
  ['2001:db8::/129', `"2001:db8::/129" isn't a CIDR range`],
  ['0.0.0.0/0', '"0.0.0.0/0" includes every address'],
  ['::/0', '"::/0" includes every address'],
  ['fe80::1%eth0', `"fe80::1%eth0" isn't an IP address`],
  ['::ffff:10.0.0.1', '"::ffff:10.0.0.1" is an IPv4-mapped IPv6 address'],
  ['0:0:0:0:0:FFFF:10.0.0.1', '"0:0:0:0:0:FFFF:10.0.0.1" is an IPv4-mapped IPv6 address'],
  ['::ffff:a00:1/104', '"::ffff:a00:1/104" is an IPv4-mapped IPv6 address'],
  ['0.0.0.0/1', '"0.0.0.0/1" is too wide for a proxy network'],
  ['128.0.0.0/1', '"128.0.0.0/1" is too wide for a proxy network'],
  ['10.0.0.0/7', '"10.0.0.0/7" is too wide for a proxy network'],
  ['2000::/3', '"2000::/3" is too wide for a proxy network'],
  ['8000::/1', '"8000::/1" is too wide for a proxy network'],
  ['fc00::/6', '"fc00::/6" is too wide for a proxy network'],
  ['::/1', '"::/1" is too wide: it includes every IPv4 address'],
  ['::/80', '"::/80" is too wide: it includes every IPv4 address'],
  ['::fffe:0:0/95', '"::fffe:0:0/95" is too wide: it includes every IPv4 address'],
])('flags: rejects proxy "%s"', { tags: ['@X3', '@T22'] }, (text, reason) => {
  expect(() => proxyAddresses(text)).toThrow(reason);
  expect(() => proxyAddresses(`127.0.0.1,${text}`)).toThrow(
    /^"[^"]*" (?:is|isn't|includes) .* such as 127\.0\.0\.1,10\.0\.0\.0\/8\.$/,
  );
});

test('flags: rejects narrow proxy ranges that are too wide when combined', { tags: ['@X3', '@T22'] }, () => {
  const all = Array.from({ length: 256 }, (_, first) => `${first}.0.0.0/8`);
  const together = /^Together, the ranges are too wide for proxy networks\. Use your proxies' addresses/;
  expect(() => proxyAddresses(all.join(','))).toThrow(together);
  expect(() => all.reduce<readonly string[]>((before, text) => proxyAddresses(text, before), [])).toThrow(together);
  const thirds = Array.from({ length: 8_192 }, (_, first) => `${(0x2000 + first).toString(16)}::/16`);
  expect(() => proxyAddresses(thirds.join(','))).toThrow(together);
});

test('flags: accepts the usual networks of proxies', { tags: ['@X3', '@T22'] }, () => {
  const usual = ['127.0.0.1', '10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '100.64.0.0/10', '104.16.0.0/13'];
  const commonRanges6 = ['::1', 'fc00::/7', 'fd00::/8', 'fe80::/10', '2400:cb00::/32', '2600:9000::/28'];
  expect(proxyAddresses([...usual, ...commonRanges6].join(','))).toEqual([...usual, ...commonRanges6]);
});

test('flags: the server can use every proxy range that the flags accept', { tags: ['@X3', '@T22'] }, () => {
  const prefix = fc.option(fc.nat(140), { nil: undefined });
  const address = fc.oneof(fc.ipV4(), fc.ipV6(), fc.ipV4Extended(), fc.domain(), fc.string());
  fc.assert(
    fc.property(address, prefix, (host, bits) => {
      const text = bits === undefined ? host : `${host}/${bits}`;
      let proxies: readonly string[];
      try {
        proxies = proxyAddresses(text);
      } catch {
        return;
      }
      expect(() => fastify({ trustProxy: [...proxies] })).not.toThrow();
      expect(bits).not.toBe(0);
    }),
  );
});

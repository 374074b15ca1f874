import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readLoopbackAddress } from './loopback-address.ts';

test.each([
  ['3000', 'http://localhost:3000/'],
  [':3000/hook', 'http://localhost:3000/hook'],
  ['localhost:3000/hook?a=1', 'http://localhost:3000/hook?a=1'],
  ['HTTP://LocalHost.:80/a', 'http://localhost/a'],
  ['https://127.1:8443', 'https://127.0.0.1:8443/'],
  ['http://0x7f000001/', 'http://127.0.0.1/'],
  ['http://[0:0:0:0:0:0:0:1]:9/', 'http://[::1]:9/'],
  ['http://[::ffff:127.0.0.5]:9/x', 'http://127.0.0.5:9/x'],
])('listen: the input %s means the URL %s', { tags: '@W10' }, (text, url) => {
  expect(readLoopbackAddress(text)).toMatchObject({ ok: true, url });
});

test.each([
  '',
  'nothing at all',
  'http://',
  'http://example.com/',
  'http://localhost.example.com/',
  'http://a.localhost:3000/',
  'http://127.0.0.1.example.com/',
  'http://127.0.0.1@example.com/',
  'http://example.com#@127.0.0.1/',
  'http://me:pass@127.0.0.1/',
  'http://0.0.0.0:3000/',
  'http://0/',
  'http://[::]/',
  'http://[::2]/',
  'http://[::127.0.0.1]/',
  'http://[64:ff9b::7f00:1]/',
  'http://[fe80::1]/',
  'http://10.0.0.1/',
  'http://192.168.1.1/',
  'http://169.254.169.254/latest/meta-data',
  'ftp://127.0.0.1/',
  'file:///etc/passwd',
  'javascript:alert(1)',
  'http://127.0.0.1:99999/',
])('listen: the input %s is rejected with one sentence', { tags: ['@W10', '@T90'] }, (text) => {
  const result = readLoopbackAddress(text);
  expect(result.ok).toBe(false);
  expect(result.ok ? '' : result.problem).toMatch(/^[A-Z\d[a-z].*\.$/);
});

/** Returns every URL spelling of these four bytes. */
const spellings = ([a, b, c, d]: readonly number[]): readonly string[] => {
  const [w = 0, x = 0, y = 0, z = 0] = [a, b, c, d];
  const all = ((w * 256 + x) * 256 + y) * 256 + z;
  const mapped = `${((w << 8) | x).toString(16)}:${((y << 8) | z).toString(16)}`;
  return [
    `${w}.${x}.${y}.${z}`,
    `${w}.${x}.${y}.${z}.`,
    String(all),
    `0x${all.toString(16)}`,
    `0${all.toString(8)}`,
    `${w}.${(x * 256 + y) * 256 + z}`,
    [w, x, y, z].map((part) => `0x${part.toString(16)}`).join('.'),
    `[::ffff:${w}.${x}.${y}.${z}]`,
    `[0:0:0:0:0:FFFF:${mapped}]`,
  ];
};
const octet = fc.integer({ min: 0, max: 255 });

test(
  'listen: an IPv4 address is accepted only if it starts with 127, in any spelling',
  { tags: ['@W10', '@T90'] },
  () => {
    fc.assert(
      fc.property(fc.oneof(octet, fc.constant(127)), octet, octet, octet, (a, b, c, d) => {
        for (const host of spellings([a, b, c, d])) {
          const result = readLoopbackAddress(`http://${host}:3000/`);
          const connectTo = result.ok ? result.connectTo : [];
          expect([host, connectTo]).toEqual([host, a === 127 ? [`127.${b}.${c}.${d}`] : []]);
        }
      }),
      { numRuns: 1_000 },
    );
  },
);

test('listen: only loopback is called, for any input', { tags: ['@W10', '@T90'] }, () => {
  const host = fc.oneof(
    fc.domain(),
    fc.ipV4(),
    fc.ipV4Extended(),
    fc.ipV6().map((ip) => `[${ip}]`),
    fc.string(),
  );
  const typedArbitrary = fc.oneof(
    fc.string(),
    fc.webUrl(),
    fc.tuple(fc.constantFrom('http://', 'https://', '', '//', 'http:'), host, fc.constantFrom('', ':3000', '/x', '@a')),
  );
  fc.assert(
    fc.property(typedArbitrary, (parts) => {
      const result = readLoopbackAddress(Array.isArray(parts) ? parts.join('') : String(parts));
      if (!result.ok) return;
      expect(new URL(result.url).hostname).toMatch(/^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/);
      for (const address of result.connectTo) expect(address).toMatch(/^(?:127\.\d+\.\d+\.\d+|::1)$/);
    }),
    { numRuns: 500 },
  );
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readExternalLink } from './external-links.ts';

const good = 'https://docs.ferry.example/a';
const withPort = 'https://docs.ferry.example:9443/ferry/docs';
const allowed = [good, withPort];

test('a listed link opens exactly as it was parsed', { tags: '@C17' }, () => {
  expect(readExternalLink(good, allowed)).toBe(good);
  expect(readExternalLink(withPort, allowed)).toBe(withPort);
  expect(readExternalLink('https://DOCS.ferry.example:443/b/../a', allowed)).toBe(good);
});

test('no link opens if the list of allowed links is empty', { tags: '@C17' }, () => {
  expect(readExternalLink(good, [])).toBeNull();
});

/** URL parts that combine to over 200 invalid URLs. Each part alone makes a URL invalid. */
const schemes = [
  'http:',
  'file:',
  'javascript:',
  'data:',
  'vbscript:',
  'smb:',
  'ms-settings:',
  'ftp:',
  'app:',
  'ferry:',
];
const hostTricks = [
  'docs.ferry.example.evil.example',
  'evil.example/docs.ferry.example',
  'evil.example#docs.ferry.example',
  'evil.example?docs.ferry.example',
  'docs.ferry.example@evil.example',
  'user@docs.ferry.example',
  'user:pw@docs.ferry.example',
  'docs.ferry.example:8443',
  'docs.ferry.example\\@evil.example',
  'xdocs.ferry.example',
  'docs.ferry.example.',
  'docs%2eferry.example',
  'dоcs.ferry.example',
  'docs\u3002ferry.example',
  '127.0.0.1',
  '[::1]',
  '2130706433',
  '',
];
const wrappers: readonly ((address: string) => string)[] = [
  (address) => address,
  (address) => ` ${address}`,
  (address) => `${address}\n`,
  (address) => address.replace(':', ':\t'),
  (address) => address.replace('//', '\\\\'),
  (address) => `${address}/\r\n--flag`,
  (address) => `--x ${address}`,
  (address) => `"${address}"`,
];
const badAddresses = [
  ...schemes.flatMap((scheme) => wrappers.map((wrap) => wrap(`${scheme}//docs.ferry.example/a`))),
  ...hostTricks.flatMap((host) => wrappers.map((wrap) => wrap(`https://${host}/a`))),
  ...wrappers.slice(1).map((wrap) => wrap(good)),
  'https:docs.ferry.example',
  'https:///docs.ferry.example',
  'https:/docs.ferry.example',
  '//docs.ferry.example',
  'docs.ferry.example',
  `https://docs.ferry.example/${'a'.repeat(3_000)}`,
  ...['/', '/A', '/a/', '/a?key=x', '/a#x', '/a?', '/%61', '/b', '//a', '/a;x'].map(
    (way) => `https://docs.ferry.example${way}`,
  ),
  'https://docs.ferry.example:9443/ferry/docs?x',
  'https://docs.ferry.example:9444/ferry/docs',
  'https://docs.ferry.example/\0',
  'https://docs.ferry.example/ä',
  'https://docs.ferry.example/a b',
  'https://docs.ferry.example/@evil.example',
];

test(`openExternal opens none of ${badAddresses.length} invalid URLs`, { tags: ['@C17', '@T13'] }, () => {
  expect(badAddresses.length).toBeGreaterThan(200);
  const openedAddresses = badAddresses.filter((address) => readExternalLink(address, allowed) !== null);
  expect(openedAddresses).toEqual([]);
  for (const odd of [null, undefined, 1, {}, [good], { toString: () => good }]) {
    expect(readExternalLink(odd, allowed)).toBeNull();
  }
});

test('only URLs that match the list exactly open', { tags: ['@C17', '@T13'] }, () => {
  const piece = fc.oneof(
    fc.string(),
    fc.constantFrom('https://', 'docs.ferry.example', ':9443', '@', ':', '/', 'a', '\\', '#', '?', '.'),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
      const link = readExternalLink(pieces.join(''), allowed);
      expect([null, ...allowed]).toContain(link);
    }),
    { numRuns: 1_000 },
  );
});

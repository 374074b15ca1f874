import fc from 'fast-check';
import { expect, test } from 'vitest';
import { pathOf } from './dav-paths.ts';
import { davTasks } from './dav-tasks.ts';
import { davEntry, davList } from '../../testing/scripted-dav-server.ts';
import { readDavXml, XmlTooLargeError } from './read-dav-xml.ts';

const list = (entries: string): string => `<?xml version="1.0"?>${davList(entries)}`;
const parts = (text: string): Buffer[] => [Buffer.from(text)];

test('a list is parsed the same wherever it is split', { tags: '@X30' }, () => {
  const text = list(
    [davEntry('/a/ü.vcf'), davEntry('/a/', '<d:resourcetype><d:collection/></d:resourcetype>')].join('\n'),
  );
  const bytes = Buffer.from(text);
  const whole = readDavXml([bytes]);
  expect(whole.resources).toEqual([
    { href: '/a/ü.vcf', status: 200, types: [] },
    { href: '/a/', status: 200, types: ['collection'] },
  ]);
  for (let at = 1; at < bytes.length; at++)
    expect(readDavXml([bytes.subarray(0, at), bytes.subarray(at)])).toEqual(whole);
});

test('a truncated list is rejected', { tags: ['@X30', '@T97', '@A7'] }, () => {
  const text = list(davEntry('/a/b.vcf'));
  for (let length = 0; length < text.length; length++)
    expect([length, davTasks.readItems(parts(text.slice(0, length)), '/a/')]).toEqual([length, 'cut']);
});

test('properties with a failed status are left out', { tags: '@X30' }, () => {
  const missing = '<d:displayname>secret</d:displayname>';
  expect(readDavXml(parts(list(davEntry('/a/', missing, '404 Not Found')))).resources).toEqual([
    { href: '/a/', status: 200 },
  ]);
});

test.each([
  ['too many elements', `<a>${'<b/>'.repeat(600_001)}</a>`],
  ['too many levels', '<a>'.repeat(65)],
  ['too many names', `<a>${Array.from({ length: 1_001 }, (_, index) => `<n${index}/>`).join('')}</a>`],
])('a response with %s is rejected', { tags: ['@X30', '@T97', '@A7'] }, (_name, text) => {
  expect(() => readDavXml(parts(text))).toThrow(XmlTooLargeError);
  expect(davTasks.readItems(parts(text), '/')).toBe('too_much');
});

test('entities are not expanded', { tags: ['@X30', '@T97', '@A7'] }, () => {
  const bomb = '<!DOCTYPE a [<!ENTITY b "bbbbbbbbbb"><!ENTITY c "&b;&b;&b;">]>';
  expect(davTasks.readItems(parts(`${bomb}${list(davEntry('/a/&c;.vcf'))}`), '/a/')).toBe('cut');
});

test('any input is parsed as a list, or rejected as no list or as too much', { tags: ['@X30', '@T97', '@A7'] }, () => {
  const piece = fc.oneof(
    fc.constantFrom(
      '<d:response>',
      '</d:response>',
      '<d:href>',
      '</d:href>',
      '/a/b.vcf',
      '<![CDATA[',
      ']]>',
      '&amp;',
      '&x;',
    ),
    fc.constantFrom(
      '<d:prop>',
      '<c:address-data>',
      '<d:status>HTTP/1.1 200',
      '<x xmlns="',
      '"/>',
      '<!--',
      '-->',
      '<?',
      '?>',
    ),
    fc.string({ unit: 'binary', maxLength: 8 }),
    fc.constant(davEntry('/a/c.vcf')),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), fc.boolean(), (pieces, hasWrapper) => {
      const text = hasWrapper ? list(pieces.join('')) : pieces.join('');
      const found = davTasks.readItems(parts(text), '/a/');
      const isKnown = found === 'cut' || found === 'too_much' || found.every(({ id }) => id.startsWith('/'));
      expect(isKnown).toBe(true);
      expect(() => davTasks.readRefusal(parts(text))).not.toThrow();
    }),
    { numRuns: 500 },
  );
});

test.each([
  ['/a/q?mark.vcf', '/a/q%3Fmark.vcf'],
  ['/a/a#b.vcf', '/a/a%23b.vcf'],
  [String.raw`/a/back\slash.vcf`, '/a/back%5Cslash.vcf'],
  ['/a/tab\there.vcf', '/a/tab%09here.vcf'],
  ['/a/a b.vcf', '/a/a%20b.vcf'],
  ['/a/ü.vcf', '/a/%C3%BC.vcf'],
  ['/a/%C3%BC%3F.vcf', '/a/%C3%BC%3F.vcf'],
  ['b.vcf', '/a/b.vcf'],
  ['https://elsewhere.example:8443/a/b.vcf', '/a/b.vcf'],
  ['//elsewhere.example/a/b.vcf', '/a/b.vcf'],
  ['https://elsewhere.example', '/a/'],
])('an href becomes a path on the requested server: %s', { tags: '@X31' }, (href, path) => {
  expect(pathOf(href, '/a/')).toBe(path);
});

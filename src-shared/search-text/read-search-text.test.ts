import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readSearchText } from './read-search-text.ts';

const id = '8f3c1d02-6b1e-4f2a-9c3d-0a1b2c3db7e4';

/** Changes that mails, tables, chats and other programs make to an ID. */
const writtenAs = fc.constantFrom<(id: string) => string>(
  (one) => one,
  (one) => one.toUpperCase(),
  (one) => one.replaceAll('-', ''),
  (one) => one.replaceAll('-', ' '),
  (one) => one.replaceAll('-', ' - '),
  (one) => one.replaceAll('-', '\u2011'),
  (one) => one.replaceAll('-', '–'),
  (one) => one.replace('-', '-\n'),
  (one) => one.replace('-', '-\r\n> '),
  (one) => `${one.slice(0, 5)}\u200b${one.slice(5)}`,
  (one) => `${one.slice(0, 9)}\u00ad${one.slice(9)}`,
  (one) => one.replaceAll(/\d/g, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0)),
);
const replacementCharacter = fc.constantFrom(
  ['', ''],
  ['  ', '\t\n'],
  ['"', '",'],
  ["'", "';"],
  ['“', '”'],
  ['«', '»'],
  ['<', '>'],
  ['{', '}'],
  ['`', '`'],
  ['ferry://migrations/', ''],
  ['ferry://migrations/', '/'],
  ['https://api.ferry.example/api/v1/migrations/', '?page=1#top'],
  ['[this one](ferry://migrations/', ')'],
  ['urn:uuid:', ''],
  ['id: ', ' failed yesterday.'],
  ['\ufeff', '\u00a0'],
);

test('an ID is found in any notation and inside any other words', { tags: '@C8' }, () => {
  fc.assert(
    fc.property(fc.uuid(), writtenAs, replacementCharacter, (one, written, [before, after]) => {
      expect(readSearchText(`${before}${written(one)}${after}`)).toEqual({ kind: 'id', id: one, of: null });
    }),
    { numRuns: 1_000 },
  );
});

test('a link to a company and its ID with a label both select that company', { tags: '@C8' }, () => {
  for (const typed of [
    `ferry://companies/${id}`,
    `https://x.example/api/v1/companies/${id}`,
    `"company_id": "${id}"`,
  ]) {
    expect(readSearchText(typed)).toEqual({ kind: 'id', id, of: 'company' });
  }
});

test('several IDs become a list without duplicates', { tags: '@C8' }, () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.uuid(), { minLength: 2, maxLength: 8 }), writtenAs, (ids, written) => {
      const typed = [...ids, ids[0] ?? ''].map((one) => `"${written(one)}"`).join(';\n');
      expect(readSearchText(typed)).toEqual({ kind: 'ids', ids });
    }),
  );
});

test('part of an ID is accepted, and a message gives its length and the length of a full ID', { tags: '@C8' }, () => {
  const part = (head: string, tail = '') => ({ kind: 'part', part: { head, tail } });
  expect(readSearchText('8f3c1d0')).toMatchObject({
    ...part('8f3c1d0'),
    text: 'A migration ID has 36 characters, but this ID has 7.',
  });
  expect(readSearchText(' "8F3C1D02-6b1e"')).toMatchObject(part('8f3c1d02-6b1e'));
  expect(readSearchText('8f3c1d02 6b1e 4f2a')).toMatchObject(part('8f3c1d02-6b1e-4f2a'));
  expect(readSearchText('8f3c1d02…b7e4')).toMatchObject(part('8f3c1d02', 'b7e4'));
  expect(readSearchText('8f3c1d02...b7e4')).toMatchObject(part('8f3c1d02', 'b7e4'));
  expect(readSearchText('9c3d-0a1b2c3db7e4')).toMatchObject(part('', '9c3d-0a1b2c3db7e4'));
  expect(readSearchText('   ')).toEqual({ kind: 'empty' });
});

test('the start of an ID that contains a digit counts as a partial or complete ID', { tags: '@C8' }, () => {
  fc.assert(
    fc.property(fc.uuid(), fc.integer({ min: 1, max: 36 }), (one, length) => {
      const typed = one.slice(0, length);
      fc.pre(/\d/.test(typed));
      expect(readSearchText(typed)).toMatchObject(
        length === 36 ? { kind: 'id', id: one } : { kind: 'part', part: { head: typed.replace(/-$/, '') } },
      );
    }),
  );
});

test.each([
  ['8f3c1d02-6b1z', '“z”'],
  [`${id}0`, 'this ID has 37'],
  ['8f3c1d026b-1e-4f2a-9c3d-0a1b2c3db7e4', 'hyphens after 8'],
])("%j is rejected because it can't become an ID", { tags: '@C8' }, (typed, words) => {
  const meaning = readSearchText(typed);
  expect(meaning.kind).toBe('wrong');
  expect(meaning.kind === 'wrong' && meaning.text).toContain(words);
});

test.each([
  ['hald', 'hald'],
  [' Tern & Tide ', 'Tern & Tide'],
  ['cafe', 'cafe'],
  ['ada', 'ada'],
  ['ops@halden.example', 'ops@halden.example'],
  ['8f3z', '8f3z'],
  ['Łódź', 'Łódź'],
  ['365 Logistics', '365 Logistics'],
  ['20-0064', '20-0064'],
  ['"Tern & Tide"', 'Tern & Tide'],
  ['Ada Lovelace <ada@aurora.example>', 'ada@aurora.example'],
  ['mailto:ada@aurora.example', 'ada@aurora.example'],
  ['Acme Ltd.', 'Acme Ltd.'],
  ['12345678 Canada Inc.', '12345678 Canada Inc.'],
  ['20261101-12345', '20261101-12345'],
  ['deadbeef cafe', 'deadbeef cafe'],
  ['12345678-canada', '12345678-canada'],
])('searching for %j finds companies and users by name, not by ID', { tags: '@C8' }, (typed, text) => {
  expect(readSearchText(typed)).toEqual({ kind: 'text', text });
});

test('a name whose start looks like an ID counts as a name', { tags: '@C8' }, () => {
  const words = fc.stringMatching(/^[G-Zg-z][A-Za-z&.]{0,8}$/);
  const signs = fc.stringMatching(/^[0-9a-f]{8}$/);
  fc.assert(
    fc.property(
      signs,
      fc.constantFrom(' ', '-', ' - ', ', '),
      fc.array(words, { minLength: 1 }),
      (first, between, more) => {
        const name = `${first}${between}${more.join(' ')}`;
        expect(readSearchText(name)).toEqual({ kind: 'text', text: name });
      },
    ),
  );
});

test('the message about an ID with a wrong character names that character', { tags: '@C8' }, () => {
  fc.assert(
    fc.property(fc.uuid(), fc.integer({ min: 9, max: 35 }), fc.constantFrom('o', 'l', 'z', 'g'), (one, at, sign) => {
      fc.pre(one[at] !== '-' && /\d/.test(one.slice(24).replace(one[at] ?? '', '')));
      const typed = one.slice(0, at) + sign + one.slice(at + 1);
      expect(readSearchText(typed)).toMatchObject({
        kind: 'wrong',
        text: expect.stringContaining(`“${sign}”`) as string,
      });
    }),
  );
});

test('any search string is interpreted quickly', { tags: ['@C8', '@T12'] }, () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (typed) => {
      expect(readSearchText(typed).kind).toBeTypeOf('string');
    }),
    { numRuns: 300 },
  );
  const long = ['8f3c1d02'.repeat(10_000), `8f3c1d02${' '.repeat(60_000)}`, `${'8f3c1d02- '.repeat(6_000)}x`];
  const before = process.cpuUsage();
  for (const typed of long) readSearchText(typed);
  expect(process.cpuUsage(before).user / 1_000).toBeLessThan(2_000);
});

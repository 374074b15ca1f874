import { expect, test } from 'vitest';
import { checkFindText } from './check-find-text.ts';

const id = '8f3c1d02-6b1e-4f2a-9c3d-0a1b2c3db7e4';

test('C8 a whole id is taken, with spaces around it and in capitals', () => {
  expect(checkFindText(` ${id.toUpperCase()} `)).toEqual({ kind: 'id', id });
});

test('C8 the beginning of an id is no mistake yet, but says what is missing', () => {
  expect(checkFindText('8f3c1d0')).toEqual({
    kind: 'typing',
    text: 'A migration id has 36 characters, this has 7.',
  });
  expect(checkFindText('   ')).toEqual({ kind: 'empty' });
});

test.each([
  ['8f3c1d02-6b1z', '“z”'],
  ['8f3c1d02-6b1e 4f2a', 'a space'],
  [`${id}0`, 'this has 37'],
  [`8f3c1d026b-1e-4f2a-9c3d-0a1b2c3db7e4`, 'hyphens after 8'],
])('C8 %j can never become an id', (typed, words) => {
  const check = checkFindText(typed);
  expect(check.kind).toBe('wrong');
  expect(check.kind === 'wrong' && check.text).toContain(words);
});

test.each(['hald', ' Tern & Tide ', 'cafe', 'ops@halden.example', '8f3z', 'Łódź', '365 Logistics'])(
  'C8 %j is looked for among companies and users',
  (typed) => {
    expect(checkFindText(typed)).toEqual({ kind: 'text', text: typed.trim() });
  },
);

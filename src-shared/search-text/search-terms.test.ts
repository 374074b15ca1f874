import fc from 'fast-check';
import { expect, test } from 'vitest';
import { containsTerm, marksIn, searchTerms } from './search-terms.ts';

const id = 'ada9f3c1-6bad-4f2a-9ada-0a1b2c3db7e4';
const isFound = (value: string, typed: string): boolean =>
  searchTerms(typed).every((term) => containsTerm(value, term));

test.each([
  ['Łódzkie Meble', ' łÓDZ ', true],
  ['Zürich Bakery', 'ZURICH', true],
  ['ada@aurora.example', 'Ada', true],
  ['Tern & Tide', 'tide tern', true],
  ['Tern & Tide', 'tern ada', false],
  // Letters alone are a name, and tables don't show the middle of an ID.
  [id, 'ada', false],
  [id, 'ada9', true],
  [id, '9f3c', false],
  [id, 'b7e4', true],
  [id, 'ADA9F3C1-6bad', true],
  [id, 'ada9f3c1…b7e4', true],
  [id, 'ada9f3c1…b7e5', false],
  [id, `ferry://migrations/${id}`, true],
])('a search in %j for %j gives the result %j', { tags: ['@C8', '@C32'] }, (value, typed, found) => {
  expect(isFound(value, typed)).toBe(found);
});

test('exactly the found characters are marked', { tags: '@C8' }, () => {
  const shown = (value: string, typed: string) =>
    marksIn(value, searchTerms(typed)).map(([from, to]) => value.slice(from, to));
  expect(shown('Łódzkie Meble', 'lodz')).toEqual([]);
  expect(shown('Zürich Bakery', 'ich bake')).toEqual(['ich', 'Bake']);
  expect(shown('Straße', 'ss')).toEqual([]);
  expect(shown('ﬁsh', 'fi')).toEqual(['ﬁ']);
  expect(shown(id, 'ada9f3c1')).toEqual(['ada9f3c1']);
  expect(shown(id, 'b7e4')).toEqual(['b7e4']);
  expect(shown(id, 'ada')).toEqual([]);
});

test('marks are in order, separate and inside the string', { tags: '@C8' }, () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme', maxLength: 6 }), (value, typed) => {
      let end = 0;
      for (const [from, to] of marksIn(value, searchTerms(typed))) {
        expect(from).toBeGreaterThanOrEqual(end);
        expect(to).toBeGreaterThan(from);
        end = to;
      }
      expect(end).toBeLessThanOrEqual(value.length);
    }),
    { numRuns: 500 },
  );
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { directionOf } from './text-direction.ts';

const latin = [...'abzÉß09 .-_'];
const hebrew = [...'אבגשת'];
const arabic = [...'ابتشركة٣'];
/** Words of one direction or of both, as names of companies and people come. */
const words = fc
  .array(fc.constantFrom(...latin, ...hebrew, ...arabic, '(', ')', '״', '…'), { maxLength: 30 })
  .map((letters) => letters.join(''));

test('direction: an address reads from left to right whatever its letters are', { tags: '@C21' }, () => {
  fc.assert(
    fc.property(words, words, (local, domain) => {
      expect(directionOf(`${local}@${domain}`)).toBe('ltr');
    }),
  );
});

test('direction: what is no address reads as it begins, and so does what is not there', { tags: '@C21' }, () => {
  fc.assert(
    fc.property(words, (text) => {
      expect(directionOf(text)).toBe('auto');
    }),
  );
  expect(directionOf(null)).toBe('auto');
  expect(directionOf(undefined)).toBe('auto');
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { directionOf } from './text-direction.ts';

const latin = [...'abzÉß09 .-_'];
const hebrew = [...'אבגשת'];
const arabic = [...'ابتشركة٣'];
/** Words of one direction or mixed, as in names of companies and users. */
const words = fc
  .array(fc.constantFrom(...latin, ...hebrew, ...arabic, '(', ')', '״', '…'), { maxLength: 30 })
  .map((letters) => letters.join(''));

test('URLs and email addresses are always shown left to right', { tags: '@C21' }, () => {
  fc.assert(
    fc.property(words, words, (local, domain) => {
      expect(directionOf(`${local}@${domain}`)).toBe('ltr');
    }),
  );
});

test(
  "strings that aren't URLs or email addresses, and missing strings, use the automatic direction",
  { tags: '@C21' },
  () => {
    fc.assert(
      fc.property(words, (text) => {
        expect(directionOf(text)).toBe('auto');
      }),
    );
    expect(directionOf(null)).toBe('auto');
    expect(directionOf(undefined)).toBe('auto');
  },
);

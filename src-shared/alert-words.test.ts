import fc from 'fast-check';
import { expect, test } from 'vitest';
import { withoutMarkup } from './alert-words.ts';

test('a notification contains no markup, whatever the status and profile name', { tags: ['@C50', '@T44'] }, () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(withoutMarkup(text)).not.toMatch(/[<>&]/);
      expect(withoutMarkup(text)).toHaveLength(text.length);
    }),
  );
  expect(withoutMarkup('It was <a href="https://x.example">Failed</a> & more')).toBe(
    'It was ＜a href="https://x.example"＞Failed＜/a＞ ＆ more',
  );
});

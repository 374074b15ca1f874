import fc from 'fast-check';
import { expect, test } from 'vitest';
import { manyWords, withoutMarkup } from './alert-words.ts';

test.each([
  ['FAILED', '12 migrations failed within 1 h'],
  ['COMPLETED_WITH_FAILURES', '12 migrations completed with failures within 1 h'],
  ['PENDING_USER_INPUT', '12 migrations changed to Pending user input within 1 h'],
])('an alert about several migrations is a sentence: %s', { tags: '@C50' }, (status, words) => {
  expect(manyWords(12, status)).toBe(words);
});

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

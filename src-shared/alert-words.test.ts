import fc from 'fast-check';
import { expect, test } from 'vitest';
import { withoutMarkup } from './alert-words.ts';

test(
  'whatever a status or a profile is called, the body of a notification holds no markup',
  { tags: ['@C50', '@T44'] },
  () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(withoutMarkup(text)).not.toMatch(/[<>&]/);
        expect(withoutMarkup(text)).toHaveLength(text.length);
      }),
    );
    expect(withoutMarkup('It was <a href="https://x.example">Failed</a> & more')).toBe(
      'It was ＜a href="https://x.example"＞Failed＜/a＞ ＆ more',
    );
  },
);

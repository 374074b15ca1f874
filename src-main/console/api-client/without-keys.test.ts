import { expect, test } from 'vitest';
import { createRedactor } from '../log/redactor.ts';
import { createTextWithoutKeys } from './without-keys.ts';

test('a key is removed wherever a response is split, and all other text stays', { tags: ['@C1', '@T26'] }, () => {
  const key = 'ferry_test_0123456789abcdef';
  const redactor = createRedactor();
  redactor.hold('profile', key);
  const bytes = Buffer.from(`\ufeff{"é":"${key}"}\n\n"${key}😀"\r\n${key}`);
  for (let length = 1; length <= bytes.length; length += 1) {
    const text = createTextWithoutKeys(redactor);
    for (let from = 0; from < bytes.length; from += length) text.add(bytes.subarray(from, from + length));
    expect(text.end()).toBe('\ufeff{"é":"[redacted]"}\n\n"[redacted]😀"\r\n[redacted]');
  }
});

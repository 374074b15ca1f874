import { expect, test } from 'vitest';
import { readHours } from './hours.ts';

test('stuck hours can be 0.1 to 2,000, with a point or a comma', { tags: '@W9' }, () => {
  expect(['1', ' 24 ', '0.5', '1,5', '2000'].map(readHours)).toEqual([1, 24, 0.5, 1.5, 2000]);
});

test.each(['', '0', '0.05', '2001', '-1', '1e2', 'NaN', '1 h', '12345'])(
  'invalid stuck hours are rejected: %j',
  { tags: '@W9' },
  (text) => {
    expect(readHours(text)).toBeNull();
  },
);

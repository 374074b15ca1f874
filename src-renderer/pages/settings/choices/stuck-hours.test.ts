import { expect, test } from 'vitest';
import { readHours } from './stuck-hours.tsx';

test('W9 hours from 0.1 to 2,000, with a point or a comma', () => {
  expect(['1', ' 24 ', '0.5', '1,5', '2000'].map(readHours)).toEqual([1, 24, 0.5, 1.5, 2000]);
});

test.each(['', '0', '0.05', '2001', '-1', '1e2', 'NaN', '1 h', '12345'])('W9 no hours: %j', (text) => {
  expect(readHours(text)).toBeNull();
});

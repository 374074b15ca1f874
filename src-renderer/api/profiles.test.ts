import { expect, test } from 'vitest';
import { hostText } from './profiles.ts';

test('the connection line shows host and port only', { tags: '@C5' }, () => {
  expect(hostText('http://127.0.0.1:43117/base')).toBe('127.0.0.1:43117');
  expect(hostText('https://api.ferry.example')).toBe('api.ferry.example');
});

test('a missing or invalid base URL shows nothing', { tags: '@C5' }, () => {
  expect([hostText(null), hostText('not an address')]).toEqual([null, null]);
});

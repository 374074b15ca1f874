import { expect, test } from 'vitest';
import { hostText } from './profiles.ts';

test('C5 the connection line shows host and port only', () => {
  expect(hostText('http://127.0.0.1:43117/base')).toBe('127.0.0.1:43117');
  expect(hostText('https://api.ferry.example')).toBe('api.ferry.example');
});

test('C5 no address, or one that makes no sense, shows nothing', () => {
  expect([hostText(null), hostText('not an address')]).toEqual([null, null]);
});

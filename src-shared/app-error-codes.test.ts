import { expect, test } from 'vitest';
import { appErrorCodes, asksForKey, canPass, isUnanswered } from './app-error-codes.ts';

test('C12 C33 the errors that can pass by themselves, and no others', () => {
  expect(appErrorCodes.filter(canPass)).toEqual([
    'rate_limited',
    'service_failed',
    'unreadable_reply',
    'offline',
    'timeout',
    'sandbox_unavailable',
  ]);
});

test('C12 no answer can become one, and a key does not come by itself', () => {
  expect(appErrorCodes.filter((code) => isUnanswered(code) && !canPass(code))).toEqual([]);
  expect(appErrorCodes.filter((code) => asksForKey(code) && canPass(code))).toEqual([]);
});

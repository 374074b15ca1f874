import { expect, test } from 'vitest';
import { appErrorCodes, asksForKey, canPass, isUnanswered } from './app-error-codes.ts';

test('the errors that can pass by themselves, and no others', { tags: ['@C12', '@C33'] }, () => {
  expect(appErrorCodes.filter(canPass)).toEqual([
    'rate_limited',
    'service_failed',
    'unreadable_reply',
    'offline',
    'timeout',
    'sandbox_unavailable',
  ]);
});

test('no answer can become one, and a key does not come by itself', { tags: '@C12' }, () => {
  expect(appErrorCodes.filter((code) => isUnanswered(code) && !canPass(code))).toEqual([]);
  expect(appErrorCodes.filter((code) => asksForKey(code) && canPass(code))).toEqual([]);
});

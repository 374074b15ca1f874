import { expect, test } from 'vitest';
import { appErrorCodes, requiresKey, canPass, isUnanswered } from './app-error-codes.ts';

test('exactly six error codes are transient', { tags: ['@C12', '@C33'] }, () => {
  expect(appErrorCodes.filter(canPass)).toEqual([
    'rate_limited',
    'service_failed',
    'unreadable_reply',
    'offline',
    'timeout',
    'sandbox_unavailable',
  ]);
});

test("errors without a response are transient, and missing-key errors aren't", { tags: '@C12' }, () => {
  expect(appErrorCodes.filter((code) => isUnanswered(code) && !canPass(code))).toEqual([]);
  expect(appErrorCodes.filter((code) => requiresKey(code) && canPass(code))).toEqual([]);
});

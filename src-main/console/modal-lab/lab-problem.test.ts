import { expect, test } from 'vitest';
import type { AppErrorCode } from '#shared/app-error-codes.ts';
import { problemOfBackend, problemOfSdk, withoutModalAddress } from './lab-problem.ts';

test.each([
  ['reply_lost', 'reply_lost'],
  ['unauthorized', 'key_refused'],
  ['forbidden', 'key_lacks_right'],
  ['no_key', 'key_refused'],
  ['keychain_locked', 'key_refused'],
  ['read_only', 'not_allowed'],
  ['offline', 'service_down'],
  ['service_failed', 'service_down'],
  ['certificate', 'service_down'],
  ['invalid_request', 'refused'],
] as const)('the backend error %s is shown as %s', { tags: '@C16' }, (code: AppErrorCode, problem) => {
  expect(problemOfBackend({ code, at: '2026-11-21T12:00:00.000Z' })).toBe(problem);
});

test.each([
  ['link_token_used', 'link_token_used'],
  ['link_token_expired', 'link_token_expired'],
  ['network', 'service_down'],
  ['blocked', 'blocked'],
  ['aborted', null],
  ['backend', null],
  ['a code of tomorrow', 'refused'],
])('the modal error %s is shown as %s', { tags: '@C16' }, (code, problem) => {
  expect(problemOfSdk(code)).toBe(problem);
});

test('the log of the lab has no modal URL', { tags: ['@C17', '@T7'] }, () => {
  expect(withoutModalAddress('No response from http://127.0.0.1:4100/modal/wdvT-94Ngm7wYzdX.')).toBe(
    'No response from http://127.0.0.1:4100',
  );
  const api = 'https://api.example/base/api/v1/access-token answered 401: no';
  expect(withoutModalAddress(api)).toBe(api);
});

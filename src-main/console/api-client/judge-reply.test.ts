import { expect, test } from 'vitest';
import { readErrorMessage } from './judge-reply.ts';

test.each([
  ['flat', '{"type":"api_error","message":"The key is not valid."}', 'The key is not valid.'],
  ['nested', '{"error":{"code":"invalid_parameter","message":"page must be 1 or more"}}', 'page must be 1 or more'],
  ['plain text', 'upstream is\n  busy', 'upstream is busy'],
  ['HTML', '<!doctype html><h1>502</h1>', null],
  ['empty', '', null],
  ['JSON without a message', '{"ok":false}', null],
  ['a JSON string', '"no"', '"no"'],
])('the message of an error body is read, if it has one: %s', { tags: '@C11' }, (_name, text, message) =>
  expect(readErrorMessage(text)).toBe(message),
);

test('a long error message is truncated', { tags: '@C11' }, () =>
  expect(readErrorMessage('x'.repeat(9_999))).toHaveLength(500),
);

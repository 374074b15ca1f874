import { expect, test } from 'vitest';
import { createRedactor } from './redactor.ts';

test('the redactor still finds a replaced or removed key after any number of tokens', { tags: ['@C1', '@T26'] }, () => {
  const redactor = createRedactor();
  redactor.hold('profile', 'first-key-0123');
  redactor.hold('profile', 'second-key-0123');
  redactor.hold('profile', null);
  for (let count = 0; count < 1_000; count += 1) redactor.learn(`a token of a service, number ${count}`);
  expect(redactor.text('first-key-0123 second-key-0123')).toBe('[redacted] [redacted]');
});

test('withoutKeys removes keys and nothing else', { tags: ['@C1', '@T26'] }, () => {
  const redactor = createRedactor();
  redactor.hold('profile', 'canary+key/0123456789');
  redactor.learn('a-link-token-0123456789');
  const reply = '{"link_token":"a-link-token-0123456789","note":"Bearer abcdefgh12345678 \\u0041 %41 &amp;"}';
  expect(redactor.withoutKeys(reply)).toBe(reply);
  expect(redactor.withoutKeys('{"id":"canary\\u002bkey/0123456789"}')).toBe('{"id":"[redacted]"}');
});

test('no response can make the redactor slow', { tags: ['@C1', '@T26'] }, () => {
  const redactor = createRedactor();
  redactor.hold('profile', 'ferry_live_0123456789abcdef');
  for (let count = 0; count < 64; count += 1) redactor.learn(`${'ab'.repeat(count)}token-${count}`);
  for (let count = 0; count < 64; count += 1) redactor.learn(`${'abcde'.repeat(500)}${count}`);
  const size = 256 * 1024;
  const fill = (piece: string): string => piece.repeat(size / piece.length);
  const bodies = [
    'a.',
    'a-',
    'token ',
    '"token',
    '&a',
    'a://',
    'a://b:',
    'a://b:a:1@',
    'Bearer ',
    '%25',
    '\\u005c',
    '&amp;',
    'ab',
    'abcde',
    '\n',
  ];
  const slowest = bodies
    .map((piece) => {
      // Measures CPU time, because the elapsed time depends on the other work of the device.
      const before = process.threadCpuUsage();
      redactor.text(`token :// = ? Bearer ${fill(piece)}`);
      redactor.withoutKeys(fill(piece));
      const { user, system } = process.threadCpuUsage(before);
      return { piece, ms: (user + system) / 1_000 };
    })
    .sort((a, b) => b.ms - a.ms)[0];
  expect(slowest?.ms, slowest?.piece).toBeLessThan(500);
});

test('the redactor replaces every value under a secret name and keeps the rest', { tags: ['@C1', '@T5'] }, () => {
  const redactor = createRedactor();
  const value = {
    link_token: 'abc',
    nested: [{ 'X-Api-Key': 12, accessToken: { deep: 'x' }, tokenCount: 3 }],
    id: 'm1',
  };
  expect(redactor.value(value)).toEqual({
    link_token: '[redacted]',
    nested: [{ 'X-Api-Key': '[redacted]', accessToken: '[redacted]', tokenCount: 3 }],
    id: 'm1',
  });
});

test.each([
  ['Authorization: Bearer abcdefgh12345678', 'abcdefgh12345678'],
  ['key ferry_live_9s8d7f was used', '9s8d7f'],
  ['https://user:pass-word@example.com/x', 'pass-word'],
  ['https://user:a@pass-word@example.com/x', 'pass-word'],
  [`https://user:${'a/'.repeat(400)}pass-word@example.com/x`, 'pass-word'],
  ['GET /a?page=1&access_token=zzzz-1111&x=2', 'zzzz-1111'],
  ['http://127.0.0.1:1234/#start=s3cr3t-start', 's3cr3t-start'],
  ['{"link_token":"opaque\\"quoted"}', 'opaque'],
  ['apiKey=0123456789abcdef', '0123456789abcdef'],
])('the redactor recognizes an unknown secret by its form: %s', { tags: ['@C1', '@T5'] }, (text, secret) => {
  expect(createRedactor().text(text)).not.toContain(secret);
});

test('redacting twice changes nothing more, and plain sentences stay unchanged', () => {
  const redactor = createRedactor();
  const redactedOnce = redactor.text('Bearer abcdefgh12345678 at https://a:b@c.de/?token=qwertz123456');
  expect(redactor.text(redactedOnce)).toBe(redactedOnce);
  const sentence = 'GET /api/v1/migrations?page=2&page_size=25 answered 200 in 31 ms; the token was not sent.';
  expect(redactor.text(sentence)).toBe(sentence);
});

test('the redactor finishes for a cycle, a throwing getter and a deep chain', () => {
  const loop: Record<string, unknown> = {
    get broken(): unknown {
      throw new TypeError('no');
    },
  };
  loop['self'] = loop;
  let deepValue: unknown = 'bottom';
  for (let level = 0; level < 10_000; level += 1) deepValue = { deep: deepValue };
  expect(createRedactor().value(loop)).toEqual({ broken: '[unreadable]', self: '[circular]' });
  expect(JSON.stringify(createRedactor().value(deepValue))).toContain('[deeper]');
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readBaseAddress } from './base-address.ts';

const host = fc.oneof(
  fc.domain(),
  fc.constantFrom(
    '127.0.0.1',
    '127.9.8.7',
    'localhost',
    '[::1]',
    '127.0.0.1.evil.example',
    'localhost.evil.example',
    '0.0.0.0',
    '10.0.0.1',
    '[::2]',
  ),
);
const loopback = new Set(['127.0.0.1', '127.9.8.7', 'localhost', '[::1]']);
/** Generates a part that is usually empty, so that many generated URLs are valid. */
const mostlyUndefined = (...odd: readonly string[]) =>
  fc.oneof({ weight: 3, arbitrary: fc.constant('') }, { weight: 1, arbitrary: fc.constantFrom(...odd) });
const odd = ['?', '?a=b', '#', '#x', '\\', ' /x', '\t', '\n', '\u0000'];
const parts = fc.record({
  scheme: fc.constantFrom('https', 'https', 'HTTPS', 'http', 'ftp', 'file', 'javascript', 'ws', ''),
  user: mostlyUndefined('me@', 'me:secret@', '@', ':@'),
  host,
  port: fc.constantFrom('', '', ':8443', ':1', ':65535', ':65536', ':x'),
  path: fc.constantFrom('', '/', '/v2', '/v2/', '/a//b', '/..'),
  end: mostlyUndefined(...odd),
});

test('a base URL is https, or http on loopback, and has no hidden parts (1,000 URLs)', { tags: ['@C5', '@T9'] }, () => {
  let accepted = 0;
  fc.assert(
    fc.property(parts, ({ scheme, user, host: name, port, path, end }) => {
      const result = readBaseAddress(`${scheme}://${user}${name}${port}${path}${end}`);
      const isValidAddress = user === '' && end.trim() === '' && port !== ':65536' && port !== ':x';
      const isSafe = scheme.toLowerCase() === 'https' || (scheme === 'http' && loopback.has(name));
      expect(result.ok).toBe(isValidAddress && isSafe && !(end === '\u0000'));
      if (!result.ok) return;
      accepted += 1;
      const url = new URL(result.baseURL);
      expect(result.baseURL).not.toMatch(/[@?#\\\s]|\/$/);
      expect(url.origin).toBe(result.origin);
      expect(url.hostname).toBe(name.toLowerCase());
      expect([url.username, url.password, url.search, url.hash]).toEqual(['', '', '', '']);
      expect(readBaseAddress(result.baseURL)).toEqual(result);
    }),
    { numRuns: 1_000 },
  );
  expect(accepted).toBeGreaterThan(50);
});

test.each([
  ['https:api.example.com', 'https://'],
  ['https:///api.example.com', 'host name'],
  ['//api.example.com', 'https://'],
  ['https://api.exa\nmple.com', 'invisible character'],
  ['https://api.example.com\\@evil.example', 'backslash'],
  ['https://api.example.com@evil.example', 'user name'],
  ['http://api.example.com', 'https'],
  ['https://api.example.com?x', 'everything after them'],
  ['https://api.example.com:99999', 'up to 65535'],
  ['', 'https://api.example.com'],
  ['http://2130706434.example', 'https'],
])('the base URL %j is rejected with a reason', { tags: ['@C5', '@T9'] }, (text, reason) => {
  const result = readBaseAddress(text);
  expect(result).toMatchObject({ ok: false });
  expect(result.ok ? '' : result.problem).toContain(reason);
  // The message names the problem, then says what to enter.
  expect(result.ok ? '' : result.problem).toMatch(/^(?:[A-Z].+ )?(?:Enter|Type|Remove|Use)\b.+\.$/);
});

test('the console shows a base URL exactly as requests use it', { tags: '@C5' }, () => {
  expect(readBaseAddress(' HTTPS://API.Example.com:443/v2/ ')).toEqual({
    ok: true,
    baseURL: 'https://api.example.com/v2',
    origin: 'https://api.example.com',
  });
  // Cyrillic letters that look like Latin letters are shown in encoded form.
  expect(readBaseAddress('https://аррӏе.example')).toMatchObject({ baseURL: 'https://xn--80ak6aa92e.example' });
});

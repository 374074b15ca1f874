import { expect, test } from 'vitest';
import { jsonTokens } from './code-block.tsx';

const printed = (json: string) =>
  jsonTokens(json)
    .map(({ text }) => text)
    .join('');

test('JSON is laid out with one member per line', { tags: '@C34' }, () => {
  expect(printed('{"a":1,"b":[true,null],"c":{},"d":[]}')).toBe(
    '{\n  "a": 1,\n  "b": [\n    true,\n    null\n  ],\n  "c": {},\n  "d": []\n}',
  );
});

test('numbers and escapes of JSON stay unchanged', () => {
  expect(printed('{"n":12345678901234567890,"f":2.50,"s":"a\\"b\\u00e9 c"}')).toBe(
    '{\n  "n": 12345678901234567890,\n  "f": 2.50,\n  "s": "a\\"b\\u00e9 c"\n}',
  );
});

test('keys and strings of JSON look different, and a colon inside a string changes nothing', () => {
  const kinds = jsonTokens('{"a:b":"c:{}"}')
    .filter(({ kind }) => kind !== 'space' && kind !== 'mark')
    .map(({ kind, text }) => [kind, text]);
  expect(kinds).toEqual([
    ['key', '"a:b"'],
    ['string', '"c:{}"'],
  ]);
});

test('truncated or invalid JSON stays readable', () => {
  expect(printed('{"a":"cut of')).toContain('"a": ');
  expect(printed('<html>no json</html>')).toContain('<html>no');
  expect(printed('')).toBe('');
});

test('the nesting of JSON is shown up to a limit', () => {
  expect(printed('['.repeat(5000)).length).toBeLessThan(600_000);
});

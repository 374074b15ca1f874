import { expect, test } from 'vitest';
import { httpAddress, isoInstant, wholeNumber } from './flags.ts';

test.each(['', 'x', '-1', '1.5', '1e2', ' 1', '70000'])('X3 flags: "%s" is no port', (text) => {
  expect(() => wholeNumber(0, 65_535)(text)).toThrow('It must be a whole number from 0 to 65535.');
});

test.each(['', 'yesterday', '2026-13-01', '2026-11-20 14:32', '1700000000000'])(
  'X3 flags: "%s" is no instant',
  (text) => {
    expect(() => isoInstant(text)).toThrow('It must be an ISO 8601 date or time');
  },
);

test('X3 flags: instants are read with any offset', () => {
  expect(isoInstant('2026-11-20T15:32:00+01:00')).toBe(Date.parse('2026-11-20T14:32:00Z'));
  expect(isoInstant('2026-11-20')).toBe(Date.parse('2026-11-20T00:00:00Z'));
});

test.each(['ftp://x.example', 'x.example', 'https://x.example/?a=1', 'https://user@x.example'])(
  'X3 flags: "%s" is no public address',
  (text) => expect(() => httpAddress(text)).toThrow('It must be an address such as'),
);

import { describe, expect, test } from 'vitest';
import { isUuid, looksLikeUuid, normalizeId, shortIdOf, shortIdText } from './ids.tsx';

const id = '8f3c1d02-6b1e-4f2a-9c3d-0a1b2c3db7e4';

describe('short IDs', () => {
  test('an ID is shortened to its first eight and last four characters', () => {
    expect(shortIdOf(id)).toEqual({ head: '8f3c1d02', tail: 'b7e4' });
    expect(shortIdText(id)).toBe('8f3c1d02…b7e4');
  });

  test('an ID that would not get shorter stays whole', () => {
    expect(shortIdText('LL-2049381')).toBe('LL-2049381');
    expect(shortIdText('')).toBe('');
  });
});

describe('UUIDs', { tags: '@C8' }, () => {
  test('a UUID is found in pasted text', () => {
    expect(isUuid(normalizeId(`  ${id.toUpperCase()}\n`))).toBe(true);
    expect(looksLikeUuid(id.toUpperCase())).toBe(true);
  });

  test.each(['', 'ops@halden.example', id.slice(1), `${id}0`, id.replaceAll('-', ''), id.replace('8', 'g')])(
    '%j is not a UUID',
    (text) => {
      expect(isUuid(text)).toBe(false);
    },
  );
});

import { describe, expect, test } from 'vitest';
import { changedAt, fingerprint, keyOf, withOtherUid } from './item-content.ts';

const card = (...lines: string[]): Buffer =>
  Buffer.from(['BEGIN:VCARD', 'VERSION:3.0', ...lines, 'END:VCARD', ''].join('\r\n'));
const plain = card('UID:1', 'FN:Ada Lovelace', 'TEL;TYPE=home,work:1', 'NOTE:a\\, b');

describe('X29 an item and what a server made of it', () => {
  test.each([
    ['another order', card('NOTE:a\\, b', 'TEL;TYPE=work,home:1', 'FN:Ada Lovelace', 'UID:1')],
    ['folded lines', Buffer.from(plain.toString().replace('Lovelace', 'Love\r\n lace'))],
    ['line ends', Buffer.from(plain.toString().replaceAll('\r\n', '\n'))],
    [
      'names in lower case, quotes, an own stamp',
      card('uid:1', 'FN:Ada Lovelace', 'TEL;type="home,work":1', 'NOTE:a, b', 'REV:20260101T000000Z'),
    ],
  ])('are the same in %s', (_name, other) => {
    expect(fingerprint(other)).toBe(fingerprint(plain));
  });

  test.each([
    ['a value', card('UID:1', 'FN:Ada Lovelacf', 'TEL;TYPE=home,work:1', 'NOTE:a\\, b')],
    ['a line less', card('UID:1', 'FN:Ada Lovelace', 'TEL;TYPE=home,work:1')],
    ['a line twice', card('UID:1', 'FN:Ada Lovelace', 'TEL;TYPE=home,work:1', 'TEL;TYPE=home,work:1', 'NOTE:a\\, b')],
    ['a parameter', card('UID:1', 'FN:Ada Lovelace', 'TEL;TYPE=home:1', 'NOTE:a\\, b')],
  ])('differ by %s', (_name, other) => {
    expect(fingerprint(other)).not.toBe(fingerprint(plain));
  });

  test.each([
    [
      'a line without a name',
      'NOTE;ENCODING=QUOTED-PRINTABLE:Gr=C3=BC=\r\n=C3=9Fe',
      'NOTE;ENCODING=QUOTED-PRINTABLE:Gr=C3=BC=',
    ],
    ['a line whose quotes do not end', 'NOTE;X="a:b', 'NOTE;X="a:c'],
    ['a backslash that turns into a line break', 'NOTE:C:\\\\new', 'NOTE:C:\\new'],
  ])('differ where %s is lost', (_name, before, after) => {
    expect(fingerprint(card(before))).not.toBe(fingerprint(card(after)));
  });

  test('X29 [security] (T93) hostile lines take no longer than others of their length', () => {
    const length = 2_000_000;
    for (const line of [
      `NOTE:${';'.repeat(length)}x`,
      'x'.repeat(length),
      `NOTE${';"'.repeat(length / 2)}`,
      `NOTE:${'\\'.repeat(length)}`,
      `UID:a${'\r\n b'.repeat(length / 4)}`,
      'REV'.repeat(length / 3),
    ]) {
      const content = card(line);
      const begin = process.cpuUsage();
      expect(fingerprint(content)).toMatch(/^[0-9a-f]{32}$/);
      expect(changedAt(withOtherUid(content, 'new'))).toBe(0);
      const { user, system } = process.cpuUsage(begin);
      expect((user + system) / 1_000_000).toBeLessThan(20);
    }
  });

  test('another UID is in every part, and nothing else is another', () => {
    const text = withOtherUid(card('UID:long\r\n er', 'FN:Ada', 'UID;X=1:2'), 'new').toString();
    expect(text.match(/^UID.*$/gm)?.map((line) => line.trim())).toEqual(['UID:new', 'UID:new']);
    expect(text).toContain('FN:Ada');
  });

  test('the latest change counts, in any spelling', () => {
    expect(changedAt(card('REV:2026-02-01T10:00:00Z', 'REV:20260101T000000Z'))).toBe(
      Date.parse('2026-02-01T10:00:00Z'),
    );
    expect(changedAt(plain)).toBe(0);
  });

  test('keys of parts do not run into each other', () => {
    expect(keyOf('a', 'b')).not.toBe(keyOf('ab'));
    expect(keyOf('../../x')).toMatch(/^[0-9a-f]{32}$/);
  });
});

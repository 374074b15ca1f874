import fc from 'fast-check';
import { expect, test } from 'vitest';
import { idsIn } from './ids-in.ts';

const uuids = fc.uuid();
/** Ways in which an ID can appear in a copied string. */
const forms = fc.constantFrom<(id: string) => string>(
  (id) => id,
  (id) => id.toUpperCase(),
  (id) => `"${id}"`,
  (id) => `'${id}'`,
  (id) => `“${id}”`,
  (id) => `<${id}>`,
  (id) => `{${id}}`,
  (id) => `urn:uuid:${id}`,
  (id) => `ferry://migrations/${id}`,
  (id) => `https://console.example/#/migrations?open=${id}&view=all`,
  (id) => `migration=${id}.`,
  (id) => id.replaceAll('-', ''),
  (id) => id.replaceAll('-', '\u2011'),
  (id) => `\u200b${id}\u00a0`,
);
const separators = fc.constantFrom(', ', ',', ';', '\t', '\n', '\r\n', ' | ', ' and ', '\n\n', ';\n', '",\n"', '  ');
const writtenArbitrary = fc.array(fc.record({ id: uuids, form: forms, separator: separators }), { maxLength: 60 });
const textOf = (parts: readonly { id: string; form: (id: string) => string; separator: string }[]) =>
  parts.map(({ id, form, separator }) => form(id) + separator).join('');

test('IDs are found in any notation, each ID once, in order', { tags: '@C46' }, () => {
  fc.assert(
    fc.property(writtenArbitrary, (parts) => {
      const { ids, count } = idsIn(textOf(parts));
      const wanted = [...new Set(parts.map(({ id }) => id))];
      expect(ids).toEqual(wanted);
      expect(count).toBe(wanted.length);
    }),
  );
});

test('a duplicate ID is reported, and every part has its position', { tags: '@C46' }, () => {
  fc.assert(
    fc.property(writtenArbitrary, fc.array(fc.nat(), { maxLength: 20 }), (parts, again) => {
      const all = [...parts, ...again.flatMap((at) => (parts.length > 0 ? (parts[at % parts.length] ?? []) : []))];
      const text = textOf(all);
      const { pieces, repeated } = idsIn(text);
      const times = new Map<string, number>();
      for (const { id } of all) times.set(id, (times.get(id) ?? 0) + 1);
      expect(new Set(repeated)).toEqual(new Set([...times].filter(([, count]) => count > 1).map(([id]) => id)));
      let end = 0;
      for (const piece of pieces) {
        expect(piece.from).toBeGreaterThanOrEqual(end);
        expect(text.slice(piece.from, piece.to)).toBe(piece.text);
        expect(text.slice(0, piece.from).split('\n')).toHaveLength(piece.line);
        end = piece.to;
      }
      expect(pieces.filter(({ kind }) => kind === 'id' || kind === 'repeat')).toHaveLength(all.length);
    }),
  );
});

test('IDs beyond the limit are counted, and the first IDs are used', { tags: '@C46' }, () => {
  fc.assert(
    fc.property(fc.uniqueArray(uuids, { maxLength: 40 }), fc.integer({ min: 1, max: 40 }), (all, max) => {
      const { ids, count, pieces } = idsIn(all.join('\n'), max);
      expect(ids).toEqual(all.slice(0, max));
      expect(count).toBe(all.length);
      expect(pieces.filter(({ kind }) => kind === 'over')).toHaveLength(Math.max(0, all.length - max));
    }),
  );
});

test('any input can be searched for IDs, and input without an ID gives an empty list', { tags: '@C46' }, () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 400 }), (text) => {
      for (const { from, to } of idsIn(text).pieces) expect(to).toBeGreaterThan(from);
    }),
  );
  // Ignores an ID inside a longer run of digits, which is a checksum or token.
  expect(idsIn(`${'a'.repeat(33)} 9${'0b7716ce-4aa1-4d1b-9f6e-2a7c5be0e9d2'}`).ids).toEqual([]);
});

const id = '0b7716ce-4aa1-4d1b-9f6e-2a7c5be0e9d2';
const unknownWords = (text: string) =>
  idsIn(text)
    .pieces.filter(({ kind }) => kind === 'other')
    .map(({ text: piece, line }) => `${piece}, line ${line}`);

test('an invalid string in place of an ID is reported with its line', { tags: '@C46' }, () => {
  expect(unknownWords(`${id}\nINV-20448\n${id}`)).toEqual(['INV-20448, line 2']);
  expect(unknownWords(`${id}, ${id}, INV-1, ${id}`)).toEqual(['INV-1, line 1']);
  expect(unknownWords('See 0b7716ce-4aa1-4d1b-9f6e-2a7c5be0e9d, it is stuck')).toEqual([
    '0b7716ce-4aa1-4d1b-9f6e-2a7c5be0e9d, line 1',
  ]);
});

test('prose, headers and other table cells are ignored', { tags: '@C46' }, () => {
  expect(unknownWords(`Hello,\n\non 20 Nov at 14:05 these 2 failed:\n${id}\nThanks\n`)).toEqual([]);
  expect(unknownWords(`Migration\tCreated\tStatus\n${id}\t2026-11-20\tFAILED\n`)).toEqual([]);
});

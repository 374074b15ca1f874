import fc from 'fast-check';
import { expect, test } from 'vitest';
import { foldText } from './fold-text.ts';
import { createIdPool } from './id-pool.ts';
import { createPace } from './pace.ts';
import { createTextPool } from './text-pool.ts';

const pace = createPace();
const text = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 20 }),
  fc.constantFrom('Müller', 'MULLER', 'ada@example.com', '', ' ', '\u0000', 'x'.repeat(5_000), '👩‍🚀', 'שלום'),
);
const id = fc.oneof(
  fc.uuid(),
  fc.uuid().map((one) => one.toUpperCase()),
  fc.string({ maxLength: 8 }),
);

test('C33 a pool of texts gives each text one number, and the text for it', () => {
  fc.assert(
    fc.property(fc.array(text, { maxLength: 2_000 }), (texts) => {
      const pool = createTextPool();
      const codes = texts.map((one) => pool.intern(one));
      expect(codes.map((code) => pool.textAt(code) ?? '')).toEqual(texts.map((one) => one.toWellFormed()));
      expect(pool.size()).toBe(new Set(['', ...texts.map((one) => one.toWellFormed())]).size);
      expect(texts.map((one) => pool.find(one))).toEqual(codes);
      expect(pool.find('not there, whatever was generated')).toBe(-1);
    }),
    { numRuns: 30 },
  );
});

test('C33 a pool of ids gives each id one number, UUIDs or not', () => {
  fc.assert(
    fc.property(fc.array(id, { maxLength: 3_000 }), (ids) => {
      const pool = createIdPool(false);
      const codes = ids.map((one) => pool.intern(one));
      expect(codes.map((code) => pool.textAt(code) ?? '')).toEqual(ids);
      expect(pool.size()).toBe(new Set(ids).size);
      expect(ids.map((one) => pool.find(one))).toEqual(codes);
    }),
    { numRuns: 30 },
  );
});

test.each([
  ['texts', createTextPool, text],
  ['ids', () => createIdPool(true), id],
] as const)('C33 search in a pool of %s finds what a plain search finds', async (_name, make, one) => {
  const needle = fc.constantFrom('a', 'mull', '-4', 'ada@', '0', 'e-', 'שׁ', 'xx', '.');
  await fc.assert(
    fc.asyncProperty(fc.array(one, { maxLength: 300 }), needle, async (texts, part) => {
      const pool = make();
      for (const each of texts) pool.intern(each);
      const folded = foldText(part);
      const mask = await pool.matches(folded, pace);
      const found = Array.from({ length: pool.size() }, (_, code) => foldText(pool.textAt(code) ?? ''));
      expect(Array.from(mask, (bit) => bit === 1)).toEqual(found.map((each) => each !== '' && each.includes(folded)));
    }),
    { numRuns: 60 },
  );
});

test('C33 texts are put in order by their folded letters, "none" last, in small pools and in large ones', async () => {
  const byBytes = (a: string, b: string) => Buffer.compare(Buffer.from(foldText(a)), Buffer.from(foldText(b)));
  for (const count of [0, 1, 50, 6_000]) {
    const pool = createTextPool();
    const [texts] = fc.sample(fc.array(text, { minLength: count, maxLength: count, size: 'max' }), {
      numRuns: 1,
      seed: 7,
    });
    const shared = (texts ?? []).map((one, at) => (at % 2 === 0 ? `a long beginning that many share ${one}` : one));
    for (const one of shared) pool.intern(one.replaceAll('\0', ''));
    const ranks = await pool.ranks(pace);
    const codes = Array.from({ length: pool.size() - 1 }, (_, at) => at + 1);
    const sorted = codes.toSorted((a, b) => (ranks[a] ?? 0) - (ranks[b] ?? 0)).map((code) => pool.textAt(code) ?? '');
    for (let at = 1; at < sorted.length; at += 1) {
      expect(byBytes(sorted[at - 1] ?? '', sorted[at] ?? '')).toBeLessThanOrEqual(0);
    }
    expect(Math.max(0, ...codes.map((code) => ranks[code] ?? 0))).toBeLessThan(ranks[0] ?? 0);
  }
});

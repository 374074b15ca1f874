import fc from 'fast-check';
import { expect, test } from 'vitest';
import { foldText } from '#shared/search-text/fold-text.ts';
import { hasTerm, searchTerms } from '#shared/search-text/search-terms.ts';
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

/** Short, so that the end of one and the beginning of the next make a word that neither has. */
const asciiText = fc.oneof(
  fc.string({ maxLength: 20 }),
  fc.string({ unit: fc.constantFrom(...'aAdD@lmuMU-'), maxLength: 3 }),
);

test.each([
  ['texts', createTextPool, text],
  ['ASCII texts', createTextPool, asciiText],
  ['ids', () => createIdPool(true), id],
] as const)('C33 search in a pool of %s finds what a plain search finds', async (_name, make, one) => {
  const words = fc.constantFrom('a', 'mull', '-4', 'ada@', '0', 'e-', 'שׁ', 'xx', '.', 'ada', '8f3c1d02');
  // Ids of users are among texts; parts of ids are those of some that are there.
  const values = fc.array(fc.oneof(one, fc.uuid()), { maxLength: 300 });
  await fc.assert(
    fc.asyncProperty(values, words, fc.nat(), fc.integer({ min: 1, max: 36 }), async (texts, word, which, length) => {
      const pool = make();
      for (const each of texts) pool.intern(each);
      const some = texts[which % Math.max(1, texts.length)] ?? '';
      for (const typed of [word, some.slice(0, length), some.slice(-length), some.slice(3, length)]) {
        for (const term of searchTerms(typed)) {
          const mask = await pool.matches(term, pace);
          const found = Array.from({ length: pool.size() }, (_, code) => pool.textAt(code) ?? '');
          expect(Array.from(mask, (bit) => bit === 1)).toEqual(found.map((each) => each !== '' && hasTerm(each, term)));
        }
      }
    }),
    { numRuns: 60 },
  );
});

test.each(['', 'é'])(
  'C33 a word that begins in one text and ends in the next one is in neither: beside "%s"',
  async (beside) => {
    const pool = createTextPool();
    for (const each of ['ad', 'a.adA', beside, 'aad', 'ax', 'ADA', 'a']) pool.intern(each);
    const [term] = searchTerms('ada');
    if (!term) throw new Error('There is no word.');
    const mask = await pool.matches(term, pace);
    const found = Array.from(mask).flatMap((bit, code) => (bit === 1 ? [pool.textAt(code)] : []));
    expect(found).toEqual(['a.adA', 'ADA']);
  },
);

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

test('C33 places in the order are worked out once, and anew when a pool has grown', async () => {
  for (const pool of [createTextPool(), createIdPool(true)]) {
    for (const one of ['quay', 'bay', 'harbour']) pool.intern(one);
    const before = pool.ranks(pace);
    expect(pool.ranks(pace)).toBe(before);
    const [quay = 0, pier = 0] = [pool.intern('quay'), await before];
    expect(pool.ranks(pace)).toBe(before);
    expect(pier).toHaveLength(pool.size());
    pool.intern('a pier');
    const after = await pool.ranks(pace);
    expect(after).toHaveLength(pool.size());
    expect(after[quay]).toBeLessThan(after[0] ?? 0);
  }
});

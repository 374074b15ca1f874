import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createRedactor } from '#main/console/log/redactor.ts';
import { anyKey, encodings, opaqueKey } from '#test/fixtures/secrets/secret-encodings.ts';
import { findsSecret } from '#test/fixtures/secrets/secret-search.ts';
import { isSoak } from '#test/fixtures/values/samples.ts';

const runs = isSoak ? 10_000 : 300;
test.each(encodings)(
  'the redactor finds a registered key in any encoding: %s',
  { tags: ['@C1', '@T26', '@T5'] },
  (_name, encode) => {
    const surroundings = fc.record({ before: fc.string({ maxLength: 5 }) });
    fc.assert(
      fc.property(anyKey, fc.string({ maxLength: 20 }), surroundings, (secret, around, how) => {
        const redactor = createRedactor();
        redactor.hold('profile', secret);
        // Spaces surround the key, because adjacent characters could form an escape sequence with its first letters.
        const text = `${around} ${encode(secret, how)} ${around}`;
        for (const clean of [redactor.text(text), redactor.withoutKeys(text)]) {
          expect(findsSecret(clean, secret)).toBe(false);
          expect(clean).toContain('[redacted]');
        }
      }),
      { numRuns: runs },
    );
  },
);

test(
  'the redactor finds a stored key and the newest token after any number of tokens',
  { tags: ['@C1', '@T26'] },
  () => {
    fc.assert(
      fc.property(fc.array(opaqueKey, { minLength: 33, maxLength: 300 }), opaqueKey, (tokens, secret) => {
        const redactor = createRedactor();
        redactor.hold('profile', secret);
        for (const token of tokens) redactor.learn(token);
        expect(redactor.text(`echo ${secret}`)).not.toContain(secret);
        expect(redactor.withoutKeys(`echo ${secret}`)).not.toContain(secret);
        expect(redactor.text(`echo ${tokens.at(-1)}`)).not.toContain(tokens.at(-1));
      }),
      { numRuns: Math.ceil(runs / 10) },
    );
  },
);

test('a known key is found anywhere in nested data, errors, causes, stacks and URLs', { tags: ['@C1', '@T5'] }, () => {
  const places = fc.letrec<{ node: unknown }>((tie) => ({
    node: fc.oneof(
      { maxDepth: 5, withCrossShrink: true },
      fc.constantFrom('here', 1, null, undefined, true),
      fc.record({ a: tie('node'), b: tie('node') }),
      fc.array(tie('node'), { maxLength: 3 }),
      tie('node').map((inner) => new Map([['k', inner]])),
      tie('node').map((inner) => new Set([inner])),
      tie('node').map((innerError) => Object.assign(new Error('here', { cause: innerError }), { detail: innerError })),
      tie('node').map((inner) => new AggregateError([inner], 'here')),
      fc.constant(new URL('https://here:here@example.com/here?q=here#here')),
      fc.constant({ here: 1 }),
    ),
  })).node;
  const put = (value: unknown, secret: string): unknown => {
    if (typeof value === 'string') return value.replaceAll('here', secret);
    if (value instanceof URL) return new URL(value.href.replaceAll('here', encodeURIComponent(secret)));
    if (value instanceof Map) return new Map(Array.from(value, ([name, stored]) => [name, put(stored, secret)]));
    if (value instanceof Set) return new Set(Array.from(value, (stored) => put(stored, secret)));
    if (value instanceof AggregateError)
      return new AggregateError(
        value.errors.map((error) => put(error, secret)),
        secret,
      );
    if (value instanceof Error) {
      const copy = new Error(`failed with ${secret}`, { cause: put(value.cause, secret) });
      return Object.assign(copy, { detail: put((value as Error & { detail?: unknown }).detail, secret) });
    }
    if (Array.isArray(value)) return value.map((stored) => put(stored, secret));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, stored]) => [put(name, secret), put(stored, secret)]));
  };
  fc.assert(
    fc.property(places, opaqueKey, (shape, secret) => {
      const redactor = createRedactor();
      redactor.learn(secret);
      const clean = JSON.stringify(redactor.value(put(shape, secret))) ?? '';
      expect(findsSecret(clean, secret)).toBe(false);
    }),
    { numRuns: runs },
  );
});

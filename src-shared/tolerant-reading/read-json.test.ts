import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readJson } from './read-json.ts';

const nested = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels);

test('an endlessly nested response is refused before any code walks it', { tags: ['@C11', '@T1'] }, () => {
  expect(readJson(nested(100)).ok).toBe(true);
  expect(readJson(nested(101))).toEqual({ ok: false, problem: 'The response is nested more than 100 levels deep.' });
  expect(readJson('{"a":'.repeat(5_000_000)).ok).toBe(false);
});

test('brackets inside strings are ignored, whatever precedes the quotes', { tags: '@C11' }, () => {
  for (const text of [nested(400), `\\${nested(200)}\\`, `"${'['.repeat(200)}"`, `\\"${'{'.repeat(200)}`]) {
    expect(readJson(JSON.stringify({ text }))).toEqual({ ok: true, json: { text } });
  }
});

test('any JSON is parsed as JSON.parse does', { tags: '@C11' }, () => {
  const read = fc.property(fc.json({ maxDepth: 20 }), (text) => {
    expect(readJson(text)).toEqual({ ok: true, json: JSON.parse(text) as unknown });
  });
  fc.assert(read, { numRuns: 500 });
});

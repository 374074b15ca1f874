import fc from 'fast-check';
import { expect, test } from 'vitest';
import { states } from '../base/verification.ts';
import { junitReport } from './junit-report.ts';

/** Characters allowed in XML 1.0 (production 2), without surrogate pairs. */
const isAllowed = (code: number): boolean =>
  code === 0x9 ||
  code === 0xa ||
  code === 0xd ||
  (code >= 0x20 && code <= 0xd7ff) ||
  (code >= 0xe000 && code <= 0xfffd) ||
  code >= 0x10000;

/** Whether tags are nested correctly and text is escaped. */
function isWellFormed(document: string): boolean {
  if (![...document].every((one) => isAllowed(one.codePointAt(0) ?? 0))) return false;
  const open: string[] = [];
  const attribute = String.raw`\s+[a-z]+="(?:[^<>&"]|&(?:amp|lt|gt|quot|apos|#39);)*"`;
  const tag = new RegExp(`<(/?)([a-z]+)((?:${attribute})*)(/?)>`, 'g');
  const text = document
    .replace(/^<\?xml version="1\.0" encoding="UTF-8"\?>\n/, '')
    .replaceAll(tag, (_, end, name, _all, empty) => {
      if (end && open.pop() !== name) open.push('wrong');
      if (!end && !empty) open.push(String(name));
      return '';
    });
  return open.length === 0 && !/[<>]|&(?!(?:amp|lt|gt|quot|apos|#39);)/.test(text);
}

const textArbitrary = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({
    unit: fc.constantFrom(...'<>&"\'\u0000\u001b\u0085\u2028\ufffe\uffff\ud800\udc00]]>-', 'é', '😀', '\n'),
  }),
);

test('the JUnit report is valid XML for any response', { tags: '@W11' }, () => {
  const proof = fc.record({
    id: textArbitrary,
    group: fc.constant('contract' as const),
    title: textArbitrary,
    state: fc.constantFrom(...states),
    found: textArbitrary,
    places: fc.array(textArbitrary, { maxLength: 3 }),
    rule: textArbitrary,
    durationMs: fc.nat(),
  });
  fc.assert(
    fc.property(fc.array(proof, { maxLength: 4 }), (proofs) => {
      const run = {
        version: '1',
        baseURL: 'https://x.example',
        at: '2026-11-22T00:00:00.000Z',
        durationMs: 1,
        exitCode: 0,
        proofs,
      };
      expect(isWellFormed(junitReport(run))).toBe(true);
    }),
  );
  expect(isWellFormed('<a>&</a>')).toBe(false);
  expect(isWellFormed('<a><b></a></b>')).toBe(false);
});

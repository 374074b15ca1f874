import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { findTaggedTests } from './find-tagged-tests.ts';
import { securityDocument } from './security-document.ts';

const root = mkdtempSync(path.join(tmpdir(), 'ferry-docs-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));
const tag = (name: string): string => `[${name}]`;

test('docs:security: titles are found in every form, and nothing else is', () => {
  mkdirSync(path.join(root, 'test', 'x'), { recursive: true });
  writeFileSync(
    path.join(root, 'test', 'x', 'a.test.ts'),
    [
      `test('C1 ${tag('security')} it\\'s so', () => {});`,
      `test.each([1])(\`C2 ${tag('fault')} %s times\`, () => {});`,
      "test('no tag', () => {});",
    ].join('\n'),
  );
  expect(findTaggedTests(root)).toEqual([
    { title: `C1 ${tag('security')} it's so`, file: 'test/x/a.test.ts' },
    { title: `C2 ${tag('fault')} %s times`, file: 'test/x/a.test.ts' },
  ]);
});

test('docs:security: a row without a test is open, one with a test is not', () => {
  const row = /\| 5xx, 429, reset or timeout on a GET \|.*\|\n/;
  expect(row.exec(securityDocument([]))?.[0]).toContain('**open**');
  const shown = securityDocument([{ title: `C12 ${tag('fault')} a GET is tried three times`, file: 'a.test.ts' }]);
  expect(row.exec(shown)?.[0]).toContain('(`a.test.ts`)');
});

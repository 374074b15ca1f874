import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { findSecurityFaults } from './find-security-faults.ts';
import { findTaggedTests } from './find-tagged-tests.ts';

/** Put together, so that this file has no tagged title of its own. */
const tag = (name: string): string => `[${name}]`;

/** Writes a document with these rows and a file with these tests. */
function project(rows: readonly string[], tests: readonly string[]): string {
  const root = mkdtempSync(path.join(tmpdir(), 'ferry-docs-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  mkdirSync(path.join(root, 'docs'));
  mkdirSync(path.join(root, 'test'));
  writeFileSync(path.join(root, 'docs', 'security.md'), rows.join('\n'));
  writeFileSync(path.join(root, 'test', 'a.test.ts'), tests.join('\n'));
  return root;
}

test('tagged titles are found in each form, with the rows that they name', () => {
  const root = project(
    [],
    [
      `test('C1 ${tag('security')} (T5) it\\'s so', () => {});`,
      `test.each([1])(\`C2 ${tag('fault')} (F1, T2): %s of \${count} times, $name\`, () => {});`,
      `test('${tag('fault')} without a row', () => {});`,
      "test('no tag', () => {});",
    ],
  );
  const file = 'test/a.test.ts';
  expect(findTaggedTests(root)).toEqual([
    { title: "C1 it's so", rows: ['T5'], file, line: 1 },
    { title: 'C2: … of … times, …', rows: ['F1', 'T2'], file, line: 2 },
    { title: 'without a row', rows: [], file, line: 3 },
  ]);
});

const linked = (id: string): string => `| ${id} | risk | control | [a](../test/a.test.ts) |`;

test('a row that links a test which names it is no fault', () => {
  const root = project([linked('T1'), linked('F1')], [`test('${tag('security')} (T1, F1) holds', () => {});`]);
  expect(findSecurityFaults(root)).toEqual([]);
});

test('a row without its test, a row twice and a title without its row are faults', () => {
  const tests = [`test('${tag('security')} (T1, T9) a', () => {});`, `test('${tag('fault')} b', () => {});`];
  const root = project(['| F1 | risk | control | |', linked('T1'), linked('T1'), linked('T2')], tests);
  expect(findSecurityFaults(root).map(({ file, line, problem }) => `${file}:${line}: ${problem}`)).toEqual([
    'docs/security.md:1: F1 links no test.',
    'docs/security.md:3: T1 is there twice.',
    'docs/security.md:4: No test of test/a.test.ts names T2.',
    'test/a.test.ts:1: "a" names T9, which is no row of docs/security.md.',
    'test/a.test.ts:2: "b" names no row of docs/security.md, as in [fault] (F1).',
  ]);
});

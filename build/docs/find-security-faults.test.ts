import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { findSecurityFaults } from './find-security-faults.ts';

/** Split into parts, because the check of this project would find a complete tag in this file. */
const testWith = (...ids: readonly string[]): string =>
  `test('a', { tags: [${ids.map((id) => `'@${id}'`).join(', ')}] }, () => {});`;

/** Creates a project with a document of these rows and a file with these tests. */
function project(rows: readonly string[], tests: readonly string[]): string {
  const root = mkdtempSync(path.join(tmpdir(), 'ferry-docs-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  mkdirSync(path.join(root, 'docs'));
  mkdirSync(path.join(root, 'test'));
  writeFileSync(path.join(root, 'docs', 'security.md'), rows.join('\n'));
  writeFileSync(path.join(root, 'test', 'a.test.ts'), tests.join('\n'));
  return root;
}

const linked = (id: string): string => `| ${id} | risk | control | [a](../test/a.test.ts) |`;

test("the docs check accepts a row that links to a test tagged with the row's ID", () => {
  const root = project([linked('T1'), linked('F1')], [testWith('T1', 'F1')]);
  expect(findSecurityFaults(root)).toEqual([]);
});

test('the docs check reports a row without its test, a repeated row and a tag without a row', () => {
  const root = project(['| F1 | risk | control | |', linked('T1'), linked('T1'), linked('T2')], [testWith('T1', 'T9')]);
  expect(findSecurityFaults(root).map(({ file, line, problem }) => `${file}:${line}: ${problem}`)).toEqual([
    'docs/security.md:1: F1 links no test.',
    'docs/security.md:3: T1 appears twice.',
    'docs/security.md:4: No test of test/a.test.ts has the tag @T2.',
    'test/a.test.ts:1: docs/security.md has no row T9.',
  ]);
});

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { findFeatureFaults } from './find-feature-faults.ts';

const root = mkdtempSync(path.join(tmpdir(), 'ferry-features-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** Split into parts, because the check of this project would find a complete tag in this file. */
const tag = (...ids: readonly string[]): string => ids.map((id) => `'@${id}'`).join(', ');

test('the docs check reports a tag without a feature and a feature without a test', () => {
  mkdirSync(path.join(root, 'docs'));
  mkdirSync(path.join(root, 'test'));
  writeFileSync(
    path.join(root, 'docs', 'features.md'),
    '| id | feature |\n| C1 | a |\n| S2 | b |\n| X3 | c |\n| W4 | d |\n',
  );
  const tests = [
    `test('a', { tags: ${tag('C1')} }, run)`,
    `test.each(rows)('%s', { tags: [${tag('S2', 'C99')}] }, run)`,
    'test(',
    "  'a title on its own line',",
    `  { tag: [\n    ${tag('C98', 'T1')},\n  ] },`,
    '  run,',
    ')',
    `describe('c', { tag: ${tag('X3')} }, run)`,
  ];
  writeFileSync(path.join(root, 'test', 'a.test.ts'), tests.join('\n'));
  expect(findFeatureFaults(root)).toEqual([
    { file: 'test/a.test.ts', line: 2, problem: 'docs/features.md has no feature C99.' },
    { file: 'test/a.test.ts', line: 5, problem: 'docs/features.md has no feature C98.' },
    { file: 'docs/features.md', line: 5, problem: 'No test has the tag @W4.' },
  ]);
});

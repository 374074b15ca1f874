import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { findFeatureFaults } from './find-feature-faults.ts';

const root = mkdtempSync(path.join(tmpdir(), 'ferry-features-'));
/** Put together, so that this file names no feature that does not exist. */
const id = (number: number): string => `C${number}`;
afterAll(() => rmSync(root, { recursive: true, force: true }));

test('docs: an id that no feature has and a feature that no test names are found, in every form of a title', () => {
  mkdirSync(path.join(root, 'docs'));
  mkdirSync(path.join(root, 'test'));
  writeFileSync(
    path.join(root, 'docs', 'features.md'),
    '| id | feature |\n| C1 | a |\n| S2 | b |\n| X3 | c |\n| W4 | d |\n',
  );
  const titles = [
    "test('C1 a', run)",
    'test.each(rows)(`S2 %s`, run)',
    `  'C1 ${id(99)} a title on its own line',`,
    `test('${id(98)} b')`,
  ];
  writeFileSync(path.join(root, 'test', 'a.test.ts'), `${titles.join('\n')}\ntest.each([\n])('X3 c', run)\n`);
  expect(findFeatureFaults(root).map(({ problem }) => problem)).toEqual([
    `${id(99)} is no feature of docs/features.md.`,
    `${id(98)} is no feature of docs/features.md.`,
    'No test names W4.',
  ]);
});

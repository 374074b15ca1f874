import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { findUnusedExports } from './find-unused-exports.ts';

/** Writes files into a folder of its own, and tells what of them nobody names. */
function unusedOf(files: Readonly<Record<string, string>>): string[] {
  const root = mkdtempSync(path.join(tmpdir(), 'ferry-exports-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const all = { 'package.json': '{ "imports": { "#shared/*": "./src-shared/*" } }', ...files };
  for (const [file, text] of Object.entries(all)) {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    writeFileSync(path.join(root, file), text);
  }
  return findUnusedExports(root).map(({ file, line, name }) => `${file}:${line} ${name}`);
}

test('exports: what no other file names is found, whatever it is', () => {
  const text =
    'export const one = 1;\nexport function two() {}\nexport type Three = 3;\nexport interface Four {}\nexport { one as five };\n';
  expect(unusedOf({ 'src-shared/a.ts': text, 'src-shared/b.ts': "import './a.ts';\nconst one = 1;\n" })).toEqual([
    'src-shared/a.ts:1 one',
    'src-shared/a.ts:2 two',
    'src-shared/a.ts:3 Three',
    'src-shared/a.ts:4 Four',
    'src-shared/a.ts:5 five',
  ]);
});

test('exports: each way of naming one counts, also that of a test', () => {
  for (const use of [
    "import { one } from '#shared/a.ts';",
    "import type { one as other } from '../src-shared/a.ts';",
    "import * as all from '#shared/a.ts';",
    "export { one } from '#shared/a.ts';",
    "export * from '#shared/a.ts';",
    "const later = () => import('#shared/a.ts');",
  ]) {
    const unused = unusedOf({ 'src-shared/a.ts': 'export const one = 1;\n', 'test/a.test.ts': `${use}\n` });
    expect(
      unused.filter((each) => each.startsWith('src-shared')),
      use,
    ).toEqual([]);
  }
});

test('exports: a file that a configuration names by its path is read by the tool', () => {
  const setup = { 'test/setup.ts': 'export const setup = 1;\n', 'test/other.ts': 'export const other = 1;\n' };
  const unused = unusedOf({ ...setup, 'vitest.config.ts': "export default { globalSetup: ['test/setup.ts'] };\n" });
  expect(unused).toEqual([expect.stringContaining('test/other.ts')]);
});

import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseSync } from 'vite';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { projectRoot } from '#build/launch/base/project-root.ts';
import { createResolveImport } from './resolve-import.ts';

/** The files that a file imports, types and those that come later, too. */
const importsOf = (file: string, text: string): string[] => {
  const { staticImports, dynamicImports, staticExports } = parseSync(file, text).module;
  return [
    ...staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...dynamicImports.map(({ moduleRequest: { start, end } }) => text.slice(start + 1, end - 1)),
    ...staticExports.flatMap(({ entries }) => entries.flatMap(({ moduleRequest }) => moduleRequest?.value ?? [])),
  ];
};

const folderOf = (file: string): string => path.dirname(file).replaceAll(path.sep, '/');

/** The folders of which each imports a file of the other, as `a <-> b`. A folder within another one is a folder of its own. */
const findTwoWayFolders = (root: string): string[] => {
  const resolve = createResolveImport(root);
  const ways = new Set<string>();
  const files = globSync('src-*/**/*.{ts,tsx}', { cwd: root, exclude: ['**/*.test.{ts,tsx}'] });
  for (const file of files) {
    for (const request of importsOf(file, readFileSync(path.join(root, file), 'utf8'))) {
      const target = resolve(file, request);
      if (target !== undefined) ways.add(`${folderOf(file)} ${folderOf(target)}`);
    }
  }
  const pairs = [...ways].map((way) => way.split(' '));
  return pairs.flatMap(([one = '', other = '']) =>
    one < other && ways.has(`${other} ${one}`) ? [`${one} <-> ${other}`] : [],
  );
};

test('no two folders import each other', { timeout: 120_000 }, () => {
  expect(findTwoWayFolders(projectRoot)).toEqual([]);
});

describe('two folders that import each other', () => {
  let root = '';
  beforeEach(() => {
    root = mkdtempSync(path.join(tmpdir(), 'ferry-folders-'));
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  const plant = (lines: Readonly<Record<string, string>>): void => {
    writeFileSync(path.join(root, 'package.json'), '{ "imports": { "#a/*": "./src-a/*" } }');
    for (const [file, line] of Object.entries(lines)) {
      mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
      writeFileSync(path.join(root, file), `${line}\n`);
    }
  };

  test.each([
    "import { y } from '../two/y.ts';",
    "import type { Y } from '../two/y.ts';",
    "import '../two/y.ts';",
    "export { y } from '../two/y.ts';",
    "export * from '../two/y.ts';",
    "export const later = () => import('../two/y.ts');",
    "import { y } from '#a/two/y.ts';",
  ])('are found by %s', (line) => {
    plant({ 'src-a/one/x.ts': line, 'src-a/two/z.tsx': "import { x } from '../one/x.ts';" });
    expect(findTwoWayFolders(root)).toEqual(['src-a/one <-> src-a/two']);
  });

  test('are found where one is within the other', () => {
    plant({ 'src-a/x.ts': "import './deep/y.ts';", 'src-a/deep/y.ts': "import '../z.ts';" });
    expect(findTwoWayFolders(root)).toEqual(['src-a <-> src-a/deep']);
  });

  test('are none where a test or a library makes the second way', () => {
    plant({
      'src-a/one/x.ts': "import '../two/y.ts';",
      'src-a/two/y.ts': "import 'node:fs';",
      'src-a/two/y.test.ts': "import '../one/x.ts';",
    });
    expect(findTwoWayFolders(root)).toEqual([]);
  });
});

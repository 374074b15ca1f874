import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

export interface TaggedTest {
  readonly title: string;
  /** Relative to the root, with slashes. */
  readonly file: string;
}

/** A string of the source that carries a tag: titles are the only ones that do. */
const tagged = /(['"`])((?:(?!\1)[^\\\n]|\\.)*\[(?:security|fault)\](?:(?!\1)[^\\\n]|\\.)*)\1/g;

/** Finds the titles of all tests that are tagged, in the order of files and lines. */
export function findTaggedTests(root: string): TaggedTest[] {
  const files = globSync(['src-*/**/*.test.ts', 'test/**/*.{test,spec}.ts', 'build/**/*.test.ts'], {
    cwd: root,
  }).sort();
  return files.flatMap((file) =>
    Array.from(readFileSync(path.join(root, file), 'utf8').matchAll(tagged), ([, , title = '']) => ({
      title: title.replace(/\\(['"`])/g, '$1'),
      file: file.replaceAll('\\', '/'),
    })),
  );
}

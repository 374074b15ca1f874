import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** A test or test group whose `tag` (Playwright) or `tags` (Vitest) name rows of a document. */
export interface TaggedTest {
  readonly ids: readonly string[];
  /** Path relative to the root, with forward slashes. */
  readonly file: string;
  readonly line: number;
}

const tags = /\btags?: (?:'[^']*'|\[[^\]]*\])/g;

const testFiles = (root: string): string[] =>
  globSync(['src-*/**/*.test.{ts,tsx}', 'test/**/*.{test,spec}.ts', 'build/**/*.test.ts'], { cwd: root })
    .map((file) => file.replaceAll('\\', '/'))
    .toSorted();

/** Finds all tagged tests, sorted by file and line. */
export const findTaggedTests = (root: string): TaggedTest[] =>
  testFiles(root).flatMap((file) => {
    const text = readFileSync(path.join(root, file), 'utf8');
    return Array.from(text.matchAll(tags), ({ 0: tag, index }) => ({
      ids: Array.from(tag.matchAll(/'@(\w+)'/g), ([, id = '']) => id),
      file,
      line: text.slice(0, index).split('\n').length,
    })).filter(({ ids }) => ids.length > 0);
  });

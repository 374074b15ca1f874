import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** A test of a threat or a fault, as its source names it. */
export interface TaggedTest {
  /** For people: without the tag and the ids, an ellipsis for each part that only a run fills in. */
  readonly title: string;
  /** Ids of the rows that it proves; none is a fault of the title. */
  readonly rows: readonly string[];
  /** Relative to the root, with slashes. */
  readonly file: string;
  readonly line: number;
}

/** A string of the source that carries a tag: titles are the only ones that do. */
const tagged = /(['"`])((?:(?!\1)[^\\\n]|\\.)*\[(?:security|fault)\](?:(?!\1)[^\\\n]|\\.)*)\1/g;
const tagAndRows = / ?\[(?:security|fault)\](?: \(([TFA]\d+(?:, [TFA]\d+)*)\))?/;
/** What Vitest and template strings put in when the test runs. */
const filledIn = /\$\{[^}]*\}|\$[a-z]\w*|%[sdijof]/gi;

function readTitle(raw: string, file: string, line: number): TaggedTest {
  const whole = raw.replace(/\\(['"`])/g, '$1');
  const [, ids] = tagAndRows.exec(whole) ?? [];
  const title = whole.replace(tagAndRows, '').replace(filledIn, '…').trim();
  return { title, rows: ids?.split(', ') ?? [], file, line };
}

/** Every file with tests, relative to the root with slashes, in order. */
export const testFiles = (root: string): string[] =>
  globSync(['src-*/**/*.test.{ts,tsx}', 'test/**/*.{test,spec}.ts', 'build/**/*.test.ts'], { cwd: root })
    .map((file) => file.replaceAll('\\', '/'))
    .sort();

/** Finds the titles of all tagged tests, in the order of files and lines. */
export const findTaggedTests = (root: string): TaggedTest[] =>
  testFiles(root).flatMap((file) => {
    const text = readFileSync(path.join(root, file), 'utf8');
    return Array.from(text.matchAll(tagged), ({ index, 2: raw = '' }) =>
      readTitle(raw, file, text.slice(0, index).split('\n').length),
    );
  });

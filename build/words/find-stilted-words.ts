import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from 'vite';
import { modalWords } from './find-strings.ts';
import { lineOf, nodesOf } from './syntax-nodes.ts';

interface StiltedWord {
  readonly pattern: string;
  readonly instead: string;
}

const { phrases, names } = JSON.parse(readFileSync(path.join(import.meta.dirname, 'stilted-words.json'), 'utf8')) as {
  readonly phrases: readonly StiltedWord[];
  readonly names: readonly StiltedWord[];
};
const stiltedPhrases = phrases.map(({ pattern, instead }) => ({ pattern: new RegExp(pattern, 'giu'), instead }));
const stiltedNames = names.map(({ pattern, instead }) => ({ pattern: new RegExp(pattern, 'u'), instead }));

export interface StiltedFinding {
  readonly kind: 'name' | 'phrase';
  readonly file: string;
  readonly line: number;
  readonly match: string;
  readonly instead: string;
}

/** Replaces fenced code with empty lines, so that line numbers stay correct. */
const withoutFences = (markdown: string): string =>
  markdown.replace(/^```[\s\S]*?^```/gm, (block) => block.replace(/[^\n]/g, ' '));

/** Finds stilted phrases in Markdown, JSON, comments and strings, and stilted names in identifiers. */
export const findStiltedWordsIn = (file: string, source: string): StiltedFinding[] => {
  const prose: { readonly start: number; readonly text: string }[] = [];
  const findings: StiltedFinding[] = [];
  if (/\.(?:json|md)$/.test(file)) prose.push({ start: 0, text: withoutFences(source) });
  else {
    const { program, comments } = parseSync(file, source);
    for (const { start, value } of comments) prose.push({ start, text: value });
    for (const { type, start, end, name } of nodesOf(program)) {
      if (type === 'JSXText' || type === 'Literal' || type === 'TemplateElement')
        prose.push({ start, text: source.slice(start, end) });
      else if (type === 'Identifier' && typeof name === 'string') {
        const stiltedName = stiltedNames.find(({ pattern }) => pattern.test(name));
        if (stiltedName)
          findings.push({ kind: 'name', file, line: lineOf(source, start), match: name, instead: stiltedName.instead });
      }
    }
  }
  for (const { start, text } of prose)
    for (const { pattern, instead } of stiltedPhrases)
      for (const match of text.matchAll(pattern))
        findings.push({ kind: 'phrase', file, line: lineOf(source, start + match.index), match: match[0], instead });
  return findings;
};

/** Files that aren't written by hand. */
const excludedPattern = /^(?:page-assets\.ts|node_modules)$/;

/** Finds the stilted words of the whole project, in file order. */
export const findStiltedWords = (root: string): StiltedFinding[] =>
  globSync(['*.md', 'docs/**/*.{md,mjs,ts}', '{src-*,build,test}/**/*.{ts,tsx,mjs,md}', '*.ts', modalWords], {
    cwd: root,
    exclude: (name) => excludedPattern.test(path.basename(String(name))),
  })
    .toSorted()
    .flatMap((file) => findStiltedWordsIn(file, readFileSync(path.join(root, file), 'utf8')));

import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from 'vite';
import { lineOf, nodesOf, type SyntaxNode } from './syntax-nodes.ts';

/** A string that a user can read. Values known only at run time appear as `{…}`. */
export interface UserString {
  readonly file: string;
  readonly line: number;
  readonly text: string;
}

/** Folders of each program. A file that matches several patterns counts for the first program. */
export const programs = {
  modal: ['src-service/modal-page/**', 'src-sdk/**'],
  commands: ['src-service/cli/**', 'src-main/verify/**', 'src-main/hosts/**', 'build/launch/**', 'src-main/main.ts'],
  dashboard: ['src-dashboard/**', 'src-service/dashboard/**'],
  service: ['src-service/**'],
  console: ['src-renderer/**', 'src-ui/**', 'src-main/**', 'src-data/**', 'src-shared/**', 'src-preload/**'],
} as const;
export type Program = keyof typeof programs;

/** Strings of the modal, one file per language. */
export const modalWords = 'src-service/modal-page/words/*.json';

const readable = /\p{L}{2,}[\p{L}'’,.:;)]* \S*\p{L}/u;
const oneWordLabels = new Set(['label', 'aria-label', 'title', 'placeholder', 'alt', 'heading', 'hint']);
const technicalStrings = [
  /^\s*(?:SELECT|INSERT|UPDATE|DELETE|CREATE|ALTER|PRAGMA|WITH|BEGIN|DROP|JOIN|ORDER BY|WHERE|AND|OR)\b/,
  /^(?:[\w.]|\{…\})+ (?:IS (?:NOT )?NULL|INTEGER|TEXT)\b|^CASE WHEN\b|^CAST\(| (?:=|>|LIKE) \$\d|\(SELECT /,
  /\b(?:ON CONFLICT|FOR NO KEY UPDATE|CROSS JOIN|LEFT JOIN|UNION ALL|SET LOCAL|COLLATE)\b| AS "|^<(?:!doctype|\?xml|p class|svg|testsuite|script)/,
  /^[A-Z][A-Z\d-]*(?:[ =][A-Z\d-]+)+ ?$|^[a-z_]+(?:, [a-z_]+)+$|^\(\(\) => \{|^(?:[\w@]+ ){8,}$|^(?:body, main|\.[a-z]+ [a-z]+)$/,
  /\bNULLS LAST\b|\bjson_each\(|^\(?r\.\w| AS [a-z]$|^coalesce\(/,
  /^[\w-]+(?: [\w-]+)*;$|^M[\d. ]|^[a-z-]+\/[a-z-]+|^\((?:max-width|min-width|prefers-)/,
  /^(?:top|right|bottom|left) (?:start|end|top|bottom)$|^[a-z-]+-(?:src|uri|action|for) '/,
];
const isSkipped = ({ type, name }: SyntaxNode): boolean =>
  /^(?:Import|Export(?:All|Named)).*(?:Declaration|Attribute)$/.test(type) && type !== 'ExportNamedDeclaration'
    ? true
    : type === 'JSXAttribute' &&
      /^(?:className|boxClass|d|style|viewBox|points|preserveAspectRatio|transform)$/.test(
        String((name as SyntaxNode | undefined)?.['name']),
      );

const templateText = (node: SyntaxNode): string =>
  (node['quasis'] as { readonly value: { readonly cooked: string } }[]).map(({ value }) => value.cooked).join('{…}');

/** Joins a line of JSX, so that a sentence with values or bold words stays one string. */
const jsxText = (node: SyntaxNode): string =>
  (node['children'] as SyntaxNode[])
    .map((child) => (child.type === 'JSXText' ? String(child['value']) : child.type === 'JSXElement' ? '<…>' : '{…}'))
    .join('')
    .replace(/\s+/g, ' ')
    .trim();

function* stringsOf(program: unknown): Generator<{ readonly start: number; readonly text: string }> {
  for (const node of nodesOf(program, isSkipped)) {
    const { type, start } = node;
    if (type === 'JSXElement' || type === 'JSXFragment') {
      const text = jsxText(node);
      if (/\p{L}/u.test(text.replace(/<…>|\{…\}/g, ''))) yield { start, text };
    } else if (type === 'JSXAttribute' || type === 'Property') {
      const key = (node['name'] ?? node['key']) as SyntaxNode;
      const value = node['value'] as null | SyntaxNode;
      const text = value?.type === 'Literal' ? value['value'] : undefined;
      if (oneWordLabels.has(String(key['name'])) && typeof text === 'string' && !readable.test(text))
        yield { start, text };
    } else if (type === 'Literal' && typeof node['value'] === 'string' && readable.test(node['value'])) {
      yield { start, text: node['value'] };
    } else if (type === 'TemplateLiteral' && readable.test(templateText(node))) {
      yield { start, text: templateText(node).trim() };
    }
  }
}

/** Returns the strings of a JSON file with one string per line. */
const jsonStrings = (root: string, file: string): UserString[] =>
  readFileSync(path.join(root, file), 'utf8')
    .split('\n')
    .flatMap((row, index) => {
      const text = /^ *"[^"]*": (".*"),?$/.exec(row)?.[1];
      return text === undefined ? [] : [{ file, line: index + 1, text: JSON.parse(text) as string }];
    });

/** Returns every user-readable string of a program, in file order. */
export const findStrings = (root: string, program: Program): UserString[] => {
  const owner = (file: string): string | undefined =>
    Object.entries(programs).find(([, patterns]) => patterns.some((pattern) => path.matchesGlob(file, pattern)))?.[0];
  const files = globSync(
    programs[program].map((pattern) => `${pattern}/*.{ts,tsx,mjs}`.replace(/\.ts\/.*/, '.ts')),
    {
      cwd: root,
      exclude: (name) =>
        /\.test\.tsx?$|\.d\.ts$|^testing$|^gallery$|^(?:page-assets|company-names)\.ts$/.test(
          path.basename(String(name)),
        ),
    },
  ).toSorted();
  const tables = program === 'modal' ? globSync(modalWords, { cwd: root }).toSorted() : [];
  const words = tables.flatMap((file) => jsonStrings(root, file));
  const strings = files
    .filter((file) => owner(file) === program)
    .flatMap((file) => {
      const source = readFileSync(path.join(root, file), 'utf8');
      return Array.from(stringsOf(parseSync(file, source).program))
        .filter(({ text }) => !technicalStrings.some((pattern) => pattern.test(text)))
        .map(({ start, text }) => ({ file, line: lineOf(source, start), text: text.replace(/\s*\n\s*/g, ' ') }));
    });
  return [...words, ...strings];
};

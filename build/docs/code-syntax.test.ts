import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { Language, type Node, Parser } from '@vscode/tree-sitter-wasm';
import { beforeAll, describe, expect, test } from 'vitest';
import { projectRoot } from '#build/launch/base/project-root.ts';
import { receivers } from '../../src-renderer/pages/webhooks/code/receivers.ts';

/** Languages that Ferry itself doesn't use. Most devices can't run their samples, so only their syntax is checked. */
const grammars = { csharp: 'c-sharp', go: 'go', java: 'java', php: 'php' } as const;
type LanguageId = keyof typeof grammars;

const parsers = new Map<string, Parser>();

beforeAll(async () => {
  await Parser.init();
  for (const [id, name] of Object.entries(grammars)) {
    const file = `@vscode/tree-sitter-wasm/wasm/tree-sitter-${name}.wasm`;
    const language = await Language.load(createRequire(import.meta.url).resolve(file));
    parsers.set(id, new Parser().setLanguage(language));
  }
});

function parse(id: LanguageId, code: string): Node {
  const tree = parsers.get(id)?.parse(code);
  if (!tree) throw new Error(`Nothing reads ${id}.`);
  return tree.rootNode;
}

/** Returns the syntax tree's nodes that contain errors or lack parts. */
const faultsIn = (node: Node): readonly string[] =>
  node.isError || node.isMissing
    ? [`line ${node.startPosition.row + 1}: ${node.text.slice(0, 60) || `${node.type} is missing`}`]
    : node.children.flatMap((child) => (child?.hasError ? faultsIn(child) : []));

const leafNodes = (node: Node): readonly Node[] =>
  node.childCount === 0 ? [node] : node.children.flatMap((child) => (child ? leafNodes(child) : []));

const isOffered = (id: string): id is LanguageId => id in grammars;

const example = readFileSync(path.join(projectRoot, 'docs/examples/csharp/Program.cs'), 'utf8');
const programs: readonly (readonly [string, LanguageId, string])[] = [
  ...receivers.flatMap(({ id, file, code }) => (isOffered(id) ? [[`receiver, ${file}`, id, code] as const] : [])),
  ['example app, Program.cs', 'csharp', example],
];

describe("code samples have valid syntax, even for languages that aren't installed", { tags: ['@W10', '@C16'] }, () => {
  test('the syntax check covers every language that no other test runs', () => {
    expect(programs.map(([, id]) => id).toSorted()).toEqual(['csharp', 'csharp', 'go', 'java', 'php']);
  });

  test.each(programs)('%s', (_name, id, code) => expect(faultsIn(parse(id, code))).toEqual([]));

  test.each(programs)('in %s, a missing closing bracket is found at every position', (_name, id, code) => {
    const brackets = leafNodes(parse(id, code)).filter(({ type }) => /^[)\]}]$/.test(type));
    expect(brackets.length).toBeGreaterThan(20);
    const step = Math.ceil(brackets.length / 12);
    for (const { startIndex: at, startPosition } of brackets.filter((_, index) => index % step === 0)) {
      const broken = code.slice(0, at) + code.slice(at + 1);
      expect(faultsIn(parse(id, broken)), `a bracket less in line ${startPosition.row + 1}`).not.toEqual([]);
    }
  });
});

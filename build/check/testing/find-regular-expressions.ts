import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseSync } from 'vite';
import { projectRoot } from '#build/launch/base/project-root.ts';
import { lineOf, nodesOf } from '#build/words/syntax-nodes.ts';

interface FoundExpression {
  readonly place: string;
  readonly expression: RegExp;
}

/** A `new RegExp` whose value is known only after its module has run. */
interface DynamicExpression {
  readonly file: string;
  readonly count: number;
}

const sources = (): string[] =>
  globSync('src-*/**/*.{ts,tsx}', {
    cwd: projectRoot,
    exclude: (name) => /\.test\.tsx?$|\.d\.ts$|^testing$/.test(path.basename(String(name))),
  }).toSorted();

/**
 * Collects every regular expression literal in production code, and the `new RegExp` calls whose value is known only at
 * run time.
 */
const readSources = (): { readonly literals: FoundExpression[]; readonly dynamic: DynamicExpression[] } => {
  const literals: FoundExpression[] = [];
  const dynamic: DynamicExpression[] = [];
  for (const file of sources()) {
    const text = readFileSync(path.join(projectRoot, file), 'utf8');
    let count = 0;
    for (const { start, regex, callee } of nodesOf(parseSync(file, text).program)) {
      if (regex) {
        const { pattern, flags } = regex as { readonly pattern: string; readonly flags: string };
        literals.push({ place: `${file}:${lineOf(text, start)}`, expression: new RegExp(pattern, flags) });
      } else if ((callee as undefined | { readonly name?: string })?.name === 'RegExp') count += 1;
    }
    if (count > 0) dynamic.push({ file, count });
  }
  return { literals, dynamic };
};

/** Imports a module and returns the expressions that its top level passed to `RegExp`. */
const expressionsBuiltBy = async (file: string): Promise<RegExp[]> => {
  const builtExpressions: RegExp[] = [];
  const original = globalThis.RegExp;
  globalThis.RegExp = new Proxy(original, {
    construct: (target, args) => {
      const expression = Reflect.construct(target, args) as RegExp;
      builtExpressions.push(expression);
      return expression;
    },
  });
  try {
    // The query string makes the module load again, even if another module has already imported it.
    await import(/* @vite-ignore */ `${pathToFileURL(path.join(projectRoot, file)).href}?expressions`);
  } finally {
    globalThis.RegExp = original;
  }
  return builtExpressions;
};

/**
 * Finds every regular expression of `src-*`: literals by parsing, all others by running their modules.
 * @returns also the modules that build an expression inside a function, which this search can't find
 */
export const findRegularExpressions = async (): Promise<{
  readonly found: readonly FoundExpression[];
  readonly hidden: readonly string[];
}> => {
  const { literals, dynamic } = readSources();
  const found = [...literals];
  const hidden: string[] = [];
  for (const { file, count } of dynamic) {
    const builtExpressions = await expressionsBuiltBy(file);
    if (builtExpressions.length < count) hidden.push(file);
    found.push(...builtExpressions.map((expression) => ({ place: file, expression })));
  }
  return { found, hidden };
};

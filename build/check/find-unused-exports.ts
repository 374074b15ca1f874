import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from 'vite';
import { createResolveImport } from './resolve-import.ts';

/** An export that no other file names. */
interface UnusedExport {
  /** Its file, below the root. */
  readonly file: string;
  readonly line: number;
  readonly name: string;
}

/** Stands for every name of a file, where it is not known which ones are used: `import * as`, `export *`, `import()`. */
const everyName = '*';
/** Their exports are read from outside, by the web pages that load the SDK. */
const openFiles = ['src-sdk/index.ts', 'src-sdk/public-types.ts'];
const sources = ['src-*/**/*.{ts,tsx}', '{build,test}/**/*.{ts,mjs}', '*.config.ts'];

const lineAt = (text: string, at: number): number => text.slice(0, at).split('\n').length;

/** Finds the exports of the repository that no other file of it names. Default exports are those of configurations. */
export function findUnusedExports(root: string): UnusedExport[] {
  const resolve = createResolveImport(root);
  const exported: UnusedExport[] = [];
  const used = new Map<string, Set<string>>();

  const use = (from: string, request: string, name: string): void => {
    const file = resolve(from, request);
    if (file === undefined) return;
    used.set(file, (used.get(file) ?? new Set<string>()).add(name));
  };

  for (const file of globSync(sources, { cwd: root })) {
    const text = readFileSync(path.join(root, file), 'utf8');
    const { module } = parseSync(file, text);
    // A tool is told of a file by its path and takes what it knows by name, as Vitest does of its global setup.
    if (file.endsWith('.config.ts')) {
      for (const [, named = ''] of text.matchAll(/'([\w./-]+\.ts)'/g)) used.set(named, new Set([everyName]));
    }
    for (const { moduleRequest, entries } of module.staticImports) {
      for (const { importName } of entries) use(file, moduleRequest.value, importName.name ?? everyName);
    }
    for (const { moduleRequest } of module.dynamicImports) {
      use(file, text.slice(moduleRequest.start + 1, moduleRequest.end - 1), everyName);
    }
    for (const { entries } of module.staticExports) {
      for (const { moduleRequest, importName, exportName, start } of entries) {
        if (moduleRequest) use(file, moduleRequest.value, importName.name ?? everyName);
        else if (exportName.name)
          exported.push({ file, line: lineAt(text, exportName.start ?? start), name: exportName.name });
      }
    }
  }
  return exported.filter(({ file, name }) => {
    const names = used.get(file);
    return !openFiles.includes(file) && !names?.has(name) && !names?.has(everyName);
  });
}

import { globSync } from 'node:fs';
import path from 'node:path';
import { cruise, type ICruiseResult } from 'dependency-cruiser';
import { importRules } from './import-rules.ts';

/**
 * Resolves with a line for each import in `src-*` that breaks a rule, and for each pair of folders that import each
 * other.
 */
export async function findImportFaults(root: string): Promise<string[]> {
  const sourceFolders = globSync('src-*', { cwd: root }).toSorted();
  const { output } = await cruise(
    sourceFolders,
    {
      baseDir: root,
      validate: true,
      ruleSet: { forbidden: [...importRules] },
      // TypeScript 7 has no programmatic API yet, so swc parses the files.
      parser: 'swc',
      tsPreCompilationDeps: true,
      doNotFollow: { path: 'node_modules' },
    },
    {
      extensions: ['.ts', '.tsx', '.mjs', '.js'],
      conditionNames: ['import', 'node', 'types', 'default'],
      exportsFields: ['exports'],
    },
  );
  if (typeof output === 'string') throw new Error(output);
  return [...violationsOf(output), ...twoWayFolders(output)];
}

const violationsOf = ({ summary }: ICruiseResult): string[] =>
  summary.violations.map(({ rule, from, to, cycle = [] }) => {
    const target = cycle.length > 0 ? cycle.map(({ name }) => name).join(' → ') : to;
    const { comment = '' } = importRules.find(({ name }) => name === rule.name) ?? {};
    return `${from} → ${target}: ${comment}`;
  });

const folderOf = (file: string): string => path.posix.dirname(file);

/** Returns a sentence for each pair of folders that import each other, except through tests. */
function twoWayFolders({ modules }: ICruiseResult): string[] {
  const folderImports = new Set(
    modules
      .filter(({ source }) => source.startsWith('src-') && !/[.]test[.]tsx?$/.test(source))
      .flatMap(({ source, dependencies }) =>
        dependencies.map(({ resolved }) => `${folderOf(source)} ${folderOf(resolved)}`),
      ),
  );
  return [...folderImports].flatMap((way) => {
    const [one = '', other = ''] = way.split(' ');
    return one < other && folderImports.has(`${other} ${one}`) ? [`${one} and ${other} import each other.`] : [];
  });
}

import path from 'node:path';
import { build } from 'vite';
import { consoleCalls } from '#build/vite/console-calls.ts';
import { projectRoot } from '#build/launch/base/project-root.ts';

const folder = path.join(projectRoot, '.cache', 'bench', 'programs');

/** Bundles a program of the benchmarks as the console's main process is: one CommonJS file. Returns its path. */
export async function bundleForMain(entry: string): Promise<string> {
  const name = path.basename(entry, '.ts');
  await build({
    configFile: false,
    root: projectRoot,
    logLevel: 'warn',
    build: {
      ssr: entry,
      target: 'node16.17',
      outDir: folder,
      emptyOutDir: false,
      rolldownOptions: { output: { format: 'cjs', entryFileNames: `${name}.cjs`, codeSplitting: false } },
    },
    ssr: { noExternal: true },
  });
  return path.join(folder, `${name}.cjs`);
}

/** Bundles a module for a page: a script that puts its exports under a global name. Returns the script's text. */
export async function bundleForPage(entry: string, globalName: string): Promise<string> {
  const result = await build({
    configFile: false,
    root: projectRoot,
    logLevel: 'warn',
    plugins: [consoleCalls()],
    build: { write: false, target: 'chrome108', lib: { entry, formats: ['iife'], name: globalName } },
  });
  for (const output of [result].flat()) {
    const chunk = 'output' in output ? output.output.find(({ type }) => type === 'chunk') : undefined;
    if (chunk?.type === 'chunk') return `${chunk.code}\nglobalThis.${globalName} = ${globalName};`;
  }
  throw new Error(`${entry} gave no script.`);
}
